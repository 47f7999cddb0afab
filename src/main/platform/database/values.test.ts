import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedValuesOf } from '#test/support/stored-values.ts';
import { fixedDatabase } from './kept-database.ts';
import { openSetWallpaper } from '#wallpaper/set-wallpaper.ts';
import { openAppDatabase } from '#app/database.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-storage-'));
  path = join(folder, 'overhead.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('openStoredValues', () => {
  const wallpaper = {
    kind: 'set',
    date: '2026-11-20',
    path: '/x.jpg',
    backend: 'xfce',
    verified: true,
    at: now,
  } as const;

  it('keeps the last wallpaper and the keys of shown notifications across a restart', () => {
    const first = openAppDatabase(path, now);
    const stores = storedValuesOf(fixedDatabase(first.database));
    expect(openSetWallpaper(stores.value).get()).toBeNull();
    openSetWallpaper(stores.value).set(wallpaper);
    stores.notices.set(['picture:2026-11-20']);
    first.close();
    const second = openAppDatabase(path, now);
    const again = storedValuesOf(fixedDatabase(second.database));
    expect(openSetWallpaper(again.value).get()).toEqual(wallpaper);
    expect(again.notices.get()).toEqual(['picture:2026-11-20']);
    second.close();
  });

  it('stores the state of the views, and ignores a stored state of another version', () => {
    const first = openAppDatabase(path, now);
    const stores = storedValuesOf(fixedDatabase(first.database));
    expect(stores.views.get()).toEqual({});
    const choices = { settings: { section: 'general' }, scrolled: { station: 500 } };
    stores.views.set(choices);
    first.close();
    const second = openAppDatabase(path, now);
    expect(storedValuesOf(fixedDatabase(second.database)).views.get()).toEqual(choices);
    second.database.exec(
      `UPDATE stored_value SET json = '{"archive":{"layout":"cloud"}}' WHERE key = 'views'`,
    );
    expect(storedValuesOf(fixedDatabase(second.database)).views.get()).toEqual({});
    second.close();
  });

  it('holds values in memory for this run when the disk refuses them', () => {
    const { database, close } = openAppDatabase(path, now);
    const stores = storedValuesOf(fixedDatabase(database));
    database.exec('PRAGMA query_only = 1');
    stores.closeHint.set(true);
    expect(stores.closeHint.get()).toBe(true);
    close();
  });

  it('uses defaults for stored values that are invalid', () => {
    const { database, close } = openAppDatabase(path, now);
    database.exec(
      `INSERT INTO stored_value (key, json) VALUES ('notices', '[1'), ('wallpaper', '{"kind":"set"}')`,
    );
    const stores = storedValuesOf(fixedDatabase(database));
    expect(stores.notices.get()).toEqual([]);
    expect(openSetWallpaper(stores.value).get()).toBeNull();
    close();
  });
});
