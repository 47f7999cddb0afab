import {
  copyFileSync,
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalPost, postId } from '#test/support/journal-posts.ts';
import {
  isDamageSuspected,
  listBackups,
  makeBackup,
  noteSuspectedDamage,
  msUntilBackup,
} from './backups.ts';
import { createJournalStore } from '#journal/store/journal-store.ts';
import { storedValuesOf } from '#test/support/stored-values.ts';
import { openKeptAppDatabase, openAppDatabase } from '#app/database.ts';
import { journalMode, openDatabase, type Layout } from './database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 24 * 3600_000;
let folder = '';
let path = '';
let ticks = 0;
const clock = { now: () => now, monotonic: () => (ticks += 60_000) };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-database-'));
  path = join(folder, 'overhead.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Opens the database, runs `work` with its journal, and closes it. */
function withStore<T>(work: (store: ReturnType<typeof createJournalStore>) => T): T {
  const kept = openKeptAppDatabase(path, clock);
  try {
    return work(createJournalStore(kept));
  } finally {
    kept.close();
  }
}
it('KeptDatabase blocks main for at most one wait a second while another program holds a lock', () => {
  let time = 0;
  const kept = openKeptAppDatabase(path, { now: () => now, monotonic: () => time });
  const values = storedValuesOf(kept);
  const waitMs = () => kept.current().prepare('PRAGMA busy_timeout').get()?.['timeout'];
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  expect(waitMs()).toBe(250);
  values.notices.set(['a']);
  expect(waitMs()).toBe(0);
  time += 999;
  values.seenPictureDate.set('2026-11-20');
  expect(waitMs()).toBe(0);
  other.exec('ROLLBACK');
  values.notices.set(['b']);
  time += 1;
  values.notices.set(['c']);
  expect(waitMs()).toBe(250);
  const rows = other.prepare('SELECT key, json FROM stored_value ORDER BY key').all();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['notices', '["c"]'],
    ['seen-picture-date', '"2026-11-20"'],
  ]);
  other.close();
  kept.close();
});

const stored = () => withStore((store) => store.after(0, 1_000_000));
const fill = (count: number): void =>
  withStore((store) => {
    const posts = Array.from({ length: count }, (_, index) => journalPost(index + 1));
    expect(store.save(posts, 'user').ok).toBe(true);
  });
const spoil = (): void => {
  const bytes = readFileSync(path);
  bytes.fill(0x55, 4096, bytes.length - 4096);
  writeFileSync(path, bytes);
};

const layoutOf = (migrations: readonly string[]): Layout => ({
  migrations,
  salvage: () => undefined,
});

