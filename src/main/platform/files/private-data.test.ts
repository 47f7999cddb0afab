import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeToOthers } from './own-folder.ts';
import { openAppDatabase } from '#app/database.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const ownNames = ['overhead.sqlite', 'settings.json', 'api-key', 'backups'];
const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;

// Windows has no POSIX modes: a person's folders are closed to others there.
describe.skipIf(process.platform === 'win32')('closeToOthers', () => {
  it('removes the permissions of others on database, backups and settings', () => {
    const { database, close } = openAppDatabase(join(folder, 'overhead.sqlite'), Date.now());
    mkdirSync(join(folder, 'backups'));
    for (const name of [
      'settings.json',
      'api-key.unusable-1',
      'backups/overhead-1.sqlite',
      'other',
    ])
      writeFileSync(join(folder, name), 'x');
    for (const name of ['overhead.sqlite', 'overhead.sqlite-wal', 'settings.json', 'other'])
      chmodSync(join(folder, name), 0o644);
    chmodSync(join(folder, 'backups'), 0o755);
    closeToOthers(folder, ownNames);
    for (const name of [
      'overhead.sqlite',
      'overhead.sqlite-wal',
      'settings.json',
      'api-key.unusable-1',
    ])
      expect(modeOf(name)).toBe(0o600);
    expect(modeOf('backups')).toBe(0o700);
    expect(modeOf('other')).toBe(0o644);
    // SQLite gives what it makes later the mode of its database.
    database.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL; PRAGMA user_version = 1',
    );
    expect(modeOf('overhead.sqlite-wal')).toBe(0o600);
    close();
  });

  it('follows no symbolic link and ignores missing files', () => {
    const outside = mkdtempSync(join(tmpdir(), 'overhead-outside-'));
    chmodSync(outside, 0o755);
    writeFileSync(join(outside, 'file'), 'x', { mode: 0o644 });
    chmodSync(join(outside, 'file'), 0o644);
    symlinkSync(outside, join(folder, 'backups'));
    symlinkSync(join(outside, 'file'), join(folder, 'settings.json'));
    closeToOthers(folder, ownNames);
    closeToOthers(join(folder, 'missing'), ownNames);
    expect(statSync(outside).mode & 0o777).toBe(0o755);
    expect(modeOf('settings.json')).toBe(0o644);
    rmSync(outside, { recursive: true });
  });
});
