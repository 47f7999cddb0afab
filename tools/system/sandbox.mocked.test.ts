import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasSandbox } from './sandbox.ts';

const { signal } = new AbortController();
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform !== 'linux')('the sandbox of Chromium', () => {
  let bin: string;
  const command = (name: string, script: string): string => {
    const path = join(bin, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  beforeEach(() => {
    bin = mkdtempSync(join(tmpdir(), 'overhead-bin-'));
    vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH'] ?? ''}`);
    command('unshare', 'exit 1');
    // As anybody but root would find it.
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(bin, { recursive: true, force: true });
  });

  it('is there where user namespaces are', async () => {
    command('unshare', 'exit 0');
    expect(await hasSandbox(command('chromium', 'exit 1'), 'chromium', signal)).toBe(true);
  });

  it('is there where Chromium alone may have them, and starts with it', async () => {
    const chromium = command('chromium', 'case "$*" in *--no-sandbox*) exit 1;; esac');
    expect(await hasSandbox(chromium, 'chromium', signal)).toBe(true);
  });

  it('is not there where Chromium does not start with it', async () => {
    const chromium = command('chromium', 'echo "No usable sandbox!" >&2; exit 133');
    expect(await hasSandbox(chromium, 'chromium', signal)).toBe(false);
  });

  it('of Electron takes a helper that belongs to root', async () => {
    const electron = command('electron', 'exit 0');
    expect(await hasSandbox(electron, 'electron', signal)).toBe(false);
    const helper = command('chrome-sandbox', 'exit 0');
    expect(await hasSandbox(electron, 'electron', signal)).toBe(false);
    chmodSync(helper, 0o4755);
    expect(await hasSandbox(electron, 'electron', signal)).toBe(isRoot);
  });

  it('is not there for root', async () => {
    vi.mocked(process.getuid ?? (() => 0)).mockReturnValue(0);
    command('unshare', 'exit 0');
    expect(await hasSandbox('/bin/true', 'chromium', signal)).toBe(false);
  });
});
