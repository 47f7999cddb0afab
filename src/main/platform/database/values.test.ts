import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storedValuesOf } from '#test/support/stored-values.ts';
import { fixedDatabase } from './kept-database.ts';
import { openStoredValues } from './values.ts';
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

  it.each<[string, unknown, unknown, unknown]>([
    ['lists, without duplicates', [1, { a: 2 }], [{ a: 2 }, 3], [1, { a: 2 }, 3]],
    [
      'objects, by property',
      { a: 1, b: [1], c: 5 },
      { b: [2], c: null, d: 4 },
      { a: 1, b: [1, 2], c: 5, d: 4 },
    ],
    ['a value and null', 5, null, 5],
    ['two other values', 'earlier', 'later', 'later'],
    ['a list and an object', [1], { a: 1 }, { a: 1 }],
    ['an object and a list', { a: 1 }, [1], [1]],
  ])(
    'merges a value that could not be written with that of the next database: %s',
    (_what, stored, unsaved, merged) => {
      const create = () => {
        const database = new DatabaseSync(':memory:');
        database.exec('CREATE TABLE stored_value (key TEXT PRIMARY KEY, json TEXT)');
        return database;
      };
      const [temporary, next] = [create(), create()];
      temporary.exec('PRAGMA query_only = 1');
      let current = temporary;
      const stores = openStoredValues({
        bound: (prepare) => (work) => work(prepare(current)),
        failure: () => null,
      });
      const value = stores.value<unknown>('a', z.unknown(), 'fallback');
      const other = stores.value<unknown>('b', z.unknown(), 'fallback');
      expect(value.get()).toBe('fallback');
      value.set(unsaved);
      other.set(unsaved);
      expect(value.get()).toEqual(unsaved);
      const insert = next.prepare('INSERT INTO stored_value VALUES (?, ?)');
      insert.run('a', JSON.stringify(stored));
      current = next;
      stores.reload();
      expect([value.get(), other.get()]).toEqual([merged, unsaved]);
      const rows = next.prepare('SELECT * FROM stored_value ORDER BY key').all();
      expect(rows.map(({ json }) => JSON.parse(String(json)) as unknown)).toEqual([
        merged,
        unsaved,
      ]);
      // The second value replaces what this run has written.
      next.exec('PRAGMA query_only = 1');
      value.set(unsaved);
      stores.reload();
      expect(value.get()).toEqual(unsaved);
      next.exec('PRAGMA query_only = 0');
      stores.flush();
      expect(next.prepare("SELECT json FROM stored_value WHERE key = 'a'").get()).toEqual({
        json: JSON.stringify(unsaved),
      });
      temporary.close();
      next.close();
    },
  );
});
