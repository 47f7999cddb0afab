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

// Idle and windows measure minutes, and start their apps as boot does; the orbit's functions have tests of their own.
describeDesktop('npm run bench, the benchmarks that take seconds in their smallest form', () => {
  it.each([
    ['boot', '1'],
    ['journal', 'drain'],
    ['picture', 'day'],
    ['renderer', '1'],
    ['services', '--quick'],
  ])('%s prints its table', async (...args) => {
    const { stdout, stderr } = await bench(args);
    expect(stdout, stderr).toMatch(/^\| measure .*\n\| -+ .*\n\| \S/m);
  });
});
