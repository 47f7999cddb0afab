// `npm test` and `npm run test:full`: runs the gates and the tests, and prints the counts of all results in the last
// line.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ensureBuilt } from '../setup/build.ts';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { root, runFolder } from '../setup/paths.ts';
import { runCommandLine } from '../setup/process.ts';
import { ensureSystemPackages } from '#stand-in/system/packages.ts';
import { startProcessorMeter } from './processor-time.ts';
import {
  dearestFiles,
  summaryLine,
  readJUnit,
  stepTable,
  sumCounts,
  type StepResult,
  type TestResult,
} from './report.ts';

const log = (line: string): void => console.log(line);

/** A command that writes a JUnit report. */
interface Step {
  readonly command: readonly [program: string, ...args: string[]];
  /** Additional arguments for `npm test`, and for `npm run test:full`. */
  readonly quick?: readonly string[];
  readonly full?: readonly string[];
  /**
   * Whether the step needs the system packages. A unit test that needs a package is skipped if the package is missing.
   */
  readonly needsSystem?: true;
  /**
   * When the step needs `out/`: always, or in `npm run test:full` only. Two simultaneous builds would remove each
   * other's files.
   */
  readonly needsBuild?: 'always' | 'full';
}

// The tests of this file run this program during a test run. The reports of the inner run then go to another folder.
const reportFolder = process.env['OVERHEAD_REPORTS'] ?? join(runFolder, 'test');
const reportOf = (step: string): string => join(reportFolder, `${step}.xml`);
const outputOf = (step: string): string => join(reportFolder, `${step}.log`);
const vitestStep = (step: string, ...projects: string[]): Step['command'] => [
  'vitest',
  'run',
  ...projects.map((project) => `--project=${project}`),
  // With this flag, a forgotten `.only` is an error: it would exclude the other tests.
  '--allowOnly=false',
  '--reporter=dot',
  '--reporter=junit',
  `--outputFile.junit=${reportOf(step)}`,
];

/**
 * The step that runs at the same time uses the other half of the cores, and each worker loads all modules again. In a
 * full run, unit tests wait for programs half of their time, and use all cores.
 */
const halfOfCores = '--maxWorkers=50%';

const steps = {
  gates: { command: vitestStep('gates', 'gates'), needsBuild: 'always' },
  unit: {
    command: vitestStep('unit', 'unit', 'unit-mocked'),
    quick: [halfOfCores],
    full: ['--project=unit-slow'],
    needsBuild: 'full',
  },
  browser: {
    command: [...vitestStep('browser', 'browser'), halfOfCores],
    quick: ['--exclude=**/*.slow.browser.test.ts'],
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
    needsSystem: true,
    needsBuild: 'always',
  },
} satisfies Readonly<Record<string, Step>>;
type StepName = keyof typeof steps;
const stepNames = Object.keys(steps) as StepName[];

/**
 * The steps after the gates, the longest one of a full run first. Two run at a time, because the end-to-end tests wait
 * for programs half of their time; when one ends, the next one starts. The gates run alone, because they use all cores:
 * beside the end-to-end tests they take four times as long and delay the unit tests.
 */
const stepsAfterGates = ['e2e', 'unit', 'browser'] as const satisfies readonly StepName[];

const usage = `Usage: npm test [-- OPTIONS]        the quick tests
       npm run test:full [-- OPTIONS] every test
  --only STEP   ${stepNames.join(', ')}; may be repeated
  --full        every test, and no caches that can be stale
  --help        print this`;

interface Context {
  readonly signal: AbortSignal;
  readonly full: boolean;
  readonly meter: ReturnType<typeof startProcessorMeter>;
}

/**
 * Runs one step and reads its report. Writes the step's output to a file, and to the standard output of this process
 * only if the step failed.
 */
async function runStep(name: StepName, { signal, full, meter }: Context): Promise<StepResult> {
  const { command, quick = [], full: fullOnly = [] }: Step = steps[name];
  const [program, ...args] = command;
  const report = reportOf(name);
  rmSync(report, { force: true });
  writeFileSync(outputOf(name), '');
  log(`── ${name}`);
  const started = performance.now();
  const scratch = makeScratch();
  await using cleanUp = new AsyncDisposableStack();
  // Waits for a process that still writes there.
  cleanUp.defer(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));
  const { code, output } = await runCommandLine(
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
        // Node stores compiled modules here, so that the hundreds of programs of the tests start faster.
        NODE_COMPILE_CACHE: join(runFolder, 'cache', 'compile'),
        // Playwright stores the JavaScript of the TypeScript files here, by the hash of their content.
        PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(runFolder, 'cache', 'playwright'),
        // Node loads the TypeScript files itself, in a quarter of the processor time that Playwright's Babel needs.
        PW_DISABLE_TS_ESM: '1',
        PLAYWRIGHT_JUNIT_OUTPUT_FILE: report,
        OVERHEAD_FULL_TEST: full ? '1' : '0',
      },
      signal,
      onOutput: (text) => appendFileSync(outputOf(name), text),
    },
  );
  const seconds = secondsSince(started);
  const processorSeconds = meter.take();
  if (code !== 0 && !signal.aborted) log(`\n── the output of ${name}\n${output.trim()}\n`);
  const read = existsSync(report) ? readJUnit(readFileSync(report, 'utf8')) : null;
  const took = { seconds, processorSeconds };
  if (read === null) return { ...notRun(name, 'failed', `no report (exit code ${code})`), ...took };
  // Vitest and Playwright also fail for errors outside of the tests.
  const isUnexplained = code !== 0 && !read.tests.some(({ result }) => result === 'failed');
  return { step: name, ...took, ...read, otherFailures: isUnexplained ? 1 : 0 };
}