describe('openDatabase', () => {
  it('keeps the rows after a restart, and makes SQLite sync every commit', () => {
    const { database, close } = openAppDatabase(path, now);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    close();
    fill(1);
    expect(stored()).toEqual({ ok: true, value: [journalPost(1)] });
  });

  it.each([
    ['is not a database', () => writeFileSync(path, 'not a database, but long enough to look at')],
    [
      'was written by a newer version',
      () => {
        const database = new DatabaseSync(path);
        database.exec('PRAGMA user_version = 1000');
        database.close();
      },
    ],
    [
      'is damaged inside',
      () => {
        fill(500);
        spoil();
      },
    ],
  ])('renames a file that %s, and creates a new database', (_what, damage) => {
    damage();
    const before = readFileSync(path);
    const opened = openAppDatabase(path, now);
    expect(opened.quarantined).toBe(`${path}.unusable-2026-11-20T12-00-00-000Z`);
    expect(opened.backup).toBeNull();
    expect(readFileSync(String(opened.quarantined))).toEqual(before);
    opened.close();
    expect(stored()).toEqual({ ok: true, value: [] });
  });

  it('replaces a damaged file by the newest intact backup and reports the replacement', async () => {
    fill(200);
    for (const at of [now - 2 * day, now - day]) {
      const { database, close } = openAppDatabase(path, now);
      expect(await makeBackup(database, path, at)).toMatchObject({ ok: true, value: { at } });
      close();
    }
    const newest = listBackups(path)[0]?.path ?? '';
    writeFileSync(newest, readFileSync(newest).fill(0x55, 4096));
    spoil();
    withStore((store) => {
      expect(store.recovered).toMatchObject({ at: now, backupFrom: now - 2 * day });
      expect(store.summary()).toMatchObject({ value: { counts: { waiting: 200 } } });
    });
    expect(stored()).toMatchObject({ value: { length: 200 } });
  });

  it('replaces a missing file by the newest backup, and does not apply the old write-ahead log to it', async () => {
    fill(20);
    const { database, close } = openAppDatabase(path, now);
    expect(await makeBackup(database, path, now - day)).toMatchObject({ ok: true });
    close();
    rmSync(path);
    // A complete log of another database: SQLite would apply it to the restored file.
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    const other = openAppDatabase(join(elsewhere, 'overhead.sqlite'), now);
    copyFileSync(join(elsewhere, 'overhead.sqlite-wal'), `${path}-wal`);
    other.close();
    withStore((store) => {
      expect(store.recovered).toEqual({
        at: now,
        aside: null,
        backupFrom: now - day,
        isNewer: false,
      });
      expect(store.summary()).toMatchObject({ value: { counts: { waiting: 20 } } });
    });
    withStore((store) => expect(store.recovered).toBeNull());
  });

  // On Windows, a link to itself is a missing file.
  it.skipIf(process.platform === 'win32')(
    'does not replace the database while the disk cannot report whether the file exists',
    () => {
      fill(3);
      const away = join(folder, 'away');
      renameSync(path, away);
      // Every access to the path fails with ELOOP.
      symlinkSync(path, path);
      withStore((store) => {
        expect(store.medium()).toEqual({ kind: 'storage', code: 'ELOOP' });
        expect(store.recovered).toBeNull();
        rmSync(path);
        renameSync(away, path);
        expect(store.medium()).toBe('reopened');
      });
      expect(stored()).toMatchObject({ value: { length: 3 } });
    },
  );

  it.skipIf(process.platform === 'win32')(
    'does not create an empty database while the backups cannot be listed',
    async () => {
      fill(200);
      const { database, close } = openAppDatabase(path, now);
      expect(await makeBackup(database, path, now - day)).toMatchObject({ ok: true });
      close();
      spoil();
      const [backups, away] = [join(folder, 'backups'), join(folder, 'away')];
      renameSync(backups, away);
      symlinkSync(backups, backups);
      withStore((store) => {
        expect(store.medium()).toEqual({ kind: 'storage', code: 'ELOOP' });
        // If the app ends now, the next start copies the rows of the damaged file.
        expect(isDamageSuspected(path)).toBe(true);
        rmSync(backups);
        renameSync(away, backups);
        expect(store.medium()).toBe('reopened');
      });
      expect(stored()).toMatchObject({ value: { length: 200 } });
    },
  );

  it('uses an empty database in memory until a database can be created on the disk', () => {
    path = join(folder, 'missing', 'overhead.sqlite');
    const kept = openKeptAppDatabase(path, clock);
    const store = createJournalStore(kept);
    expect(store.medium()).toEqual({ kind: 'storage', code: 'ENOENT' });
    expect(readdirSync(folder)).toEqual([]);
    expect(store.summary()).toMatchObject({ ok: true, value: { lastSequence: 0 } });
    mkdirSync(join(folder, 'missing'));
    expect(store.medium()).toBe('reopened');
    expect(store.medium()).toBe('disk');
    store.save([journalPost(1)], 'user');
    kept.close();
    expect(stored()).toEqual({ ok: true, value: [journalPost(1)] });
  });

  it('reads from a copy, and refuses writes, while another program locks the database', () => {
    fill(3);
    const other = new DatabaseSync(path);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    const kept = openKeptAppDatabase(path, clock);
    const store = createJournalStore(kept);
    expect(store.medium()).toMatchObject({ code: 'SQLITE_BUSY' });
    expect(store.get(postId(2))).toEqual({ ok: true, value: journalPost(2) });
    expect(store.save([journalPost(4)], 'user')).toMatchObject({
      failure: { code: 'SQLITE_BUSY' },
    });
    other.exec('ROLLBACK');
    other.close();
    expect(store.medium()).toBe('reopened');
    kept.close();
  });

  it.each([
    ['of at most 2 MiB', 2 * 2 ** 20, 1, false, true],
    ['of more than 2 MiB', 2 * 2 ** 20 + 4096, 1, false, false],
    ['of more than 2 MiB that is suspected', 2 * 2 ** 20 + 4096, 1, true, true],
    ['of more than 2 MiB before an upgrade', 2 * 2 ** 20 + 4096, 2, false, true],
  ])('checks the pages of a database %s', (_what, size, version, isSuspected, isChecked) => {
    const migrations = ['CREATE TABLE t (b BLOB)', 'CREATE TABLE u (b BLOB)'];
    const { database, close } = openDatabase(path, now, layoutOf(migrations.slice(0, 1)));
    // The header, the table and 4092 bytes of each further page.
    database.exec(`INSERT INTO t VALUES (zeroblob(${((size - 8192) / 4096) * 4092}))`);
    close();
    expect(statSync(path).size).toBe(size);
    writeFileSync(path, readFileSync(path).fill(0x55, 2 ** 20, 2 ** 20 + 4096));
    if (isSuspected) noteSuspectedDamage(path);
    const opened = openDatabase(path, now, layoutOf(migrations.slice(0, version)));
    opened.close();
    expect(opened.quarantined !== null).toBe(isChecked);
  });

  it('removes the marker of suspected damage after the database was opened and checked', () => {
    fill(1);
    noteSuspectedDamage(path);
    expect(isDamageSuspected(path)).toBe(true);
    openAppDatabase(path, now).close();
    expect(isDamageSuspected(path)).toBe(false);
  });
});

