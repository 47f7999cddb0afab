import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root, runFolder } from '../setup/paths.ts';
import { run } from '../setup/process.ts';
import { playwrightCounts, vitestCounts, type Counts, type RunnerResult } from './counts.ts';

export interface Around {
  readonly signal: AbortSignal;
  /** Folder for temporary files, which is removed in the end. */
  readonly scratch: string;
  readonly log: (line: string) => void;
}

const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** A test runner that leaves a JSON report behind. */
interface Runner {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly counts: (report: unknown, exitCode: number) => Counts | null;
}

const reportOf = (name: string): string => join(runFolder, 'test', `${name}.json`);

const vitest = (project: 'unit' | 'browser'): Runner => ({
  command: bin('vitest'),
  args: [
    'run',
    `--project=${project}`,
    // A test that was singled out for a moment must not hide the others.
    '--allowOnly=false',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(project)}`,
  ],
  counts: vitestCounts,
});

export const runners = {
  unit: vitest('unit'),
  browser: vitest('browser'),
  e2e: {
    command: bin('playwright'),
    args: [
      'test',
      '--config=test/e2e/playwright.config.ts',
      '--reporter=list,json',
      '--forbid-only',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('e2e') },
    counts: playwrightCounts,
  },
} as const satisfies Record<string, Runner>;

export type RunnerName = keyof typeof runners;

/** Runs one runner, its output on our own screen, and counts from its report. */
export async function runRunner(
  name: RunnerName,
  { signal, scratch, log }: Around,
): Promise<RunnerResult> {
  const { command, args, counts, env = {} }: Runner = runners[name];
  const file = reportOf(name);
  mkdirSync(join(runFolder, 'test'), { recursive: true });
  rmSync(file, { force: true });
  log(`\n── ${name}`);
  const started = performance.now();
  const { code } = await run(command, args, {
    cwd: root,
    // A report printed among the tests' own output would be cut: it goes to the file, colours to the screen.
    env: {
      ...process.env,
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
      TMPDIR: scratch,
      ...env,
    },
    signal,
    onOutput: (text) => void process.stdout.write(text),
  });
  const seconds = (performance.now() - started) / 1000;
  const counted = counts(readReport(file), code);
  return counted === null
    ? { runner: name, counts: null, seconds, note: `no count (exit code ${code})` }
    : { runner: name, counts: counted, seconds };
}

function readReport(file: string): unknown {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
