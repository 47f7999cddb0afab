import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSettingsFile } from './settings-file.ts';
import { openSettingsStore } from './settings-store.ts';

/** How many of the next reads fail, and with which error code. */
const refused = { reads: 0, code: '' };

const now = Date.parse('2026-11-23T12:00:00Z');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-file-'));
  writeFileSync(join(folder, 'settings.json'), '{"version":1,"theme":"dark"}');
  const real = fs.readFileSync;
  // electron-store calls the function of the module object.
  vi.spyOn(fs, 'readFileSync').mockImplementation((...args) => {
    if (refused.reads === 0) return real(...args);
    refused.reads -= 1;
    throw Object.assign(new Error(refused.code), { code: refused.code, errno: -1 });
  });
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

describe('a settings file whose reads fail', () => {
  it.each(['EMFILE', 'EIO', 'EACCES'])('is read again after one failure with %s', (code) => {
    Object.assign(refused, { reads: 1, code });
    const { settings, reset } = openSettingsFile(folder, () => now);
    expect([refused.reads, settings.theme, reset]).toEqual([0, 'dark', null]);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('is used again by the next start after all reads of one start failed', () => {
    Object.assign(refused, { reads: 3, code: 'EIO' });
    expect(openSettingsFile(folder, () => now).reset).toMatchObject({
      reason: 'unreadable',
      aside: true,
    });
    expect(refused.reads).toBe(0);
    expect(openSettingsFile(folder, () => now)).toMatchObject({
      settings: { theme: 'dark' },
      reset: null,
    });
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });
});

describe('a settings file whose folder could not be synced after a write', () => {
  it('takes the next change, also one back to the earlier value', async () => {
    const store = openSettingsStore(openSettingsFile(folder, () => now));
    const theme = (): string =>
      (JSON.parse(fs.readFileSync(join(folder, 'settings.json'), 'utf8')) as { theme: string })
        .theme;
    const { openSync, closeSync } = fs;
    let folderHandle = -1;
    vi.spyOn(fs, 'openSync').mockImplementation((...args) => {
      const handle = openSync(...args);
      if (args[0] === folder) folderHandle = handle;
      return handle;
    });
    vi.spyOn(fs, 'closeSync').mockImplementation((handle) => {
      closeSync(handle);
      if (handle === folderHandle)
        throw Object.assign(new Error('EIO'), { code: 'EIO', errno: -1 });
    });
    syncBuiltinESMExports();
    expect((await store.update({ theme: 'light' })).ok).toBe(false);
    expect(theme()).toBe('light');
    vi.mocked(fs.closeSync).mockRestore();
    syncBuiltinESMExports();
    expect((await store.update({ theme: 'dark' })).ok).toBe(true);
    expect(theme()).toBe('dark');
  });
});
