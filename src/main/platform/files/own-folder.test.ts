import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOwnFolder, makeOwnFolder, removePermissionsOfOthers } from './own-folder.ts';

let parent = '';
const inParent = (...names: string[]): string => join(parent, ...names);
const modeOf = (...names: string[]): number => statSync(inParent(...names)).mode & 0o777;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'overhead-own-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

it('makeOwnFolder creates a private folder with a marker, or adopts an empty one', () => {
  mkdirSync(inParent('empty'));
  for (const path of [inParent('new', 'inner'), inParent('empty')]) {
    expect(isOwnFolder(path)).toBe(false);
    expect(makeOwnFolder(path)).toBe(true);
    expect(isOwnFolder(path)).toBe(true);
    expect(readdirSync(path)).toEqual(['.made-by-overhead']);
    writeFileSync(join(path, 'content'), '');
    expect(makeOwnFolder(path)).toBe(true);
  }
  if (process.platform === 'win32') return;
  expect(modeOf('new', 'inner')).toBe(0o700);
  expect(modeOf('new', 'inner', '.made-by-overhead')).toBe(0o600);
});

it('makeOwnFolder changes nothing that is not its own', () => {
  mkdirSync(inParent('other'));
  writeFileSync(inParent('other', 'letter'), 'precious');
  mkdirSync(inParent('marker', '.made-by-overhead'), { recursive: true });
  writeFileSync(inParent('file'), 'precious');
  makeOwnFolder(inParent('own'));
  // A link needs a permission on Windows, and is not recognized in Wine.
  const links = process.platform === 'win32' ? [] : ['link'];
  for (const name of links) symlinkSync(inParent('own'), inParent(name));
  for (const name of ['other', 'marker', 'file', ...links]) {
    expect([name, makeOwnFolder(inParent(name))]).toEqual([name, false]);
    expect(isOwnFolder(inParent(name))).toBe(false);
  }
  expect(readdirSync(inParent('other'))).toEqual(['letter']);
  expect(readFileSync(inParent('file'), 'utf8')).toBe('precious');
  expect(() => makeOwnFolder(inParent('file', 'inner'))).toThrow();
});

it.skipIf(process.platform === 'win32')(
  'removePermissionsOfOthers changes its own files and folders only',
  () => {
    const modes = { own: 0o644, ownGroup: 0o620, ownPrivate: 0o400, other: 0o644 };
    for (const [name, mode] of Object.entries(modes)) {
      writeFileSync(inParent(name), '');
      chmodSync(inParent(name), mode);
    }
    mkdirSync(inParent('ownFolder'));
    chmodSync(inParent('ownFolder'), 0o755);
    symlinkSync(inParent('other'), inParent('ownLink'));
    chmodSync(parent, 0o755);
    const isOwn = (name: string): boolean => name.startsWith('own');
    removePermissionsOfOthers(parent, isOwn);
    const names = ['own', 'ownGroup', 'ownPrivate', 'other', 'ownFolder', '.'];
    expect(names.map((name) => modeOf(name))).toEqual([0o600, 0o600, 0o400, 0o644, 0o700, 0o755]);
    expect(() => removePermissionsOfOthers(inParent('missing'), isOwn)).not.toThrow();
  },
);
