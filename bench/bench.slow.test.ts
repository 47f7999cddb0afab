import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
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

// The other benchmarks take longer.
it('`npm run bench -- orbit --requests` prints its table', async () => {
  const { stdout, stderr } = await bench(['orbit', '--requests']);
  expect(stdout, stderr).toMatch(/^\| mode .*\n\| -+ .*\n\| \S/m);
});
