import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { recallFailure, rememberFailure } from './download-memory.ts';
import { chooseRuntime, describeRuntime } from './runtime.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const choose = (insist = false, env: NodeJS.ProcessEnv = {}, platform = process.platform) =>
  chooseRuntime({
    platform,
    signal: new AbortController().signal,
    log: () => undefined,
    insist,
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, ...env },
  });

describe.skipIf(process.platform !== 'linux')('chooseRuntime', () => {
  /** Puts a script in the place of Electron's binary. */
  function place(script: string): void {
    const file = join(folder, 'electron');
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }

  test('is Electron when its binary is here and says its version', async () => {
    place('echo v45.4.1');
    const runtime = await choose();
    expect(runtime).toMatchObject({
      kind: 'electron',
      command: join(folder, 'electron'),
      version: '45.4.1',
    });
    expect(describeRuntime({ ...runtime, args: [] })).toBe('runtime: Electron 45.4.1');
    expect(describeRuntime({ ...runtime, args: ['--no-sandbox'] })).toMatch(
      /^runtime: Electron 45\.4\.1; without a sandbox: /,
    );
  });

  test('is the stand-in when the binary does not start, and says why', async () => {
    place('echo "error while loading shared libraries: libgtk-3.so.0" >&2; exit 127');
    const runtime = await choose();
    expect(runtime.kind).toBe('stand-in');
    expect(describeRuntime(runtime)).toContain('libgtk-3.so.0');
  });

  test('is Electron itself where an editor’s terminal makes a plain Node of it', async () => {
    place('[ -z "$ELECTRON_RUN_AS_NODE" ] && echo v45.4.1 || echo v24.21.0');
    expect(await choose(false, { ELECTRON_RUN_AS_NODE: '1' })).toMatchObject({ version: '45.4.1' });
  });

  test('has no stand-in on other systems, and says so', async () => {
    await expect(choose(false, {}, 'darwin')).rejects.toThrow(/stand-in .* Linux/);
  });

  test('is the stand-in when there is no binary', async () => {
    expect(await choose()).toMatchObject({ kind: 'stand-in', command: process.execPath });
  });

  test('refuses the stand-in when Electron is insisted on', async () => {
    await expect(choose(true)).rejects.toThrow('Electron cannot be had');
  });
});

describe('the memory of a failed download', () => {
  const day = 24 * 60 * 60 * 1000;
  const failure = { version: '45.4.1', reason: 'no network', at: 1_000_000 };
  const file = (): string => join(folder, 'deep', 'download.json');

  test.each([
    ['at once', '45.4.1', 0, 'no network'],
    ['just under a day later', '45.4.1', day - 1, 'no network'],
    ['a day later', '45.4.1', day, null],
    ['with a clock that was set back', '45.4.1', -1, null],
    ['for another version', '45.5.0', 0, null],
  ])('%s', (_, version, later, expected) => {
    rememberFailure(file(), failure);
    expect(recallFailure(file(), version, failure.at + later)).toBe(expected);
  });

  test('counts for nothing when it is missing or unreadable', () => {
    expect(recallFailure(file(), '45.4.1', failure.at)).toBeNull();
    rememberFailure(file(), failure);
    writeFileSync(file(), '{');
    expect(recallFailure(file(), '45.4.1', failure.at)).toBeNull();
  });
});
