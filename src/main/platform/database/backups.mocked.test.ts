import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as sqlite from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newestBackup } from './backups.ts';

/** Error codes with which the next attempts to open a database fail, in order. Attempts after the last code succeed. */
const refusals = vi.hoisted((): number[] => []);

vi.mock('node:sqlite', async (importOriginal) => {
  const real = await importOriginal<typeof sqlite>();
  class Refusing extends real.DatabaseSync {
    constructor(...args: ConstructorParameters<typeof real.DatabaseSync>) {
      const errcode = refusals.shift();
      if (errcode !== undefined)
        throw Object.assign(new Error('refused'), { code: 'ERR_SQLITE_ERROR', errcode });
      super(...args);
    }
  }
  return { ...real, DatabaseSync: Refusing };
});

let folder = '';
const now = Date.UTC(2026, 10, 22, 12);
const path = (): string => join(folder, 'data.sqlite');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-backups-'));
  mkdirSync(join(folder, 'backups'));
  for (const day of ['20', '21']) {
    const database = new DatabaseSync(
      join(folder, `backups/data-2026-11-${day}T17-00-00-000Z.sqlite`),
    );
    database.exec('CREATE TABLE post (id TEXT); PRAGMA user_version = 1');
    database.close();
  }
});
afterEach(() => {
  refusals.length = 0;
  rmSync(folder, { recursive: true });
});

const newestDay = (): number | undefined => {
  const found = newestBackup(path(), 1, now);
  return found === null ? undefined : new Date(found.at).getUTCDate();
};

it.each([
  ['busy', 5],
  ['locked', 6],
  ['read-only', 8],
  ['an error of the disk', 10],
  ['a full disk', 13],
  ['no file descriptor left', 14],
])(
  'newestBackup returns the newest backup when only the first attempt to open it fails: %s',
  (_, errcode) => {
    refusals.push(errcode);
    expect(newestDay()).toBe(21);
  },
);

it('newestBackup skips the newest backup when two attempts to open it fail', () => {
  refusals.push(13, 13);
  expect(newestDay()).toBe(20);
});

it('newestBackup skips a backup when the second attempt to open it finds damage', () => {
  writeFileSync(join(folder, 'backups/data-2026-11-21T17-00-00-000Z.sqlite'), 'no database');
  refusals.push(13);
  expect(newestDay()).toBe(20);
});
