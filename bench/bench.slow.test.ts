import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeDesktop } from '#tools/desktop/describe-desktop.ts';
import { root } from '#tools/setup/paths.ts';

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a benchmark. A missed goal is no failure here: its exit code is 1, and its table is printed all the same. */
const bench = (args: readonly string[]): Promise<Outcome> =>
  promisify(execFile)(process.execPath, ['bench/main.ts', ...args], { cwd: root }).catch(
    (error: unknown) => error as Outcome,
  );

describeDesktop('npm run bench, each benchmark in its smallest form', () => {
  it.each([
    ['boot', '1'],
    ['idle', '0', '0.05'],
    ['journal', 'drain'],
    ['orbit', '1'],
    ['picture', 'day'],
    ['renderer', '1'],
    ['services', '--quick'],
    ['windows', '1'],
  ])('%s prints its table', async (...args) => {
    const { stdout, stderr } = await bench(args);
    expect(stdout, stderr).toMatch(/^\| measure .*\n\| -+ .*\n\| \S/m);
  });
});