/**
 * Makes a folder for the temporary files of a step, so that the files are removed even if the tests are killed. Tests
 * of file permissions, and programs that refuse root, run as another user, who must be able to read the folder.
 */
function makeScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** The result of a step that did not run, which counts as one test. */
function notRun(step: string, result: TestResult['result'], note: string): StepResult {
  return {
    step,
    seconds: 0,
    processorSeconds: null,
    tests: [{ name: note, seconds: 0, result }],
    files: [],
    otherFailures: 0,
    note,
  };
}

/** Builds the app before the steps that need it. Returns the reason if the build failed, otherwise null. */
async function buildStep(names: readonly StepName[], { signal, full }: Context) {
  const isNeeded = names.some((name) => {
    const { needsBuild }: Step = steps[name];
    return needsBuild === 'always' || (needsBuild === 'full' && full);
  });
  if (!isNeeded || signal.aborted) return null;
  return ensureBuilt({ log, signal }).then(
    () => null,
    (error: unknown) => String(error),
  );
}

async function runTestSteps(names: readonly StepName[], context: Context): Promise<number> {
  const { signal, meter } = context;
  const started = performance.now();
  // Some unit tests use the virtual desktop if it is available.
  const needsNothing = names.every((name) => name === 'gates');
  const system = needsNothing
    ? ({ ok: true } as const)
    : await ensureSystemPackages({ signal, log });
  if (!system.ok && !signal.aborted) log(`${system.reason}; ${system.hint}`);
  const canRun = (name: StepName): boolean => system.ok || !('needsSystem' in steps[name]);
  const unbuilt = await buildStep(names.filter(canRun), context);
  const setup: StepResult = {
    step: 'setup',
    seconds: secondsSince(started),
    processorSeconds: meter.take(),
    tests: [],
    files: [],
    otherFailures: 0,
  };

  mkdirSync(reportFolder, { recursive: true });
  /**
   * Takes a step from the queue and runs it, until the queue is empty. Two calls with the same queue run two steps at a
   * time.
   */
  const runQueue = async (queue: StepName[]): Promise<StepResult[]> => {
    const results: StepResult[] = [];
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      if (signal.aborted) results.push(notRun(name, 'failed', 'stopped'));
      else if (!system.ok && !canRun(name)) results.push(notRun(name, 'skipped', system.reason));
      // The gate `build` shows the errors of the build.
      else if (unbuilt !== null && name === 'e2e') results.push(notRun(name, 'failed', unbuilt));
      else {
        const failed = (error: unknown) => notRun(name, 'failed', String(error));
        results.push(await runStep(name, context).catch(failed));
      }
    }
    return results;
  };
  const ran = await runQueue(names.filter((name) => name === 'gates'));
  const queue = stepsAfterGates.filter((name) => names.includes(name));
  ran.push(...(await Promise.all([runQueue(queue), runQueue(queue)])).flat());
  const results = [setup, ...ran.sort((a, b) => orderOf(a) - orderOf(b))];
  const total = sumCounts(results);
  log(`\nThe ten dearest files (seconds):\n${dearestFiles(results)}`);
  log(`\n${stepTable(results, secondsSince(started))}\n\n${summaryLine(total)}`);
  if (signal.aborted) return 130;
  return total.failed > 0 ? 1 : 0;
}

const orderOf = ({ step }: StepResult): number => stepNames.indexOf(step as StepName);
const secondsSince = (started: number): number => (performance.now() - started) / 1000;

const options = {
  only: { type: 'string', multiple: true, default: [] as string[] },
  full: { type: 'boolean', default: false },
} as const;
await runCommand({ name: 'test', usage, options }, async ({ values: { only, full } }) => {
  const unknown = only.find((name) => !Object.hasOwn(steps, name));
  if (unknown !== undefined) throw new UsageError(`there is no step '${unknown}'`);
  const names = stepNames.filter((name) => only.length === 0 || only.includes(name));
  const meter = startProcessorMeter();
  try {
    return await runTestSteps(names, { signal: interruptionSignal(), full, meter });
  } finally {
    meter.stop();
  }
});
