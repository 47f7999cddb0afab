import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compositionFiles } from './files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead files #1 100% '));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = Buffer.from('bytes');

it('compositionFiles writes each set of files under new names', async () => {
  const files = compositionFiles(join(folder, 'wallpaper'));
  const set = [
    { bytes, format: 'jpeg' },
    { bytes, format: 'png' },
  ] as const;
  const first = await files.write('2026-11-21', set);
  const second = await files.write('2026-11-21', set);
  expect(new Set([...first, ...second]).size).toBe(4);
  expect(first.map((path) => path.slice(-6))).toEqual(['-0.jpg', '-1.png']);
  expect(readFileSync(second[1] ?? '', 'utf8')).toBe('bytes');
  expect(first.every((path) => files.isOurs(path))).toBe(true);
});

it('compositionFiles keeps the set in use, the previous set, and files with other names', async () => {
  const files = compositionFiles(folder);
  const write = () => files.write('2026-11-21', [{ bytes, format: 'jpeg' }]);
  const [oldest, before, inUse] = [await write(), await write(), await write()];
  writeFileSync(join(folder, 'mine.jpg'), '');
  await files.tidy(inUse, before);
  expect(readdirSync(folder).sort()).toEqual(
    [...inUse, ...before, 'mine.jpg'].map((path) => basename(path)).sort(),
  );
  expect(readdirSync(folder)).not.toContain(oldest[0]);
  const [name = ''] = inUse.map((path) => basename(path));
  for (const other of ['mine.jpg', `a${name}`, `${name}.a`, `${name}.part.a`, `a/${name}`])
    expect(files.isOurs(join(folder, other)), other).toBe(false);
  for (const draft of [`${name}.part`, name.replace('-0.jpg', '-10.png')])
    expect(files.isOurs(join(folder, draft)), draft).toBe(true);
  expect(files.isOurs(`/elsewhere/${inUse[0]?.slice(folder.length + 1) ?? ''}`)).toBe(false);
});

it('compositionFiles removes every file of a set that cannot be written completely', async () => {
  const files = compositionFiles(folder);
  const bad = { bytes: null as unknown as Uint8Array, format: 'jpeg' } as const;
  await expect(files.write('2026-11-21', [{ bytes, format: 'jpeg' }, bad])).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

it('compositionFiles removes nothing when its folder does not exist', async () => {
  mkdirSync(join(folder, 'empty'));
  await compositionFiles(join(folder, 'none')).tidy([], []);
  expect(readdirSync(folder)).toEqual(['empty']);
});
