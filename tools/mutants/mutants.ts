/**
 * `npm run test:mutants`: makes random small changes to the sources in a copy. For each change, runs the tests that
 * reach the changed file, the nearest first. Lists the changes that no test detects.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import ts from 'typescript';
import { createRandom } from '#test/support/orbit.ts';
import { runCommand, wholeNumber } from '../setup/command.ts';
import { interruptionSignal } from '../setup/interruption.ts';
import { root, runFolder } from '../setup/paths.ts';
import { RefusalError, runCommandLine, signalGroup } from '../setup/process.ts';
import { nearestTests, readImports, type ImportGraph } from './nearest-tests.ts';
import {
  applyMutant,
  describeMutant,
  mutantsOf,
  type MutantDescription,
  type Mutant,
} from './operators.ts';
import type { Report, Task } from './runner.ts';
import { createTypeCheck } from './types.ts';

const usage = `Usage: npm run test:mutants [-- OPTIONS]
  --count N       how many changes to draw (300)
  --from N        leaves out the first N changes of the seed (0): a long run in parts, on unchanged sources
  --seed N        the same seed draws the same changes of the same sources (a random one, which is printed)
  --only TEXT     files whose path contains TEXT; may be repeated
  --without TEXT  no files whose path contains TEXT; may be repeated
  --again FILE    the changes that survived according to FILE, a result of an earlier run; more tests run for each,
                  also slow ones, and all types are checked
  --list          print the changes; run nothing
  --help          print this
The result is written to .run/mutants/SEED.json after each change (SEED-from-N.json, SEED-again.json).`;

const log = (line: string): void => console.log(line);

/**
 * How many test files run in each step, those nearest to the changed file first: the test beside the file detects most
 * changes.
 */
const testsPerStep = [1, 3, 8];
/** The number of test files in each step with `--again`. */
const moreSteps = [...testsPerStep, 24, 48];
/**
 * The number of browser test files for each mutant, without and with `--again`. The numbers are small because each file
 * needs many seconds.
 */
const [pageFiles, morePageFiles] = [2, 6];
/** The largest number of slow test files that run for one mutant, with `--again` only. */
const slowFiles = 5;
/**
 * The time limit of one step of tests, in milliseconds, without and with slow tests. A change that makes the tests run
 * longer counts as detected.
 */
const [limitMs, slowLimitMs] = [240_000, 900_000];

type Outcome = 'killed' | 'hang' | 'types' | 'survived';

interface Result extends MutantDescription {
  readonly file: string;
  readonly operator: string;
  readonly outcome: Outcome;
  /** The name of the failed test, or the type error; null: no test detected the change. */
  readonly by: string | null;
  readonly seconds: number;
}

/** The source files from which mutants are drawn: no tests, no declarations, and no files that Svelte compiles. */
const sourceFiles = (only: readonly string[], without: readonly string[]): readonly string[] =>
  globSync('{src/{main,shared,renderer},packages/*/src}/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) =>
        !/\.test\.ts$|\.d\.ts$|\.svelte\.ts$|\/generated\/|\/(src|renderer)\/test\//.test(file),
    )
    .filter((file) => only.length === 0 || only.some((text) => file.includes(text)))
    .filter((file) => !without.some((text) => file.includes(text)))
    .sort();

const isValid = (file: string, text: string): boolean =>
  ts.transpileModule(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext },
  }).diagnostics?.length === 0;

function drawMutants(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const random = createRandom(seed);
  const left = [...mutants];
  const drawn: Mutant[] = [];
  while (drawn.length < count && left.length > 0) {
    const [mutant] = left.splice(Math.floor(random() * left.length), 1);
    if (mutant === undefined) break;
    const text = readFileSync(join(root, mutant.file), 'utf8');
    if (isValid(mutant.file, applyMutant(text, mutant))) drawn.push(mutant);
  }
  return drawn;
}

