import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../setup/paths.ts';

const launcher = join(root, 'build', 'linux', 'unshare');
let folder = '';
const mounted: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-unshare-'));
});
afterEach(() => {
  for (const path of mounted.splice(0)) execFileSync('umount', [path]);
  rmSync(folder, { recursive: true });
});

/** Runs the launcher in front of a program that exits with `code`. Returns the exit code and the files left behind. */
function runLauncher(code: number, noexec: boolean) {
  const [system, temporary, home] = ['system', 'temporary', 'home'].map((name) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  }) as [string, string, string];
  writeFileSync(join(system, 'unshare'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
  if (noexec) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'noexec,size=1m', 'none', temporary], {
      stdio: 'ignore',
    });
    mounted.push(temporary);
  }
  const { status } = spawnSync('sh', [launcher, '-Ur', 'true'], {
    env: {
      PATH: `${system}${delimiter}${process.env['PATH'] ?? ''}`,
      TMPDIR: temporary,
      HOME: home,
    },
  });
  return { status, left: [...readdirSync(temporary), ...readdirSync(home)] };
}

describe.skipIf(process.platform !== 'linux')('the unshare of an AppImage', () => {
  it.each([0, 1, 127])('ends with the code %d of a copy of unshare', (code) => {
    expect(runLauncher(code, false)).toEqual({ status: code, left: [] });
  });

  it('finds that the sandbox works although no program may be started in /tmp', ({ skip }) => {
    try {
      expect(runLauncher(0, true)).toEqual({ status: 0, left: [] });
    } catch (error) {
      if (mounted.length === 0) skip('no file system can be mounted here');
      throw error;
    }
  });
});
