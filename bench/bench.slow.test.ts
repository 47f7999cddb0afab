import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeDesktop } from '#stand-in/desktop/describe-desktop.ts';
import { root } from '#tools/setup/paths.ts';

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a benchmark. If a goal is missed, the exit code is 1, but the table is printed all the same. */
const bench = (args: readonly string[]): Promise<Outcome> =>
  promisify(execFile)(process.execPath, ['bench/bench.ts', ...args], { cwd: root }).catch(
    (error: unknown) => error as Outcome,
  );

// The benchmarks `tray` and `renderer` take minutes, and the functions of `orbit` have unit tests.
describeDesktop('npm run bench with the benchmarks that take only seconds', () => {
  it.each([
    ['journal', 'drain'],
    ['picture', 'day'],
  ])('prints the table of the benchmark %s', async (...args) => {
    const { stdout, stderr } = await bench(args);
    expect(stdout, stderr).toMatch(/^\| measure .*\n\| -+ .*\n\| \S/m);
  });
});
