import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { chooseRuntime, describeRuntime, type RuntimeOptions } from './runtime.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const choose = ({ env, ...options }: Partial<RuntimeOptions> = {}) =>
  chooseRuntime({
    signal: new AbortController().signal,
    log: () => undefined,
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, ...env },
    ...options,
  });

describe.skipIf(process.platform !== 'linux')('chooseRuntime', () => {
  afterEach(() => void vi.restoreAllMocks());
  /** Writes a script in place of Electron's binary. */
  function place(script: string): void {
    const file = join(folder, 'electron');
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  test('returns Electron when its binary is installed and prints its version', async () => {
    place('echo v45.4.1');
    const runtime = await choose();
    expect(runtime).toMatchObject({
      kind: 'electron',
      command: join(folder, 'electron'),
      version: '45.4.1',
    });
    expect(describeRuntime({ ...runtime, args: [] })).toBe('runtime: Electron 45.4.1');
    expect(describeRuntime({ ...runtime, args: ['--no-sandbox'] })).toMatch(
      /^runtime: Electron 45\.4\.1; without a sandbox/,
    );
  });

  describe('on a system where the sandbox cannot start', () => {
    beforeEach(() => {
      vi.spyOn(process, 'getuid').mockReturnValue(1000);
      place(
        'case "$*" in *--no-sandbox*) echo v45.4.1;; *) echo "No usable sandbox!"; exit 133;; esac',
      );
    });

    test('rejects with a message that contains the remedy if the sandbox is required', async () => {
      const refused = choose({ sandbox: 'required' });
      await expect(refused).rejects.toThrow("Electron's sandbox cannot start on this system.");
      await expect(refused).rejects.toThrow('npm start -- --no-sandbox');
    });

    test.each(['optional', 'off'] as const)(
      'returns --no-sandbox if the sandbox is %s',
      async (sandbox) => {
        expect(await choose({ sandbox })).toMatchObject({ args: ['--no-sandbox'] });
      },
    );

    test('returns --no-sandbox for root, even if the sandbox is required', async () => {
      vi.mocked(process.getuid ?? (() => 0)).mockReturnValue(0);
      expect(await choose({ sandbox: 'required' })).toMatchObject({ args: ['--no-sandbox'] });
    });
  });

  test('does not return --no-sandbox on a system where the sandbox can start', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    place('echo v45.4.1');
    expect(await choose({ sandbox: 'required' })).toMatchObject({ args: [] });
  });

  test('returns the stand-in with the reason when the binary does not start', async () => {
    place('echo "error while loading shared libraries: libgtk-3.so.0" >&2; exit 127');
    const runtime = await choose();
    expect(runtime.kind).toBe('stand-in');
    expect(describeRuntime(runtime)).toContain('libgtk-3.so.0');
  });

  test('returns Electron even if ELECTRON_RUN_AS_NODE is set, as in the terminals of some editors', async () => {
    place('[ -z "$ELECTRON_RUN_AS_NODE" ] && echo v45.4.1 || echo v24.21.0');
    expect(await choose({ env: { ELECTRON_RUN_AS_NODE: '1' } })).toMatchObject({
      version: '45.4.1',
    });
  });

  test('rejects without a binary on macOS, for which no stand-in exists', async () => {
    await expect(choose({ platform: 'darwin' })).rejects.toThrow(
      'there is no Electron where ELECTRON_OVERRIDE_DIST_PATH points',
    );
  });

  test('returns the stand-in when there is no binary', async () => {
    expect(await choose()).toMatchObject({ kind: 'stand-in', command: process.execPath });
  });

  test('rejects without a binary when Electron is required', async () => {
    await expect(choose({ insist: true })).rejects.toThrow('ELECTRON_OVERRIDE_DIST_PATH');
  });
});
