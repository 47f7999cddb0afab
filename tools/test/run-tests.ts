// `npm test` and `npm run test:full`: runs the gates and the tests, and prints the counts of all results in the last
// line.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruption } from '../setup/interruption.ts';
import { root, runFolder } from '../setup/paths.ts';
import { run } from '../setup/process.ts';
import { ensureSystemPackages } from '#stand-in/system/packages.ts';
import {
  lastLine,
  readJUnit,
  slowestTests,
  stepTable,
  sum,
  type StepResult,
  type TestResult,
} from './report.ts';

const log = (line: string): void => console.log(line);

/** A command that writes a JUnit report. Steps run one after the other; each of them uses all cores. */
interface Step {
  readonly command: readonly [program: string, ...args: string[]];
  /** Additional arguments of `npm test`, and of `npm run test:full`. */
  readonly quick?: readonly string[];
  readonly full?: readonly string[];
  /** Whether the step needs the system packages. Unit tests that need one skip themselves. */
  readonly needsSystem?: true;
}

const reportFolder = join(runFolder, 'test');
const reportOf = (step: string): string => join(reportFolder, `${step}.xml`);
const vitest = (step: string, ...projects: string[]): Step['command'] => [
  'vitest',
  'run',
  ...projects.map((project) => `--project=${project}`),
  // A forgotten `.only` must not exclude the other tests.
  '--allowOnly=false',
  '--reporter=dot',
  '--reporter=junit',
  `--outputFile.junit=${reportOf(step)}`,
];

const steps = {
  gates: { command: vitest('gates', 'gates') },
  unit: { command: vitest('unit', 'unit', 'unit-mocked'), full: ['--project=unit-slow'] },
  browser: {
    command: vitest('browser', 'browser'),
    // Excluded: every view in every state and theme takes a minute.
    quick: ['--exclude=**/axe.browser.test.ts'],
    needsSystem: true,
  },
  e2e: {
    command: [
      'playwright',
      'test',
      '--config=test/e2e/playwright.config.ts',
      '--reporter=list,junit',
      '--forbid-only',
    ],
    quick: ['--grep=@main'],
    // Run a failed test once more. Playwright lists it as flaky if it passes then.
    full: ['--retries=1'],
    needsSystem: true,
  },
} satisfies Readonly<Record<string, Step>>;
type StepName = keyof typeof steps;
const stepNames = Object.keys(steps) as StepName[];

const usage = `Usage: npm test [-- OPTIONS]        the quick tests
       npm run test:full [-- OPTIONS] every test
  --only STEP   ${stepNames.join(', ')}; may be repeated
  --full        every test, and no caches that can be stale
  --help        print this`;

interface Context {
  readonly signal: AbortSignal;
  readonly full: boolean;
  /** Folder for temporary files; removed at the end. */
  readonly scratch: string;
}

/** Runs one step with its output on this process's standard output, and reads its report. */
async function runStep(name: StepName, { signal, full, scratch }: Context): Promise<StepResult> {
  const { command, quick = [], full: fullOnly = [] }: Step = steps[name];
  const [program, ...args] = command;
  const report = reportOf(name);
  mkdirSync(reportFolder, { recursive: true });
  rmSync(report, { force: true });
  log(`\n── ${name}`);
  const started = performance.now();
  const { code } = await run(
    join(root, 'node_modules', '.bin', program),
    [...args, ...(full ? fullOnly : quick)],
    {
      cwd: root,
      env: {
        ...process.env,
        // Playwright sets FORCE_COLOR for its workers; with NO_COLOR as well, Node prints a warning.
        ...(process.stdout.isTTY
          ? { FORCE_COLOR: '1' }
          : { NO_COLOR: program === 'vitest' ? '1' : undefined }),
        TMPDIR: scratch,
        PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
        OVERHEAD_FULL_TEST: full ? '1' : '0',
      },
      signal,
      onOutput: (text) => void process.stdout.write(text),
    },
  );
  const seconds = (performance.now() - started) / 1000;
  const tests = existsSync(report) ? readJUnit(readFileSync(report, 'utf8')) : null;
  if (tests === null)
    return { ...notRun(name, 'failed', `no report (exit code ${code})`), seconds };
  // Vitest and Playwright also fail for errors outside of the tests.
  const isUnexplained = code !== 0 && !tests.some(({ result }) => result === 'failed');
  return { step: name, seconds, tests, otherFailures: isUnexplained ? 1 : 0 };
}

/** A step that did not run counts as one test. */
function notRun(step: string, result: TestResult['result'], note: string): StepResult {
  return { step, seconds: 0, tests: [{ name: note, seconds: 0, result }], otherFailures: 0, note };
}

async function test(names: readonly StepName[], context: Context): Promise<number> {
  const { signal } = context;
  const started = performance.now();
  // Some unit tests use the virtual desktop if it is available.
  const needsNothing = names.every((name) => name === 'gates');
  const system = needsNothing
    ? ({ ok: true } as const)
    : await ensureSystemPackages({ signal, log });
  if (!system.ok && !signal.aborted) log(`${system.reason}; ${system.hint}`);
  const setup = { step: 'setup', tests: [], otherFailures: 0, seconds: since(started) };

  const results: StepResult[] = [setup];
  for (const name of names) {
    if (signal.aborted) results.push(notRun(name, 'failed', 'stopped'));
    else if (!system.ok && 'needsSystem' in steps[name])
      results.push(notRun(name, 'skipped', system.reason));
    else
      results.push(
        await runStep(name, context).catch((error: unknown) =>
          notRun(name, 'failed', String(error)),
        ),
      );
  }
  const total = sum(results);
  log(`\nThe ten slowest tests (seconds):\n${slowestTests(results)}`);
  log(`\n${stepTable(results, since(started))}\n\n${lastLine(total)}`);
  if (signal.aborted) return 130;
  return total.failed > 0 ? 1 : 0;
}

const since = (started: number): number => (performance.now() - started) / 1000;

const options = {
  only: { type: 'string', multiple: true, default: [] as string[] },
  full: { type: 'boolean', default: false },
} as const;
await runCommand({ name: 'test', usage, options }, async ({ values: { only, full } }) => {
  const unknown = only.find((name) => !Object.hasOwn(steps, name));
  if (unknown !== undefined) throw new UsageError(`there is no step '${unknown}'`);
  const names = stepNames.filter((name) => only.length === 0 || only.includes(name));
  // Temporary files of the tests are in this folder, so that they are removed even if the tests are killed.
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-'));
  // The tests of file permissions, and programs that refuse root, run as another user, who must be able to read the
  // folder.
  chmodSync(scratch, 0o711);
  try {
    return await test(names, { signal: interruption(), scratch, full });
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
});
