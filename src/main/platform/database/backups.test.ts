import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { journalPost } from '#test/support/journal-posts.ts';
import {
  backUpBeforeUpgrade,
  listBackups,
  makeBackup,
  newestBackup,
  noteSuspectedDamage,
  msUntilBackup,
} from './backups.ts';
import { draftPath } from '../files/atomic.ts';
import type { KeptDatabase } from './kept-database.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { openKeptAppDatabase, openAppDatabase } from '#app/database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 24 * 3600_000;
let folder = '';
let path = '';
let wallClock = now;
let ticks = 0;
const clock = { now: () => wallClock, monotonic: () => (ticks += 60_000) };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-backups-'));
  path = join(folder, 'overhead.sqlite');
  wallClock = now;
});
afterEach(() => rmSync(folder, { recursive: true }));

async function withKept<T>(work: (kept: KeptDatabase) => T | Promise<T>): Promise<T> {
  const kept = openKeptAppDatabase(path, clock);
  try {
    return await work(kept);
  } finally {
    kept.close();
  }
}
const add = (n: number): Promise<void> =>
  withKept((kept) => {
    expect(createJournalStore(kept).save([journalPost(n)], 'user').ok).toBe(true);
  });
const count = (kept: KeptDatabase): unknown => {
  const all = createJournalStore(kept).after(0, 1_000_000);
  return all.ok ? all.value.length : all;
};
/** The times of all backups in days from now, newest first. */
const days = (): number[] => listBackups(path).map(({ at }) => (at - now) / day);

/** Makes a backup on each of these days, given in days from now. */
async function makeOn(database: DatabaseSync, ...dates: number[]): Promise<void> {
  for (const date of dates) {
    const at = now + date * day;
    expect(await makeBackup(database, path, at)).toMatchObject({ ok: true, value: { at } });
  }
}

it('KeptDatabase.backUp makes no backup of a temporary database', async () => {
  await add(1);
  await withKept((kept) => kept.backUp(now));
  const aside = join(folder, 'aside');
  renameSync(path, aside);
  mkdirSync(path);
  for (let n = 1; n <= 8; n += 1) {
    wallClock = now + n * day;
    await withKept(async (kept) => {
      expect(count(kept)).toBe(0);
      // The code is EISDIR, and that of SQLite on Windows.
      expect(await kept.backUp(wallClock)).toMatchObject({ failure: { kind: 'storage' } });
    });
  }
  expect(days()).toEqual([0]);
  // The app uses the database on the disk again as soon as the path is free, without a restart.
  await withKept(async (kept) => {
    const store = createJournalStore(kept);
    rmSync(path, { recursive: true });
    renameSync(aside, path);
    expect(store.medium()).toBe('reopened');
    expect(await kept.backUp(wallClock)).toMatchObject({ ok: true });
  });
  writeFileSync(path, readFileSync(path).fill(0x55));
  await withKept((kept) => expect(count(kept)).toBe(1));
});

