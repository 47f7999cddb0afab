import { describe, expect, it } from 'vitest';
import { SimulatedDisk, type EffectFate, type DiskMode } from './disk.ts';
import type { Operation } from './trace.ts';

const folder = { kind: 'make-folder', path: '/data', inode: 1 } as const;
const create = (path: string, inode = 2): Operation => ({ kind: 'create', path, inode });
const write = (text: string, at = 0, inode = 2): Operation => ({
  kind: 'write',
  path: '',
  inode,
  at,
  data: Buffer.from(text),
});
const sync = (inode = 2): Operation => ({ kind: 'sync', path: '', inode });
const syncFolder = (path: string): Operation => ({ kind: 'sync-folder', path, inode: 0 });
const rename = (path: string, to: string): Operation => ({ kind: 'rename', path, to });

/** The content of the disk after a cut: the text of each file. */
function left(mode: DiskMode, operations: readonly Operation[], fates: readonly EffectFate[] = []) {
  const disk = new SimulatedDisk(mode, { files: new Map(), folders: [] }, new Map());
  for (const operation of operations) disk.apply(operation);
  const { files } = disk.image(fates);
  const texts = Object.fromEntries([...files].map(([path, text]) => [path, text.toString()]));
  return { texts, pending: disk.pending.map(({ kind }) => kind) };
}

describe('SimulatedDisk in the mode `strict`', () => {
  it('keeps data after the file is synced, and the name after its folder is synced', () => {
    expect(left('strict', [create('/a'), write('text'), sync()])).toEqual({
      texts: {},
      pending: ['names'],
    });
    expect(left('strict', [create('/a'), write('text'), syncFolder('')])).toEqual({
      texts: { '/a': '' },
      pending: ['write'],
    });
    expect(left('strict', [create('/a'), write('text'), sync(), syncFolder('')])).toEqual({
      texts: { '/a': 'text' },
      pending: [],
    });
  });

  it('loses the files in a folder whose own name was not synced', () => {
    const inFolder = [folder, create('/data/a'), write('text'), sync(), syncFolder('/data')];
    expect(left('strict', inFolder).texts).toEqual({});
    expect(left('strict', inFolder, ['whole']).texts).toEqual({ '/data/a': 'text' });
  });

  it('may keep a rename but lose the data, or keep only the length', () => {
    const replaced = [create('/draft'), write('text'), rename('/draft', '/a')];
    expect(left('strict', replaced, ['lost', 'lost', 'whole']).texts).toEqual({ '/a': '' });
    expect(left('strict', replaced, ['whole', 'length', 'whole']).texts).toEqual({
      '/a': '\0\0\0\0',
    });
  });

  it('may keep a later write but lose an earlier one', () => {
    const writes = [create('/a'), syncFolder(''), write('ab'), write('cd', 2)];
    expect(left('strict', writes, ['lost', 'whole']).texts).toEqual({ '/a': '\0\0cd' });
  });

  it('writes sectors of 512 bytes completely or not at all', () => {
    const writes = [create('/a'), syncFolder(''), write('x'.repeat(1000), 100)];
    const torn = left('strict', writes, [Uint8Array.of(1, 0, 1)]).texts['/a'] ?? '';
    expect(torn).toHaveLength(1100);
    expect(torn.slice(0, 100)).toBe('\0'.repeat(100));
    expect(torn.slice(100, 512)).toBe('x'.repeat(412));
    expect(torn.slice(512, 1024)).toBe('\0'.repeat(512));
    expect(torn.slice(1024)).toBe('x'.repeat(76));
  });
});

describe('SimulatedDisk in the mode `ext4`', () => {
  it('makes the name of a file, and all earlier changes of names, durable when the file is synced', () => {
    const operations = [folder, create('/data/a', 2), create('/data/b', 3), write('text'), sync()];
    expect(left('ext4', operations)).toEqual({
      texts: { '/data/a': 'text', '/data/b': '' },
      pending: [],
    });
  });

  it('does not keep a rename that follows the sync', () => {
    const operations = [create('/draft'), write('text'), sync(), rename('/draft', '/a')];
    expect(left('ext4', operations)).toEqual({ texts: { '/draft': 'text' }, pending: ['names'] });
    expect(left('ext4', [...operations, syncFolder('')]).texts).toEqual({ '/a': 'text' });
  });

  it('syncs the data of one file only', () => {
    const operations = [create('/a', 2), create('/b', 3), write('a'), write('b', 0, 3), sync(2)];
    expect(left('ext4', operations)).toEqual({
      texts: { '/a': 'a', '/b': '' },
      pending: ['write'],
    });
  });
});