describe('a database that is damaged while the app runs', () => {
  const damageOpen = (kept: ReturnType<typeof openKeptAppDatabase>): void => {
    kept
      .current()
      .exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 0; PRAGMA shrink_memory');
    spoil();
  };

  it('is replaced by one whose first call waits for a lock again, after a lock of another program', () => {
    fill(200);
    const kept = openKeptAppDatabase(path, { now: () => now, monotonic: () => 0 });
    const { notices } = storedValuesOf(kept);
    const waitMs = () => kept.current().prepare('PRAGMA busy_timeout').get()?.['timeout'];
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    notices.set(['a']);
    expect(waitMs()).toBe(0);
    other.close();
    damageOpen(kept);
    kept.check();
    expect(waitMs()).toBe(250);
    const another = new DatabaseSync(path);
    another.exec('BEGIN IMMEDIATE');
    notices.set(['b']);
    expect(waitMs()).toBe(0);
    another.close();
    kept.close();
  });

  it('is replaced at most once in ten minutes, because a broken disk damages every database', () => {
    fill(500);
    let minutes = 0;
    const kept = openKeptAppDatabase(path, { now: () => now, monotonic: () => minutes * 60_000 });
    const store = createJournalStore(kept);
    let replaced = 0;
    kept.onReplaced(() => (replaced += 1));
    const isRead = (): boolean => store.after(0, 1_000_000).ok;
    damageOpen(kept);
    expect([isRead(), replaced]).toEqual([true, 1]);
    store.save(
      Array.from({ length: 500 }, (_, n) => journalPost(n + 1)),
      'user',
    );
    minutes = 9;
    damageOpen(kept);
    expect([isRead(), replaced]).toEqual([false, 1]);
    minutes = 10;
    expect([isRead(), replaced]).toEqual([true, 2]);
    kept.close();
  });

  it('is replaced at the next start when the app ended before the replacement was in place', async () => {
    fill(20);
    const { database, close } = openAppDatabase(path, now);
    await makeBackup(database, path, now - day);
    close();
    withStore((store) => store.save([journalPost(21)], 'user'));
    // The steps that the app had finished when it ended.
    noteSuspectedDamage(path);
    renameSync(path, `${path}.unusable-2026-11-20T11-00-00-000Z`);
    expect(stored()).toMatchObject({ value: { length: 21 } });
  });

  it('is not read again when its replacement is missing a year later: the newest backup is used', async () => {
    fill(20);
    const { database, close } = openAppDatabase(path, now);
    await makeBackup(database, path, now - day);
    close();
    withStore((store) => store.save([journalPost(21)], 'user'));
    renameSync(path, `${path}.unusable-2025-11-20T11-00-00-000Z`);
    expect(stored()).toMatchObject({ value: { length: 20 } });
  });

  it('refuses writes with the failure of the disk when it cannot be renamed', () => {
    fill(500);
    const kept = openKeptAppDatabase(path, clock);
    const store = createJournalStore(kept);
    damageOpen(kept);
    mkdirSync(`${path}.unusable-2026-11-20T12-00-00-000Z`);
    writeFileSync(join(`${path}.unusable-2026-11-20T12-00-00-000Z`, 'x'), '');
    const refused = store.save([journalPost(1)], 'user');
    expect(kept.failure()).toMatchObject({ kind: 'storage' });
    expect(refused).toEqual({ ok: false, failure: kept.failure() });
    kept.close();
  });
});

