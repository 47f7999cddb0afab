import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ensureBuilt } from '../setup/build.ts';
import { root } from '../setup/paths.ts';
import { run } from '../setup/process.ts';
import type { RunnerResult } from './counts.ts';
import type { Around } from './runners.ts';

/** A check of the whole repository that counts as one test. */
interface Gate {
  readonly name: string;
  /** Gives what to print when it is red, or null. */
  readonly check: (signal: AbortSignal) => Promise<string | null>;
}

const tool = (name: string, command: string, ...args: string[]): Gate => ({
  name,
  async check(signal) {
    const path = join(root, 'node_modules', '.bin', command);
    const { code, output } = await run(path, args, { cwd: root, signal });
    return code === 0 ? null : output.trim() || `exit code ${code}`;
  },
});

const build: Gate = {
  name: 'build',
  async check(signal) {
    const lines: string[] = [];
    try {
      await ensureBuilt({ signal, log: (line) => lines.push(line) });
      return null;
    } catch (error) {
      return [...lines, (error as Error).message].join('\n');
    }
  },
};

/** Longest first: two run at a time. */
const gates: readonly Gate[] = [
  tool('lint', 'eslint', '.', '--max-warnings', '0'),
  build,
  tool('format', 'prettier', '--check', '.'),
  tool('types: app', 'tsc', '-p', 'tsconfig.node.json'),
  tool('types: tools', 'tsc', '-p', 'tsconfig.tools.json'),
  tool('types: page', 'svelte-check', '--tsconfig', 'tsconfig.web.json', '--fail-on-warnings'),
];

const atOnce = 2;

/** Runs all gates, two at a time, and prints what the red ones say. */
export async function runGates({ signal, log }: Around): Promise<RunnerResult> {
  log('\n── gates');
  const started = performance.now();
  const waiting = [...gates];
  let passed = 0;
  const work = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const begin = performance.now();
      const trouble = await gate.check(signal);
      if (signal.aborted) return;
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      log(` ${trouble === null ? '✓' : '✗'} ${gate.name} ${seconds} s`);
      if (trouble === null) passed += 1;
      else log(trouble.replace(/^/gm, '     '));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return {
    runner: 'gates',
    // What was not reached before an abort has not passed.
    counts: { passed, failed: gates.length - passed, skipped: 0 },
    seconds: (performance.now() - started) / 1000,
  };
}
