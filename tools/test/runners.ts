import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root, runFolder } from '../setup/paths.ts';
import { run } from '../setup/process.ts';
import { readPlaywrightReport, readVitestReport, type Report, type StepResult } from './report.ts';

export interface Context {
  readonly signal: AbortSignal;
  /** Every test, and no cache that can be stale. */
  readonly full: boolean;
  /** Folder for temporary files; removed at the end. */
  readonly scratch: string;
  readonly log: (line: string) => void;
}

const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** A test runner that writes a JSON report. */
interface Runner {
  readonly command: string;
  readonly args: readonly string[];
  /** Arguments of `npm test` alone. */
  readonly quickArgs: readonly string[];
  /** Arguments of `npm run test:full` alone. */
  readonly fullArgs: readonly string[];
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  readonly read: (report: unknown, exitCode: number) => Report | null;
}

const reportOf = (name: string): string => join(runFolder, 'test', `${name}.json`);

/** @param slow the projects that only a full run executes */
const vitest = (
  name: 'unit' | 'browser',
  projects: readonly string[],
  slow: readonly string[],
): Runner => ({
  command: bin('vitest'),
  args: [
    'run',
    ...projects.map((project) => `--project=${project}`),
    // A forgotten `.only` must not hide the other tests.
    '--allowOnly=false',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ],
  quickArgs: [],
  fullArgs: slow.map((project) => `--project=${project}`),
  read: readVitestReport,
});

export const runners = {
  unit: vitest('unit', ['unit', 'unit-mocked'], ['unit-slow']),
  browser: vitest('browser', ['browser'], []),
  e2e: {
    command: bin('playwright'),
    args: [
      'test',
      '--config=test/e2e/playwright.config.ts',
      '--reporter=list,json',
      '--forbid-only',
    ],
    quickArgs: ['--grep=@main'],
    fullArgs: [],
    // Playwright sets FORCE_COLOR for its workers: with NO_COLOR as well, Node prints a warning.
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('e2e'), NO_COLOR: undefined },
    read: readPlaywrightReport,
  },
} as const satisfies Record<string, Runner>;

export type RunnerName = keyof typeof runners;

/** Runs one runner with its output on this process's standard output, and reads its report. */
export async function runRunner(
  name: RunnerName,
  { signal, scratch, log, full }: Context,
): Promise<StepResult> {
  const { command, args, quickArgs, fullArgs, read, env = {} }: Runner = runners[name];
  const file = reportOf(name);
  mkdirSync(join(runFolder, 'test'), { recursive: true });
  rmSync(file, { force: true });
  log(`\n── ${name}`);
  const started = performance.now();
  const { code } = await run(command, [...args, ...(full ? fullArgs : quickArgs)], {
    cwd: root,
    // The report goes to a file: printed among the output of the tests it would be cut.
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
      TMPDIR: scratch,
      ...env,
    },
    signal,
    onOutput: (text) => void process.stdout.write(text),
  });
  const seconds = (performance.now() - started) / 1000;
  const report = read(readJson(file), code);
  return report === null
    ? { step: name, counts: null, seconds, note: `no count (exit code ${code})` }
    : { step: name, seconds, ...report };
}

function readJson(file: string): unknown {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
