import type * as fs from 'node:fs';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettingsFile } from './settings-file.ts';

/** How many of the next reads the disk refuses, and with which error. */
const refused = vi.hoisted(() => ({ reads: 0, code: '' }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return {
    ...real,
    readFileSync(...args: Parameters<typeof real.readFileSync>) {
      if (refused.reads > 0) {
        refused.reads -= 1;
        throw Object.assign(new Error(refused.code), { code: refused.code, errno: -1 });
      }
      return real.readFileSync(...args);
    },
  };
});

const now = Date.parse('2026-11-23T12:00:00Z');
let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-file-'));
  file = join(folder, 'settings.json');
  writeFileSync(file, '{"version":2,"theme":"dark"}');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('a settings file that the disk does not read', () => {
  it.each(['EMFILE', 'EIO', 'EACCES'])('is read again after one failure with %s', (code) => {
    Object.assign(refused, { reads: 1, code });
    const { settings, reset } = readSettingsFile(file, now);
    expect([settings.theme, reset]).toEqual(['dark', null]);
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('is used again by the next start after all reads of one start failed', () => {
    Object.assign(refused, { reads: 3, code: 'EIO' });
    expect(readSettingsFile(file, now).reset).toMatchObject({ reason: 'unreadable', aside: true });
    expect(readSettingsFile(file, now)).toMatchObject({ settings: { theme: 'dark' }, reset: null });
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });
});
