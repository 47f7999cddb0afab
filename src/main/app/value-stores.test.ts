import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createValueStores } from './value-stores.ts';
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

describe('createValueStores', () => {
  const wallpaper = {
    kind: 'set',
    date: '2026-11-20',
    path: '/x.jpg',
    backend: 'xfce',
    verified: true,
    at: now,
  } as const;

  it('keeps the last wallpaper and the keys of shown notices over a restart', () => {
    const first = openAppDatabase(path, now);
    const stores = createValueStores(fixedDatabase(first.database));
    expect(stores.wallpaper.last()).toBeNull();
    stores.wallpaper.remember(wallpaper);
    for (let n = 0; n < 300; n += 1) stores.notices.remember(`key ${n}`);
    first.close();
    const second = openAppDatabase(path, now);
    const again = createValueStores(fixedDatabase(second.database));
    expect(again.wallpaper.last()).toEqual(wallpaper);
    expect(again.notices.shown().has('key 299')).toBe(true);
    expect(again.notices.shown().size).toBe(200);
    second.close();
  });

  it('remembers for this run what the disk refuses', () => {
    const { database, close } = openAppDatabase(path, now);
    const stores = createValueStores(fixedDatabase(database));
    database.exec('PRAGMA query_only = 1');
    stores.wallpaper.remember(wallpaper);
    expect(stores.wallpaper.last()).toEqual(wallpaper);
    close();
  });

  it('uses defaults for stored values that are invalid', () => {
    const { database, close } = openAppDatabase(path, now);
    database.exec(
      `INSERT INTO memory (key, json) VALUES ('notices', '[1'), ('wallpaper', '{"kind":"set"}')`,
    );
    const stores = createValueStores(fixedDatabase(database));
    expect(stores.notices.shown().size).toBe(0);
    expect(stores.wallpaper.last()).toBeNull();
    close();
  });
});
