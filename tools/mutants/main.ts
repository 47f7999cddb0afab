/**
 * `npm run test:mutants`: plants small faults in a copy of the sources, one at a time, runs the tests beside the faulty
 * file, and lists the faults that no test notices.
 *
 * Why a list written by hand and not Stryker: Stryker 10 with its Vitest runner works with Vitest 5 and TypeScript 6,
 * but it derives about 80 mutants from 120 lines, a quarter of them in constants, for each of which it runs every test
 * again. Two files of the picture rules took longer than five minutes; the sources would take days. Most survivors are
 * equivalent programs or changed words, which somebody has to read one by one. These faults are the ones that a person
 * would notice.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runCommand, UsageError } from '../setup/command.ts';
import { interruption } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';
import { Refusal, run } from '../setup/process.ts';
import { faults, type Fault } from './faults.ts';

const usage = `Usage: npm run test:mutants [-- OPTIONS]
  --only TEXT   the faults whose file or description contains TEXT
  --list        print the faults and check that each still fits its file; run nothing
  --help        print this`;

const log = (line: string): void => console.log(line);

/** A fault that makes the tests hang counts as caught after this time. */
const limitMs = 180_000;
/** All tests together, before the first fault. */
const baselineLimitMs = 600_000;

const testsOf = ({ file, tests }: Fault): readonly string[] =>
  tests ?? [file.replace(/\.ts$/, '.test.ts')];

/** The text of the fault's file in `folder` with the fault in it. */
function faulty({ file, find, replace }: Fault, folder: string): string {
  const path = join(folder, file);
  const parts = existsSync(path) ? readFileSync(path, 'utf8').split(find) : [];
  if (parts.length !== 2)
    throw new Refusal(
      `${file}: ‘${find}’ occurs ${Math.max(parts.length - 1, 0)} times: the source has changed: update this fault`,
    );
  return parts.join(replace);
}

function check(chosen: readonly Fault[]): void {
  for (const fault of chosen) {
    faulty(fault, root);
    for (const test of testsOf(fault))
      if (!existsSync(join(root, test)))
        throw new Refusal(`${test} is missing: name the tests of ${fault.file}`);
  }
}

/** A copy of the repository without what is made from it, and a folder for temporary files. */
interface Copy {
  readonly tree: string;
  readonly temporary: string;
}

function copyInto(scratch: string): Copy {
  const tree = join(scratch, 'tree');
  const made = new Set(['node_modules', '.git', '.run', 'out', 'dist', 'test-results']);
  cpSync(root, tree, { recursive: true, filter: (path) => !made.has(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
  const temporary = join(scratch, 'tmp');
  mkdirSync(temporary);
  return { tree, temporary };
}

/** Runs tests of the copy; gives the first failure in words, or null when all passed. */
async function firstFailure(
  { tree, temporary }: Copy,
  tests: readonly string[],
  limit: number,
  signal: AbortSignal,
): Promise<string | null> {
  const report = join(temporary, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  // Other programs may be using the machine, so that each test has a minute.
  const args = ['run', '--project=unit', '--bail=1', '--testTimeout=60000', '--reporter=json'];
  const timeout = AbortSignal.timeout(limit);
  const { code, output } = await run(vitest, [...args, `--outputFile=${report}`, ...tests], {
    cwd: tree,
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary },
    signal: AbortSignal.any([signal, timeout]),
  });
  if (code === 0) return null;
  if (timeout.aborted) return `a hang of ${limit / 1000} seconds`;
  if (!existsSync(report)) return output.trim().split('\n').at(-1) ?? `exit code ${code}`;
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  const broken = testResults.find(({ message }) => message !== '');
  return failed?.fullName ?? broken?.message.split('\n')[0] ?? 'an error outside of the tests';
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

async function runAll(chosen: readonly Fault[], copy: Copy, signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const stopped = (): boolean => signal.aborted;
  const all = [...new Set(chosen.flatMap(testsOf))];
  const baseline = await firstFailure(copy, all, baselineLimitMs, signal);
  if (stopped()) return 130;
  if (baseline !== null) throw new Refusal(`the tests fail without any fault: ${baseline}`);
  log(`${all.length} test files pass without a fault, ${seconds(startedAt)} s\n`);
  log('fault | caught by | seconds');
  const counts = { caught: 0, survived: 0, excused: 0 };
  for (const fault of chosen) {
    const began = performance.now();
    const path = join(copy.tree, fault.file);
    const sound = readFileSync(path, 'utf8');
    writeFileSync(path, faulty(fault, copy.tree));
    const failure = await firstFailure(copy, testsOf(fault), limitMs, signal);
    writeFileSync(path, sound);
    if (stopped()) return 130;
    const { survives } = fault;
    if (failure !== null) counts.caught += 1;
    else if (survives === undefined) counts.survived += 1;
    else counts.excused += 1;
    const nobody = survives === undefined ? 'NOBODY' : `nobody: ${survives}`;
    log(`${fault.file}: ${fault.about} | ${failure ?? nobody} | ${seconds(began)}`);
  }
  const excused = counts.excused === 0 ? '' : ` (${counts.excused} for a reason)`;
  log(`\n${seconds(startedAt)} s`);
  log(`${counts.caught} caught, ${counts.survived + counts.excused} survived${excused}`);
  return counts.survived === 0 ? 0 : 1;
}

function mutants(only: string, isList: boolean): Promise<number> | number {
  const chosen = faults.filter(({ file, about }) => `${file} ${about}`.includes(only));
  if (chosen.length === 0) throw new UsageError(`no fault contains ‘${only}’`);
  check(chosen);
  if (!isList) return runInScratch(chosen);
  for (const { file, about } of chosen) log(`${file}: ${about}`);
  return 0;
}

async function runInScratch(chosen: readonly Fault[]): Promise<number> {
  const signal = interruption();
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-mutants-'));
  // Tests of permissions continue as another user.
  chmodSync(scratch, 0o711);
  try {
    return await runAll(chosen, copyInto(scratch), signal);
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

const options = {
  only: { type: 'string', default: '' },
  list: { type: 'boolean', default: false },
} as const;
await runCommand({ name: 'mutants', usage, options }, ({ values }) =>
  mutants(values.only, values.list),
);
