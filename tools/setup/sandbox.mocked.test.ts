import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canStartSandboxed, sandboxCure } from './sandbox.ts';

const { signal } = new AbortController();

describe.skipIf(process.platform !== 'linux')('canStartSandboxed', () => {
  let folder: string;
  const program = (script: string): string => {
    const path = join(folder, 'chromium');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'overhead-sandbox-test-'));
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  it('returns true if Chromium starts without --no-sandbox', async () => {
    const chromium = program('case "$*" in *--no-sandbox*) exit 1;; esac');
    expect(await canStartSandboxed(chromium, signal)).toBe(true);
  });

  it('returns false if Chromium exits with an error, or does not exist', async () => {
    const chromium = program('echo "No usable sandbox!" >&2; exit 133');
    expect(await canStartSandboxed(chromium, signal)).toBe(false);
    expect(await canStartSandboxed('/nonexistent', signal)).toBe(false);
  });

  it('returns false for root', async () => {
    vi.mocked(process.getuid ?? (() => 0)).mockReturnValue(0);
    expect(await canStartSandboxed(program('exit 0'), signal)).toBe(false);
  });
});

describe('sandboxCure', () => {
  const allowed = { appArmorRestricts: '0', unprivilegedClone: '1', maximum: '15000' };
  it.each([
    [
      'an AppArmor profile',
      { ...allowed, appArmorRestricts: '1' },
      'profile overhead-electron "/e"',
    ],
    ['a setting of Debian', { ...allowed, unprivilegedClone: '0' }, 'unprivileged_userns_clone=1'],
    ['the number of namespaces', { ...allowed, maximum: '0' }, 'user.max_user_namespaces=15000'],
    ['no known cause', allowed, 'container'],
  ])('returns a remedy for %s and a command without a sandbox', (_what, settings, words) => {
    const cure = sandboxCure('/e', settings);
    expect(cure).toContain(words);
    expect(cure).toContain('npm start -- --no-sandbox');
  });
});
