import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import '../../../test/support/electron-names.ts';
import { createMemory } from './memory.ts';
import { openDatabase } from './database.ts';
import { copyFile } from './copy-file.ts';
import { removeOwnData } from './own-data.ts';
import { openSettingsStore } from './settings-store.ts';
import { asideName } from './unusable.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
let root = '';
let data = '';
let logs = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'overhead-removal-'));
  data = join(root, 'config', 'Overhead');
  logs = join(root, 'state', 'Overhead', 'logs');
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'x');
  return path;
}

/** As a run leaves them, damaged files and half-written ones with it. */
async function fill(): Promise<void> {
  mkdirSync(data, { recursive: true });
  await openSettingsStore(data, now).update({ theme: 'dark' });
  const { database, close } = openDatabase(join(data, 'overhead.sqlite'), now);
  createMemory(database).notices.remember('x');
  put(join(data, 'overhead.sqlite-wal'));
  close();
  for (const name of [
    ...[
      'api-key',
      'api-key.part',
      'settings.json.tmp-6001234567abcdef',
      'overhead.sqlite.suspect',
      'overhead.sqlite-shm',
    ],
    asideName('settings.json', now),
    `${asideName('overhead.sqlite', now)}-wal`,
    asideName('api-key', now),
    'backups/overhead-2026-11-20T12-00-00-000Z.sqlite',
    'backups/overhead-2026-11-20T12-00-00-000Z-before-v4.sqlite',
    'pictures/2026-11-20-0a1b.jpg',
    'pictures/.known.json',
    'pictures/.01234567-89ab-cdef-0123-456789abcdef.resume',
    'thumbnails/2026-11-20-0a1b.jpg',
    'wallpaper/2026-11-20-01234567-0.png',
    'wallpaper/desktop.json',
    'logs/main.log',
    'Local State',
    'GPUCache/data_0',
    'Session Storage/000003.log',
  ])
    put(join(data, name));
  for (const name of ['main.log', 'main.1.log', 'main.3.log']) put(join(logs, name));
}

it('leaves nothing of its own', async () => {
  await fill();
  expect(removeOwnData(data, logs)).toEqual([]);
  expect(existsSync(data)).toBe(false);
  expect(existsSync(logs)).toBe(false);
});

it('leaves alone what is not its own', async () => {
  await fill();
  const foreign = [
    ...[
      join(data, 'notes.txt'),
      join(data, 'pictures', 'my holiday.jpeg'),
      join(logs, 'other.log'),
    ],
    ...[join(data, 'settings.json.bak'), join(data, 'my folder', 'settings.json')],
    join(root, 'elsewhere', 'main.log'),
  ].map(put);
  expect(removeOwnData(data, logs)).toEqual([]);
  expect(foreign.filter((path) => !existsSync(path))).toEqual([]);
  expect(readdirSync(data).sort()).toEqual([
    ...['my folder', 'notes.txt', 'pictures', 'settings.json.bak'],
  ]);
});

it('follows no symbolic link out of its folder', () => {
  const precious = put(join(root, 'home', 'pictures', '2026-11-20-0a1b.jpg'));
  mkdirSync(data, { recursive: true });
  symlinkSync(dirname(precious), join(data, 'pictures'));
  symlinkSync(dirname(precious), join(data, 'GPUCache'));
  symlinkSync(precious, join(data, 'api-key'));
  removeOwnData(data, logs);
  expect(existsSync(precious)).toBe(true);
  expect(existsSync(join(data, 'api-key'))).toBe(false);
});

it('says nothing of folders that were never made', () => {
  expect(removeOwnData(data, logs)).toEqual([]);
});

it('copies a file whole or not at all', async () => {
  const from = put(join(root, 'a.jpg'));
  const to = join(root, 'b.jpg');
  writeFileSync(to, 'what was there');
  expect(await copyFile(join(root, 'none.jpg'), to)).toEqual({
    ok: false,
    failure: { kind: 'storage', code: 'ENOENT' },
  });
  expect(readdirSync(root).sort()).toEqual(['a.jpg', 'b.jpg']);
  expect((await copyFile(from, to)).ok).toBe(true);
  expect(await copyFile(from, join(root, 'nowhere', 'c.jpg'))).toMatchObject({ ok: false });
});
