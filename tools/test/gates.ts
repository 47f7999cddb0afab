import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ensureBuilt } from '../setup/build.ts';
import { root } from '../setup/paths.ts';
import { run } from '../setup/process.ts';
import type { StepResult, TimedTest } from './report.ts';
import type { Context } from './runners.ts';

/** A check of the whole repository. It counts as one test. */
interface Gate {
  readonly name: string;
  /** Returns what to print when the gate fails, else null. */
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

/** Caches of the gates, relative to the repository. Safe to delete; the key of every entry is a content hash. */
const cache = '.run/cache';

/**
 * Arguments for a cache of files that passed.
 *
 * ESLint's cache knows the content of a file, but a typed rule also depends on the types that the file imports.
 * A stale entry can therefore hide a finding until the file itself changes. A full run does not use the cache.
 */
const cached = (name: string): string[] => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${cache}/${name}`,
];

/** @param paths the folders and patterns that ESLint reads */
const lint = (name: string, full: boolean, ...paths: string[]): Gate =>
  tool(
    `lint: ${name}`,
    'eslint',
    ...paths,
    '--max-warnings=0',
    ...(full ? [] : ['--config=tools/eslint-quick.mjs', ...cached(`eslint-${name}`)]),
  );

/**
 * Longest first: as many run at a time as there are cores. ESLint needs the type checker of each TypeScript project
 * that it reads, so the folders are split by project: src, and the tests and tools that use it.
 */
const gates = (full: boolean): readonly Gate[] => [
  lint('src', full, 'src'),
  lint('tools', full, '.', '--ignore-pattern=src/**'),
  tool(
    'types: page',
    'svelte-check',
    '--tsconfig',
    'tsconfig.web.json',
    '--fail-on-warnings',
    // Its cache is always in .svelte-check.
    ...(full ? [] : ['--incremental']),
  ),
  tool('types: app', 'tsc', '-p', 'tsconfig.node.json'),
  tool('types: tools', 'tsc', '-p', 'tsconfig.tools.json'),
  tool('format', 'prettier', '--check', '.', ...(full ? [] : cached('prettier'))),
  build,
];

/** Runs all gates, one per core at a time, and prints the output of the failed ones. */
export async function runGates({ signal, log, full }: Context): Promise<StepResult> {
  log('\n── gates');
  const started = performance.now();
  const all = gates(full);
  const waiting = [...all];
  const tests: TimedTest[] = [];
  let passed = 0;
  const work = async (): Promise<void> => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) {
      const begin = performance.now();
      const output = await gate.check(signal);
      if (signal.aborted) return;
      const seconds = (performance.now() - begin) / 1000;
      tests.push({ name: gate.name, seconds });
      log(` ${output === null ? '✓' : '✗'} ${gate.name} ${seconds.toFixed(1)} s`);
      if (output === null) passed += 1;
      else log(output.replace(/^/gm, '     '));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return {
    step: 'gates',
    // Gates that an abort kept from running count as failed.
    counts: { passed, failed: all.length - passed, skipped: 0 },
    seconds: (performance.now() - started) / 1000,
    tests,
  };
}
