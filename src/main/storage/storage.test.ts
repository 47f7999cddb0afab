import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayPicture } from '../../../test/support/pictures.ts';
import type { JournalPost } from '../../shared/journal.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { openDatabase } from './database.ts';
import { createJournalStore } from './journal-store.ts';
import { createMemory } from './memory.ts';
import { migrations } from './migrations.ts';
import { createPictureArchive } from './picture-archive.ts';
import { readSettingsFile } from './settings-file.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-storage-'));
  path = join(folder, 'overhead.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const post = (n: number, title = `post ${n}`): JournalPost => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  title,
  body: 'Ünïcödé 🛰️ \u0000 "quotes"',
  createdAt: now + n,
  state: { kind: 'waiting', attempts: 0, lastFailure: null },
});

describe('openDatabase', () => {
  it('survives a restart, and syncs every commit to the disk', () => {
    const first = openDatabase(path, now);
    expect(first.database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(first.database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    createJournalStore(first.database).save(post(1));
    first.close();
    const second = openDatabase(path, now);
    expect(second.quarantined).toBeNull();
    expect(createJournalStore(second.database).all()).toEqual([post(1)]);
    second.close();
  });

  it.each([
    ['is no database', () => writeFileSync(path, 'not a database, but long enough to look at')],
    [
      'was written by a newer version',
      () => {
        const database = new DatabaseSync(path);
        database.exec(`PRAGMA user_version = ${migrations.length + 1}`);
        database.close();
      },
    ],
    [
      'is damaged inside',
      () => {
        const { database, close } = openDatabase(path, now);
        const store = createJournalStore(database);
        for (let n = 0; n < 500; n += 1) store.save(post(n));
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        close();
        const bytes = readFileSync(path);
        bytes.fill(0x55, 4096, bytes.length - 4096);
        writeFileSync(path, bytes);
      },
    ],
  ])('puts a file aside that %s, and begins anew', (_what, spoil) => {
    spoil();
    const before = readFileSync(path);
    const opened = openDatabase(path, now);
    expect(createJournalStore(opened.database).all()).toEqual([]);
    expect(opened.quarantined).toBe(`${path}.unusable-2026-11-20T12-00-00-000Z`);
    expect(readFileSync(String(opened.quarantined))).toEqual(before);
    opened.close();
  });

  it('throws, and puts nothing aside, when the file cannot be made at all', () => {
    expect(() => openDatabase(join(folder, 'missing', 'x.sqlite'), now)).toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('createJournalStore', () => {
  it('gives the last written first, also when the clock was set back, and replaces by id', () => {
    const { database, close } = openDatabase(path, now);
    const store = createJournalStore(database);
    for (const n of [1, 3, 2]) expect(store.save(post(n))).toEqual({ ok: true, value: null });
    store.save(post(3, 'changed'));
    expect(store.all().map(({ title }) => title)).toEqual(['post 2', 'changed', 'post 1']);
    close();
  });

  it('says which failure of the disk it was', () => {
    const { database, close } = openDatabase(path, now);
    const store = createJournalStore(database);
    database.exec('PRAGMA max_page_count = 1');
    const large = { ...post(1), body: 'x'.repeat(100_000) };
    expect(store.save(large)).toEqual({
      ok: false,
      failure: { kind: 'storage', code: 'SQLITE_FULL' },
    });
    database.exec('PRAGMA query_only = 1');
    expect(store.save(post(2))).toMatchObject({ failure: { code: 'SQLITE_READONLY' } });
    close();
  });

  it('takes a file that is damaged while the app runs for a failure of the disk, not for a defect', () => {
    const { database, close } = openDatabase(path, now);
    const store = createJournalStore(database);
    for (let n = 0; n < 100; n += 1) store.save(post(n));
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 0; PRAGMA shrink_memory');
    const bytes = readFileSync(path);
    bytes.fill(0x55, 4096);
    writeFileSync(path, bytes);
    expect(store.save(post(1))).toMatchObject({ failure: { code: 'SQLITE_CORRUPT' } });
    close();
  });
});

describe('createPictureArchive', () => {
  it('knows the newest day, unless its file is gone', () => {
    const { database, close } = openDatabase(path, now);
    const archive = createPictureArchive(database, folder);
    expect(archive.newest()).toBeNull();
    for (const date of ['2026-11-20', '2026-11-19']) {
      writeFileSync(join(folder, `${date}-0.jpg`), 'x');
      archive.save(dayPicture(date));
    }
    expect(archive.newest()).toEqual(dayPicture('2026-11-20'));
    rmSync(join(folder, '2026-11-20-0.jpg'));
    expect(archive.newest()).toBeNull();
    close();
  });
});

describe('createMemory', () => {
  const wallpaper = {
    kind: 'set',
    date: '2026-11-20',
    path: '/x.jpg',
    backend: 'xfce',
    verified: true,
    at: now,
  } as const;

  it('remembers the wallpaper and what was shown over a restart', () => {
    const first = openDatabase(path, now);
    const memory = createMemory(first.database);
    expect(memory.wallpaper.last()).toBeNull();
    memory.wallpaper.remember(wallpaper);
    for (let n = 0; n < 300; n += 1) memory.notices.remember(`key ${n}`);
    first.close();
    const second = openDatabase(path, now);
    const again = createMemory(second.database);
    expect(again.wallpaper.last()).toEqual(wallpaper);
    expect(again.notices.shown().has('key 299')).toBe(true);
    expect(again.notices.shown().size).toBe(200);
    second.close();
  });

  it('remembers for this run what the disk refuses', () => {
    const { database, close } = openDatabase(path, now);
    const memory = createMemory(database);
    database.exec('PRAGMA query_only = 1');
    memory.wallpaper.remember(wallpaper);
    expect(memory.wallpaper.last()).toEqual(wallpaper);
    close();
  });

  it('begins anew where what it finds makes no sense', () => {
    const { database, close } = openDatabase(path, now);
    database.exec(
      `INSERT INTO memory (key, json) VALUES ('notices', '[1'), ('wallpaper', '{"kind":"set"}')`,
    );
    const memory = createMemory(database);
    expect(memory.notices.shown().size).toBe(0);
    expect(memory.wallpaper.last()).toBeNull();
    close();
  });
});

describe('readSettingsFile', () => {
  const read = (text?: string) => {
    const file = join(folder, 'settings.json');
    if (text !== undefined) writeFileSync(file, text);
    return readSettingsFile(file, now);
  };

  it.each([
    ['no file', undefined],
    ['an empty object', '{}'],
  ])('gives the defaults for %s', (_what, text) => {
    expect(read(text)).toEqual({ settings: defaultSettings, quarantined: null });
  });

  it('takes what is given and fills in the rest', () => {
    const { settings } = read('{"services":{"source":"own","own":{"posts":"http://127.0.0.1:1"}}}');
    expect(settings.services.source).toBe('own');
    expect(settings.services.own.posts).toBe('http://127.0.0.1:1');
    expect(settings.services.own.picture).toBe(defaultSettings.services.own.picture);
    expect(settings.wallpaper.enabled).toBe(true);
  });

  it.each([
    ['half a file', '{"version":1,'],
    ['a wrong type', '{"wallpaper":{"enabled":"yes"}}'],
    ['an address with a password', '{"services":{"own":{"picture":"https://a:b@example.org"}}}'],
    ['a file address', '{"services":{"own":{"picture":"file:///etc/passwd"}}}'],
    ['no object', '[]'],
  ])('puts %s aside and goes on with the defaults', (_what, text) => {
    const { settings, quarantined } = read(text);
    expect(settings).toEqual(defaultSettings);
    expect(readFileSync(String(quarantined), 'utf8')).toBe(text);
  });
});
