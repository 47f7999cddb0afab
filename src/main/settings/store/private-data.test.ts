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
import { openAppDatabase } from '#app/database.ts';
import { closePrivateFiles } from './own-data.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const stamp = '2026-11-20T12-00-00-000Z';
const backup = `backups/overhead-${stamp}.sqlite`;
const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;

// Windows has no POSIX modes: it protects a user's folders from other users.
describe.skipIf(process.platform === 'win32')('closePrivateFiles', () => {
  it('removes the permissions of others on database, backups and settings', () => {
    const { database, close } = openAppDatabase(join(folder, 'overhead.sqlite'), Date.now());
    mkdirSync(join(folder, 'backups'));
    const own = ['settings.json', `api-key.unusable-${stamp}`, backup];
    for (const name of own) writeFileSync(join(folder, name), 'x');
    const all = ['overhead.sqlite', 'overhead.sqlite-wal', ...own];
    for (const name of all) chmodSync(join(folder, name), 0o644);
    closePrivateFiles(folder);
    for (const name of all) expect(modeOf(name)).toBe(0o600);
    // SQLite gives later files the mode of its database.
    database.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL; PRAGMA user_version = 1',
    );
    expect(modeOf('overhead.sqlite-wal')).toBe(0o600);
    close();
  });

  it('does not change files of other programs, also those with similar names', () => {
    mkdirSync(join(folder, 'backups'));
    const others = [
      'overhead.sqlite.txt',
      'settings.json.mine',
      'api-keys',
      'backups/notes',
      'other',
    ];
    for (const name of others) writeFileSync(join(folder, name), 'x');
    for (const name of [...others, 'backups']) chmodSync(join(folder, name), 0o755);
    closePrivateFiles(folder);
    for (const name of [...others, 'backups']) expect(modeOf(name)).toBe(0o755);
  });

  it('follows no symbolic link and ignores missing files', () => {
    const outside = mkdtempSync(join(tmpdir(), 'overhead-outside-'));
    chmodSync(outside, 0o755);
    writeFileSync(join(outside, `overhead-${stamp}.sqlite`), 'x', { mode: 0o644 });
    writeFileSync(join(outside, 'file'), 'x', { mode: 0o644 });
    chmodSync(join(outside, 'file'), 0o644);
    symlinkSync(outside, join(folder, 'backups'));
    symlinkSync(join(outside, 'file'), join(folder, 'settings.json'));
    closePrivateFiles(folder);
    closePrivateFiles(join(folder, 'missing'));
    expect(statSync(outside).mode & 0o777).toBe(0o755);
    expect(modeOf('settings.json')).toBe(0o644);
    expect(modeOf(backup)).toBe(0o644);
    rmSync(outside, { recursive: true });
  });
});
