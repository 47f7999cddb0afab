import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayPicture } from '#test/support/pictures.ts';
import { createMemory } from './value-stores.ts';
import { createArchiveStore } from '#picture/store/archive-store.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from './database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-storage-'));
  path = join(folder, 'overhead.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('createArchiveStore', () => {
  it('knows the newest day whose file is there, and the days before it', () => {
    const { database, close } = openAppDatabase(path, now);
    const archive = createArchiveStore(fixedDatabase(database), folder);
    expect(archive.newest()).toBeNull();
    for (const date of ['2026-11-20', '2026-11-19']) {
      writeFileSync(join(folder, `${date}-0.jpg`), 'x');
      archive.save(dayPicture(date));
    }
    expect(archive.newest()).toEqual(dayPicture('2026-11-20'));
    expect(archive.days({ before: '2026-11-20', limit: 9 })).toEqual([dayPicture('2026-11-19')]);
    rmSync(join(folder, '2026-11-20-0.jpg'));
    expect(archive.newest()).toEqual(dayPicture('2026-11-19'));
    expect(archive.get('2026-11-20')).toBeNull();
    expect(archive.get('2026-11-19')).toEqual(dayPicture('2026-11-19'));
    rmSync(join(folder, '2026-11-19-0.jpg'));
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
    const first = openAppDatabase(path, now);
    const memory = createMemory(fixedDatabase(first.database));
    expect(memory.wallpaper.last()).toBeNull();
    memory.wallpaper.remember(wallpaper);
    for (let n = 0; n < 300; n += 1) memory.notices.remember(`key ${n}`);
    first.close();
    const second = openAppDatabase(path, now);
    const again = createMemory(fixedDatabase(second.database));
    expect(again.wallpaper.last()).toEqual(wallpaper);
    expect(again.notices.shown().has('key 299')).toBe(true);
    expect(again.notices.shown().size).toBe(200);
    second.close();
  });

  it('remembers for this run what the disk refuses', () => {
    const { database, close } = openAppDatabase(path, now);
    const memory = createMemory(fixedDatabase(database));
    database.exec('PRAGMA query_only = 1');
    memory.wallpaper.remember(wallpaper);
    expect(memory.wallpaper.last()).toEqual(wallpaper);
    close();
  });

  it('uses defaults for stored values that are invalid', () => {
    const { database, close } = openAppDatabase(path, now);
    database.exec(
      `INSERT INTO memory (key, json) VALUES ('notices', '[1'), ('wallpaper', '{"kind":"set"}')`,
    );
    const memory = createMemory(fixedDatabase(database));
    expect(memory.notices.shown().size).toBe(0);
    expect(memory.wallpaper.last()).toBeNull();
    close();
  });
});
