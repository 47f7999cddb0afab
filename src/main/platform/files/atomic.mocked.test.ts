import type * as fs from 'node:fs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  copyFileAtomic,
  copyFileAtomicSync,
  createDraft,
  placeDraft,
  writeFileAtomic,
  writeFileAtomicSync,
} from './atomic.ts';

/** The calls of sync and rename, in order: they decide which file exists after a power cut. */
const calls = vi.hoisted((): string[] => []);
const nameOf = (path: unknown): string =>
  basename(String(path)).startsWith('.overhead-') ? 'draft' : basename(String(path));

vi.mock('node:fs', async (importOriginal) => {
  const actual = await importOriginal<typeof fs>();
  const names = new Map<number, string>();
  return {
    ...actual,
    openSync(...args: Parameters<typeof actual.openSync>) {
      const file = actual.openSync(...args);
      names.set(file, nameOf(args[0]));
      return file;
    },
    fsyncSync(file: number) {
      calls.push(`sync ${names.get(file) ?? '?'}`);
      actual.fsyncSync(file);
    },
    renameSync(...args: Parameters<typeof actual.renameSync>) {
      calls.push(`rename to ${nameOf(args[1])}`);
      actual.renameSync(...args);
    },
  };
});
vi.mock('node:fs/promises', async (importOriginal) => {
  const actual = await importOriginal<typeof promises>();
  return {
    ...actual,
    async open(...args: Parameters<typeof actual.open>) {
      const file = await actual.open(...args);
      const sync = file.sync.bind(file);
      file.sync = () => {
        calls.push(`sync ${nameOf(args[0])}`);
        return sync();
      };
      return file;
    },
    rename(...args: Parameters<typeof actual.rename>) {
      calls.push(`rename to ${nameOf(args[1])}`);
      return actual.rename(...args);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-atomic-'));
  calls.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each<[string, (path: string) => unknown]>([
  ['writeFileAtomic', (path) => writeFileAtomic(path, (file) => file.writeFile('text'))],
  ['writeFileAtomicSync', (path) => writeFileAtomicSync(path, 'text')],
  ['copyFileAtomic', (path) => copyFileAtomic(import.meta.filename, path)],
  ['copyFileAtomicSync', (path) => copyFileAtomicSync(import.meta.filename, path)],
  ['placeDraft', (path) => placeDraft(createDraft(path, 0o600), path)],
])('%s syncs the temporary file, renames it and syncs the folder', async (_name, write) => {
  const path = join(folder, 'whole');
  await write(path);
  readFileSync(path);
  // On Windows folders are not synced.
  const ofFolder = process.platform === 'win32' ? [] : [`sync ${basename(folder)}`];
  expect(calls).toEqual(['sync draft', 'rename to whole', ...ofFolder]);
});