describe('a backup of the database', () => {
  it('is due once a day; the newest seven are kept', async () => {
    fill(3);
    const { database, close } = openAppDatabase(path, now);
    expect(msUntilBackup(path, now)).toBe(0);
    for (let n = 0; n < 9; n += 1) await makeBackup(database, path, now + n * day);
    close();
    expect(msUntilBackup(path, now + 8 * day + 3600_000)).toBe(23 * 3600_000);
    expect(listBackups(path).map(({ at }) => (at - now) / day)).toEqual([8, 7, 6, 5, 4, 3, 2]);
    expect(readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.part'))).toEqual(
      [],
    );
  });

  it('is not made of a damaged database; the damaged database is replaced immediately', async () => {
    fill(500);
    const kept = openKeptAppDatabase(path, clock);
    kept.current().exec('PRAGMA cache_size = 0; PRAGMA shrink_memory');
    spoil();
    const outcome = await kept.backUp(now);
    expect(outcome).toMatchObject({ failure: { code: 'SQLITE_CORRUPT' } });
    expect(listBackups(path)).toEqual([]);
    expect(kept.recovered).toMatchObject({ backupFrom: null });
    expect(await kept.backUp(now)).toMatchObject({ ok: true });
    kept.close();
  });

  it('is not needed after a failed upgrade, because a failed step leaves the database unchanged', () => {
    openDatabase(path, now, layoutOf(['CREATE TABLE kept (word TEXT)'])).close();
    const broken = ['CREATE TABLE kept (word TEXT)', 'CREATE TABLE more (word TEXT); not SQL'];
    expect(() => openDatabase(path, now, layoutOf(broken))).toThrow(/syntax error/);
    const { database, close } = openDatabase(path, now, layoutOf(broken.slice(0, 1)));
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()).toEqual([
      { name: 'kept' },
    ]);
    close();
  });
});

it('openDatabase removes the temporary files of an interrupted replacement', () => {
  fill(1);
  const draft = join(folder, '.overhead-4032789a-7931-4e6b-8aca-913d51ce8751.part');
  for (const suffix of ['', '-wal', '-shm']) writeFileSync(draft + suffix, '');
  writeFileSync(join(folder, 'mine.part'), '');
  expect(stored().ok).toBe(true);
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual(['mine.part']);
});

it.each([
  [String.raw`\\server\profiles\ada\Overhead\overhead.sqlite`, 'TRUNCATE'],
  [String.raw`C:\Users\ada\AppData\Roaming\Overhead\overhead.sqlite`, 'WAL'],
  ['/home/ada/.config/Overhead/overhead.sqlite', 'WAL'],
])('journalMode of %s: %s, because a write-ahead log does not work on a server', (path, mode) => {
  expect(journalMode(path)).toBe(mode);
});
