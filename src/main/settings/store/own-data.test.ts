import { m } from '#words';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOwnFolder } from '#platform/files/own-folder.ts';
import { createKeyFile } from '../secrets/key-file.ts';
import { createDesktopStore, emptyRecord } from '#wallpaper/setter/desktop-store.ts';
import { makeBackup } from '#platform/database/backups.ts';
import { storedValuesOf } from '#test/support/stored-values.ts';
import { copyFile } from '#platform/files/transfer-files.ts';
import { removalInWords, removeOwnData } from './own-data.ts';
import { openSettingsFile } from './settings-file.ts';
import { openSettingsStore } from './settings-store.ts';
import { asidePath } from '#platform/files/quarantine.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { openAppDatabase } from '#app/database.ts';

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

function put(path: string, content = 'x'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
const uuid = '01234567-89ab-cdef-0123-456789abcdef';

/** The files after a run, with damaged files and drafts. */
async function fill(): Promise<void> {
  mkdirSync(data, { recursive: true });
  await openSettingsStore(openSettingsFile(data, () => now)).update({ theme: 'dark' });
  createKeyFile(join(data, 'api-key'), () => now).write({
    storage: 'plain',
    sealed: Buffer.from('key'),
  });
  await createDesktopStore(join(data, 'wallpaper', 'desktop.json'), Date.now).write(emptyRecord);
  const path = join(data, 'overhead.sqlite');
  const { database, close } = openAppDatabase(path, now);
  storedValuesOf(fixedDatabase(database)).notices.set(['x']);
  expect((await makeBackup(database, path, now)).ok).toBe(true);
  put(join(data, 'overhead.sqlite-wal'));
  close();
  for (const name of [
    'settings.json.tmp-6001234567abcdef',
    'overhead.sqlite.suspect',
    'overhead.sqlite-shm',
    `.overhead-${uuid}.part`,
    `${asidePath('overhead.sqlite', now)}-wal`,
    'backups/overhead-2026-11-20T12-00-00-000Z-before-v4.sqlite',
    'backups/overhead-2026-11-20T12-00-00-000Z.sqlite.part-shm',
    `backups/.overhead-${uuid}.part-wal`,
    'pictures/2026-11-20-0a1b2c3d.jpg',
    `pictures/.${uuid}.resume`,
    'thumbnails/2026-11-20-0a1b2c3d.jpg',
    `photos/${uuid}.1795000000000.jpg`,
    `photos/.overhead-${uuid}.part`,
    'wallpaper/2026-11-20-01234567-0.png',
    'logs/overhead.log',
  ])
    put(join(data, name));
  put(join(data, 'pictures', '.known.json'), '[{"address":"a","validator":{},"file":{}}]');
  put(join(data, asidePath('settings.json', now)), JSON.stringify(laterSettings));
  for (const name of ['chromium', 'updates']) expect(makeOwnFolder(join(data, name))).toBe(true);
  put(join(data, 'chromium', 'Network', 'Cookies'));
  put(join(data, 'updates', 'pending', 'Overhead-1.0.0-x64.AppImage'));
  for (const name of ['overhead.log', 'overhead.old.log']) put(join(logs, name));
}
const laterSettings = { version: 9, services: {}, picture: {}, wallpaper: {} };

/** Files of a user or another program, in the folders where the app keeps its own. */
const foreign = [
  'notes.txt',
  'pictures/IMG_1234.jpg',
  'pictures/my holiday.jpeg',
  'pictures/2026-11-20.jpg',
  'thumbnails/cat.jpg',
  'photos/cat.jpg',
  `photos/${uuid}.jpg`,
  'wallpaper/my-own-art.png',
  'wallpaper/desktop.json',
  'backups/overhead-old.sqlite',
  'logs/main.log',
  'settings.json',
  'settings.json.bak',
  'api-key',
  'my folder/settings.json',
  'Network/sub/deep.txt',
  'Partitions/disk-image.img',
  'Local State',
  'Preferences',
  'GPUCache/data_0',
  'chromium/Default/Bookmarks',
  'updates/windows.iso',
  'lockfile.txt',
  'old lockfile',
];

describe('removeOwnData', () => {
  it('removes all files that the app wrote', async () => {
    await fill();
    const removal = removeOwnData(data, logs);
    expect(removal).toMatchObject({ failed: [], kept: [] });
    expect(removal.removed).toBeGreaterThan(20);
    expect(existsSync(data)).toBe(false);
    expect(existsSync(logs)).toBe(false);
  });

  it.each(['utf8', 'utf16le'] as const)(
    'removes settings that an editor saved in %s with a byte order mark',
    async (encoding) => {
      await fill();
      const path = join(data, 'settings.json');
      writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8')}`, encoding);
      expect(removeOwnData(data, logs)).toMatchObject({ failed: [], kept: [] });
      expect(existsSync(path)).toBe(false);
    },
  );

  it('keeps and lists all files that may belong to another program', () => {
    const paths = foreign.map((name) => put(join(data, name), '{"version":1}'));
    const elsewhere = put(join(logs, 'other.log'));
    // A file of Chromium while its process runs.
    put(join(data, 'SingletonLock'));
    const { removed, failed, kept } = removeOwnData(data, logs);
    expect(removed).toBe(0);
    expect(failed).toEqual([]);
    expect([...paths, elsewhere].filter((path) => !existsSync(path))).toEqual([]);
    const isNamed = (path: string): boolean =>
      kept.some((one) => one === path || path.startsWith(join(one, '/')));
    expect([...paths, elsewhere].filter((path) => !isNamed(path))).toEqual([]);
    expect(kept.join('\n')).not.toContain('Singleton');
  });

  it('removes only the app’s files from a folder with files of other programs', async () => {
    await fill();
    const mine = ['pictures/IMG_1234.jpg', 'notes.txt'].map((name) => put(join(data, name)));
    expect([...removeOwnData(data, logs).kept].sort()).toEqual([...mine].sort());
    expect(readdirSync(data).sort()).toEqual(['notes.txt', 'pictures']);
    expect(readdirSync(join(data, 'pictures'))).toEqual(['IMG_1234.jpg']);
  });

  it.skipIf(process.platform === 'win32')('follows no symbolic link out of the data folder', () => {
    const home = join(root, 'home');
    const precious = put(join(home, 'pictures', '2026-11-20-0a1b2c3d.jpg'));
    expect(makeOwnFolder(join(home, 'chromium'))).toBe(true);
    mkdirSync(data, { recursive: true });
    symlinkSync(dirname(precious), join(data, 'pictures'));
    symlinkSync(join(home, 'chromium'), join(data, 'chromium'));
    symlinkSync(precious, join(data, 'overhead.sqlite'));
    removeOwnData(data, logs);
    expect(existsSync(precious)).toBe(true);
    expect(readdirSync(join(home, 'chromium'))).toHaveLength(1);
    expect(existsSync(join(data, 'overhead.sqlite'))).toBe(false);
  });

  it('removes the settings from a folder of their own, and names a file that cannot be removed once', async () => {
    await fill();
    const settings = join(root, 'settings');
    put(join(settings, 'settings.json'), JSON.stringify(laterSettings));
    const path = join(data, 'api-key');
    const remove = (one: string): void => {
      if (one === path) throw new Error('the system does not delete it');
      rmSync(one, { recursive: true });
    };
    const removal = removeOwnData(data, logs, remove, settings);
    expect(removal).toMatchObject({ failed: [path], kept: [] });
    expect(existsSync(settings)).toBe(false);
    expect(readdirSync(data)).toEqual(['api-key']);
  });

  it('reports nothing for folders that do not exist', () => {
    expect(removeOwnData(data, logs)).toEqual({ removed: 0, failed: [], kept: [] });
  });
});

describe('makeOwnFolder', () => {
  it('does not mark an existing folder with other files as the app’s folder', () => {
    const profile = join(data, 'chromium');
    put(join(profile, 'Default', 'Bookmarks'));
    expect(makeOwnFolder(profile)).toBe(false);
    expect(readdirSync(profile)).toEqual(['Default']);
  });

  it('marks an empty folder as the app’s folder, and recognises the folder afterwards', () => {
    const folder = join(data, 'updates');
    mkdirSync(folder, { recursive: true });
    expect(makeOwnFolder(folder)).toBe(true);
    put(join(folder, 'package'));
    expect(makeOwnFolder(folder)).toBe(true);
  });
});

describe('removalInWords', () => {
  it('contains the number of removed files, and lists the failures and the files that stay', () => {
    expect(removalInWords({ removed: 2, failed: [], kept: [] })).toBe(
      m.dialog_removed({ count: 2 }),
    );
    const list = (length: number) => Array.from({ length }, (_, n) => `/data/${n}`);
    for (const count of [1, 12, 13, 14])
      expect(removalInWords({ removed: 1, failed: ['/data/x'], kept: list(count) })).toBe(
        [
          m.dialog_removed({ count: 1 }),
          '',
          m.dialog_removal_failed(),
          '/data/x',
          '',
          m.dialog_removal_kept(),
          ...list(Math.min(count, 12)),
          ...(count > 12 ? [m.dialog_removal_more({ count: count - 12 })] : []),
        ].join('\n'),
      );
  });
});

it('copyFile copies a file whole or not at all', async () => {
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
