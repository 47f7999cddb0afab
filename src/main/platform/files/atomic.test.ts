import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  copyFileAtomic,
  copyFileAtomicSync,
  createDraft,
  createEmptyFile,
  draftName,
  placeDraft,
  writeFileAtomic,
  writeFileAtomicSync,
} from './atomic.ts';

let folder = '';
const at = (name: string): string => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-atomic-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const writers: Readonly<Record<string, (path: string) => unknown>> = {
  writeFileAtomic: (path) => writeFileAtomic(path, (file) => file.writeFile('new')),
  writeFileAtomicSync: (path) => writeFileAtomicSync(path, 'new'),
  copyFileAtomic: (path) => copyFileAtomic(source(), path),
  copyFileAtomicSync: (path) => copyFileAtomicSync(source(), path),
  placeDraft(path) {
    const draft = createDraft(path, 0o600);
    writeFileSync(draft, 'new');
    placeDraft(draft, path);
  },
};
function source(): string {
  const path = join(folder, 'source');
  writeFileSync(path, 'new');
  return path;
}
const names = (): string[] => readdirSync(folder).filter((name) => name !== 'source');

describe.each(Object.entries(writers))('%s', (_name, write) => {
  it('replaces the old file and leaves no temporary file', async () => {
    writeFileSync(at('file'), 'old');
    await write(at('file'));
    expect(readFileSync(at('file'), 'utf8')).toBe('new');
    expect(names()).toEqual(['file']);
  });

  it.skipIf(process.platform === 'win32')(
    'replaces a symbolic link at the path, and does not change the file to which the link points',
    async () => {
      writeFileSync(at('precious'), 'precious');
      symlinkSync(at('precious'), at('file'));
      await write(at('file'));
      expect(readFileSync(at('precious'), 'utf8')).toBe('precious');
      expect(readFileSync(at('file'), 'utf8')).toBe('new');
    },
  );

  it('does not change a file with the ending `.part` beside the path', async () => {
    writeFileSync(at('file.part'), 'mine');
    await write(at('file'));
    expect(readFileSync(at('file.part'), 'utf8')).toBe('mine');
  });
});

describe('writeFileAtomic and writeFileAtomicSync', () => {
  it('leaves the old file and no temporary file when `fill` throws', async () => {
    writeFileSync(at('file'), 'old');
    const broken = writeFileAtomic(at('file'), async (file) => {
      await file.writeFile('half');
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(readFileSync(at('file'), 'utf8')).toBe('old');
    expect(names()).toEqual(['file']);
  });

  it.skipIf(process.platform === 'win32')('creates the file with the given mode', async () => {
    await writeFileAtomic(at('file'), (file) => file.writeFile('x'), { mode: 0o600 });
    writeFileAtomicSync(at('other'), 'x', { mode: 0o600 });
    for (const name of ['file', 'other']) expect(statSync(at(name)).mode & 0o777).toBe(0o600);
  });
});

describe('createEmptyFile', () => {
  it('does not change an existing file', () => {
    writeFileSync(at('file'), 'mine');
    createEmptyFile(at('file'), 0o600);
    expect(readFileSync(at('file'), 'utf8')).toBe('mine');
    createEmptyFile(at('fresh'), 0o600);
    expect(existsSync(at('fresh'))).toBe(true);
    expect(() => createEmptyFile(join(folder, 'none', 'file'), 0o600)).toThrow('ENOENT');
  });
});

it('writeFileAtomic closes the file after `fill` has succeeded or failed', async () => {
  const files: FileHandle[] = [];
  for (const error of [null, new Error('full')])
    await writeFileAtomic(at('file'), (file) => {
      files.push(file);
      return error === null ? Promise.resolve() : Promise.reject(error);
    }).catch(() => undefined);
  // Node sets the descriptor of a closed file to -1.
  expect(files.map(({ fd }) => fd)).toEqual([-1, -1]);
});

it('draftName matches the name of every temporary file', () => {
  const draft = createDraft(at('file'), 0o600);
  const [name = ''] = names();
  expect(draft).toBe(at(name));
  expect(name).toMatch(draftName);
  expect(`${name}-wal`).toMatch(draftName);
  expect('.holiday.part').not.toMatch(draftName);
});