it('backups dated in the future are removed first and restored last', async () => {
  await add(1);
  const { database, close } = openAppDatabase(path, now);
  await makeOn(database, 365, 366, 367, 368, 369, 370, 371);
  close();
  await add(2);
  await withKept(async (kept) => {
    expect(msUntilBackup(path, now)).toBe(0);
    await makeOn(kept.current(), 0);
    expect(msUntilBackup(path, now)).toBe(day);
    expect(days()).toEqual([371, 370, 369, 368, 367, 366, 0]);
  });
  writeFileSync(path, readFileSync(path).fill(0x55));
  await withKept(async (kept) => {
    expect(kept.recovered).toMatchObject({ backupFrom: now });
    expect(count(kept)).toBe(2);
    await makeOn(kept.current(), 1, 2, 3, 4, 5, 6, 7);
  });
  expect(days()).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

it('makeBackup removes no backup of another program, and newestBackup restores none', async () => {
  await add(1);
  const foreign = (name: string): void => {
    const other = new DatabaseSync(join(folder, 'backups', name));
    other.exec('CREATE TABLE taxes (y); PRAGMA user_version = 7');
    other.close();
  };
  mkdirSync(join(folder, 'backups'));
  const names = Array.from({ length: 9 }, (_, n) => `taxes-201${n}-01-01T00-00-00-000Z.sqlite`);
  names.push('taxes-overhead-2026-11-20T11-59-00-000Z.sqlite');
  names.forEach(foreign);
  await withKept((kept) => makeOn(kept.current(), -1));
  expect(days()).toEqual([-1]);
  rmSync(path);
  await withKept((kept) => expect(count(kept)).toBe(1));
  expect(readdirSync(join(folder, 'backups')).filter((name) => names.includes(name))).toHaveLength(
    10,
  );
});

it('makeBackup writes one file for each backup, and removes the temporary files of interrupted backups', async () => {
  await add(1);
  await withKept(async (kept) => {
    await makeOn(kept.current(), 0);
    const draft = draftPath(join(folder, 'backups', 'overhead.sqlite'));
    for (const suffix of ['', '-shm', '-wal']) writeFileSync(draft + suffix, '');
    writeFileSync(join(folder, 'backups', 'mine.part'), '');
    await makeOn(kept.current(), 1);
  });
  const names = readdirSync(join(folder, 'backups'));
  expect(names.filter((name) => !/^overhead-[\dTZ-]+\.sqlite$/.test(name))).toEqual(['mine.part']);
  expect(names).toHaveLength(3);
  // When a backup is restored, these files stay too.
  writeFileSync(path, readFileSync(path).fill(0x55));
  await withKept((kept) => expect(count(kept)).toBe(1));
  expect(readdirSync(join(folder, 'backups'))).toEqual(names);
});

it.skipIf(process.platform === 'win32')(
  'the database and its backups are created with access for this user only',
  async () => {
    const before = process.umask(0o022);
    try {
      await withKept(async (kept) => {
        createJournalStore(kept).save([journalPost(1)], 'user');
        expect(statSync(path).mode & 0o777).toBe(0o600);
        expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600);
        await makeOn(kept.current(), 0);
      });
    } finally {
      process.umask(before);
    }
    const backups = join(folder, 'backups');
    expect(statSync(backups).mode & 0o777).toBe(0o700);
    const modes = readdirSync(backups).map((name) => statSync(join(backups, name)).mode & 0o777);
    expect(modes).toEqual([0o600]);
  },
);

it.skipIf(process.platform === 'win32')(
  'openKeptAppDatabase and noteSuspectedDamage do not write through a symbolic link beside the database',
  async () => {
    const precious = join(folder, 'precious');
    writeFileSync(precious, 'precious');
    await add(1);
    await withKept((kept) => makeOn(kept.current(), 0));
    symlinkSync(precious, `${path}.part`);
    symlinkSync(precious, `${path}.suspect`);
    writeFileSync(path, readFileSync(path).fill(0x55));
    await withKept((kept) => {
      expect(count(kept)).toBe(1);
      noteSuspectedDamage(path);
    });
    expect(readFileSync(precious, 'utf8')).toBe('precious');
  },
);

it('backUpBeforeUpgrade leaves no file when the database cannot be copied', async () => {
  await withKept((kept) => {
    const posts = Array.from({ length: 200 }, (_, index) => journalPost(index + 1));
    expect(createJournalStore(kept).save(posts, 'user').ok).toBe(true);
  });
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 0; PRAGMA shrink_memory');
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x55, bytes.length - 8192));
  backUpBeforeUpgrade(database, path, 1, now);
  database.close();
  expect(readdirSync(join(folder, 'backups'))).toEqual([]);
});

it('backUpBeforeUpgrade keeps seven backups before upgrades, beside seven others', async () => {
  await add(1);
  await withKept(async (kept) => {
    const hours = Array.from({ length: 8 }, (_, n) => n / 24);
    await makeOn(kept.current(), ...hours);
    for (const n of hours) backUpBeforeUpgrade(kept.current(), path, 1, now + (n + 1) * day);
    const upgrades = listBackups(path).filter(({ beforeUpgrade }) => beforeUpgrade);
    expect([upgrades.length, days().length]).toEqual([7, 14]);
    expect(days().at(-1)).toBe(hours[1]);
  });
});

it('newestBackup skips backups whose version is later than the given version', async () => {
  await add(1);
  await withKept((kept) => makeOn(kept.current(), -2, -1));
  const [newest] = listBackups(path);
  if (newest === undefined) throw new Error('there is no backup');
  const database = new DatabaseSync(newest.path);
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  database.exec(`PRAGMA user_version = ${version + 1}`);
  database.close();
  expect(newestBackup(path, version, now)).toMatchObject({ at: now - 2 * day });
  expect(newestBackup(path, version + 1, now)).toMatchObject({ at: now - day });
});