/** The mutants that survived in an earlier run and whose lines have not changed since that run. */
function survivorsOf(path: string, mutants: readonly Mutant[]): readonly Mutant[] {
  const { results } = JSON.parse(readFileSync(path, 'utf8')) as { results: readonly Result[] };
  const survivors = results.filter(({ outcome }) => outcome === 'survived');
  const remaining = mutants.filter((mutant) => {
    const text = readFileSync(join(root, mutant.file), 'utf8');
    const { before, after } = describeMutant(text, mutant);
    return survivors.some(
      (one) => one.file === mutant.file && one.before === before && one.after === after,
    );
  });
  log(`${survivors.length} survived in ${path}, ${remaining.length} of them are still possible`);
  return remaining;
}

/** A copy of the repository without generated files, and a folder for temporary files. */
interface Copy {
  readonly tree: string;
  readonly temporary: string;
}

function copyInto(scratch: string): Copy {
  const tree = join(scratch, 'tree');
  const generated = new Set(['node_modules', '.git', '.run', 'out', 'dist', 'test-results']);
  cpSync(root, tree, { recursive: true, filter: (path) => !generated.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  const temporary = join(scratch, 'tmp');
  mkdirSync(temporary);
  return { tree, temporary };
}

/**
 * Runs tests in a Vitest that is already running; `hang` if they exceed the time limit, `crash` if the process of
 * Vitest ends.
 */
interface Runner {
  readonly run: (task: Task, limit: number) => Promise<Report | 'hang' | 'crash'>;
  readonly stop: () => void;
}

function createRunner({ tree, temporary }: Copy, projects: readonly string[]): Runner {
  let child: ChildProcess | null = null;

  async function start(): Promise<ChildProcess> {
    // The runner works in the copy, so that changes to the repository during the run have no effect.
    const started = fork(join(tree, 'tools', 'mutants', 'runner.ts'), projects, {
      cwd: tree,
      // With all cases of each test, as in `npm run test:full`.
      env: { ...process.env, TMPDIR: temporary, TEMP: temporary, OVERHEAD_FULL_TEST: '1' },
      // The process group is separate, so that the workers stop with the runner.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(started, 'message');
    return started;
  }

  function stop(): void {
    if (child?.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    child = null;
  }

  return {
    async run(task, limit) {
      child ??= await start();
      const over = new AbortController();
      const signal = AbortSignal.any([over.signal, AbortSignal.timeout(limit)]);
      const answer = once(child, 'message', { signal }).then(([report]) => report as Report);
      const exit = once(child, 'exit', { signal }).then((): 'crash' => 'crash');
      // Prevents unhandled rejections: only the first failure counts.
      for (const one of [answer, exit]) one.catch(() => undefined);
      child.send(task);
      try {
        const first = await Promise.race([answer, exit]);
        if (first === 'crash') child = null;
        return first;
      } catch {
        stop();
        return 'hang';
      } finally {
        over.abort();
      }
    },
    stop,
  };
}

const isSlow = (test: string): boolean => test.endsWith('.slow.test.ts');
const isInPage = (test: string): boolean => test.endsWith('.browser.test.ts');

/**
 * Returns the test files that import `file`, directly or not, as lists: one list for each step. Browser tests are
 * included for files of the renderer only, and slow tests of Node with `more` only.
 */
function testsOf(file: string, graph: ImportGraph, more: boolean): readonly (readonly string[])[] {
  const all = nearestTests(file, graph);
  const inNode = all.filter((test) => !isInPage(test) && !isSlow(test));
  const inPage = all.filter(isInPage);
  return [
    ...(more ? moreSteps : testsPerStep).map((count) => inNode.splice(0, count)),
    file.startsWith('src/renderer/') ? inPage.slice(0, more ? morePageFiles : pageFiles) : [],
    ...(more ? all.filter(isSlow).slice(0, slowFiles) : []).map((test) => [test]),
  ].filter((tests) => tests.length > 0);
}

/** Runs one slow test file with a separate `vitest run`, whose global setup builds the app from the changed sources. */
async function runSlowTest(
  { tree, temporary }: Copy,
  test: string,
  stopped: AbortSignal,
): Promise<Report | 'hang'> {
  const limit = AbortSignal.timeout(slowLimitMs);
  const { code, output } = await runCommandLine(
    process.execPath,
    [join(tree, 'node_modules/vitest/vitest.mjs'), 'run', '--project=unit-slow', '--bail=1', test],
    {
      cwd: tree,
      env: { ...process.env, NO_COLOR: '1', TMPDIR: temporary, TEMP: temporary },
      signal: AbortSignal.any([limit, stopped]),
    },
  );
  if (limit.aborted) return 'hang';
  if (code === 0) return { failures: [] };
  const [, name = 'the file itself'] = / FAIL {2}(.*)/.exec(output) ?? [];
  const [, message = ''] = /^(\w*Error: .*)/m.exec(output) ?? [];
  return { failures: [{ file: test, name, message }] };
}

const secondsSince = (start: number): number => Math.round((performance.now() - start) / 100) / 10;

async function runAll(
  mutants: readonly Mutant[],
  { copy, graph, name, more }: { copy: Copy; graph: ImportGraph; name: string; more: boolean },
  signal: AbortSignal,
): Promise<readonly Result[]> {
  const runner = createRunner(copy, ['unit', 'unit-mocked', 'browser']);
  signal.addEventListener('abort', runner.stop, { once: true });
  const absolute = (test: string): string => join(copy.tree, test);
  const types = createTypeCheck(copy.tree);
  const output = join(runFolder, 'mutants', `${name}.json`);
  mkdirSync(join(runFolder, 'mutants'), { recursive: true });
  const results: Result[] = [];
  const isStopped = (): boolean => signal.aborted;
  /** Whether a test file passes without the mutant. */
  const passes = new Map<string, boolean>();

  /** Runs tests while the file has `text` as its content; null: its own content. */
  async function runWith(
    { file }: Mutant,
    text: string | null,
    tests: readonly string[],
  ): Promise<Report | 'hang' | 'crash'> {
    const path = absolute(file);
    const sound = readFileSync(path, 'utf8');
    if (text !== null) writeFileSync(path, text);
    try {
      const slowTest = tests.find(isSlow);
      if (slowTest !== undefined) return await runSlowTest(copy, slowTest, signal);
      return await runner.run({ changed: path, tests: tests.map(absolute) }, limitMs);
    } finally {
      writeFileSync(path, sound);
    }
  }

  /**
   * Returns the first failure that the mutant causes. A test file that fails without the mutant, too, is skipped; this
   * is reported once for each file.
   */
  async function firstFailure(
    mutant: Mutant,
    text: string,
    tests: readonly string[],
  ): Promise<Report['failures'][number] | 'hang' | null> {
    const sound = tests.filter((test) => passes.get(test) !== false);
    if (sound.length === 0 || isStopped()) return null;
    const report = await runWith(mutant, text, sound);
    if (typeof report === 'string') return 'hang';
    const [failure] = report.failures;
    if (failure === undefined) return null;
    const { file } = failure;
    if (!passes.has(file) && file !== '') {
      const alone = await runWith(mutant, null, [file]);
      passes.set(file, typeof alone !== 'string' && alone.failures.length === 0);
      if (passes.get(file) === false) log(`left out, fails without a change: ${file}`);
    }
    return passes.get(file) === false ? firstFailure(mutant, text, tests) : failure;
  }

  try {
    for (const mutant of mutants) {
      if (isStopped()) break;
      const began = performance.now();
      const { file, operator } = mutant;
      const sound = readFileSync(absolute(file), 'utf8');
      const text = applyMutant(sound, mutant);
      let outcome: Outcome = 'survived';
      let by: string | null = null;
      for (const tests of testsOf(file, graph, more)) {
        const failure = await firstFailure(mutant, text, tests);
        if (failure === null) continue;
        outcome = failure === 'hang' ? 'hang' : 'killed';
        by = failure === 'hang' ? null : `${failure.file}: ${failure.name}: ${failure.message}`;
        break;
      }
      if (outcome === 'survived') {
        const importers = graph.importersOf(file).filter((one) => !one.endsWith('.test.ts'));
        by = types.firstError(file, text, more ? null : importers);
        if (by !== null) outcome = 'types';
      }
      if (isStopped()) break;
      const result = {
        file,
        ...describeMutant(sound, mutant),
        operator,
        outcome,
        by,
        seconds: secondsSince(began),
      };
      results.push(result);
      log(
        `${results.length}/${mutants.length} ${outcome} ${file}:${result.line} ${result.seconds} s`,
      );
      writeFileSync(output, `${JSON.stringify({ results }, null, 1)}\n`);
    }
    return results;
  } finally {
    runner.stop();
  }
}

function printResults(results: readonly Result[]): void {
  const outcomes: readonly Outcome[] = ['killed', 'hang', 'types', 'survived'];
  for (const outcome of ['types', 'survived'] as const) {
    log(`\n${outcome}`);
    for (const { file, line, operator, before, after, by, ...result } of results)
      if (result.outcome === outcome)
        log(
          `${file}:${line} (${operator})\n  - ${before}\n  + ${after}${by === null ? '' : `\n  ${by}`}`,
        );
  }
  log('');
  for (const outcome of outcomes)
    log(`${outcome} | ${results.filter((result) => result.outcome === outcome).length}`);
}

interface ChosenMutants {
  readonly mutants: readonly Mutant[];
  /** The name of the file with the result. */
  readonly name: string;
  /** Whether more tests run for each mutant. */
  readonly more: boolean;
}

function listMutants(mutants: readonly Mutant[]): void {
  for (const mutant of mutants) {
    const text = readFileSync(join(root, mutant.file), 'utf8');
    const { line, before, after } = describeMutant(text, mutant);
    log(`${mutant.file}:${line} (${mutant.operator})\n  - ${before}\n  + ${after}`);
  }
}

async function runInScratch({ mutants, name, more }: ChosenMutants): Promise<number> {
  const signal = interruptionSignal();
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-mutants-'));
  // Tests of permissions run as another user, who must be able to read the copy.
  chmodSync(scratch, 0o711);
  try {
    const startedAt = performance.now();
    const copy = copyInto(scratch);
    const graph = readImports(copy.tree);
    const results = await runAll(mutants, { copy, graph, name, more }, signal);
    printResults(results);
    log(`${secondsSince(startedAt)} s`);
    if (signal.aborted) return 130;
    return results.some(({ outcome }) => outcome === 'survived') ? 1 : 0;
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

const options = {
  count: { type: 'string', default: '300' },
  from: { type: 'string', default: '0' },
  seed: { type: 'string' },
  only: { type: 'string', multiple: true },
  without: { type: 'string', multiple: true },
  again: { type: 'string' },
  list: { type: 'boolean', default: false },
} as const;
await runCommand({ name: 'mutants', usage, options }, async ({ values }) => {
  const { seed: given = String(Math.floor(Math.random() * 1e6)), again } = values;
  const seed = wholeNumber('--seed', given, 0, 2 ** 32 - 1);
  const count = wholeNumber('--count', values.count, 1, 100_000);
  const { only = [], without = [] } = values;
  const all = sourceFiles(only, without).flatMap((file) =>
    mutantsOf(file, readFileSync(join(root, file), 'utf8')),
  );
  const from = wholeNumber('--from', values.from, 0, 100_000);
  const mutants =
    again === undefined
      ? drawMutants(all, from + count, seed).slice(from)
      : survivorsOf(again, all);
  if (mutants.length === 0) throw new RefusalError('no change is left to draw');
  log(`seed ${seed}: ${mutants.length} of ${all.length} changes`);
  const part = from === 0 ? '' : `-from-${from}`;
  const name = `${seed}${part}${again === undefined ? '' : '-again'}`;
  if (!values.list) return runInScratch({ mutants, name, more: again !== undefined });
  listMutants(mutants);
  return 0;
});
