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
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { interruption } from '../setup/interruption.ts';
import { root } from '../setup/paths.ts';
import { Refusal } from '../setup/process.ts';
import { faults, type Fault } from './faults.ts';
import { startTests, type Tests } from './tests.ts';

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

/** Copies what Git knows or would take, as it is now. */
function copyTree(to: string): void {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  for (const name of new Set(listed.split('\0'))) {
    const from = join(root, name);
    // Deleted, but not yet in the index.
    if (!(lstatSync(from, { throwIfNoEntry: false })?.isFile() ?? false)) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    copyFileSync(from, join(to, name));
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'), 'junction');
}

interface Verdict {
  readonly kind: 'caught' | 'survived' | 'excused';
  readonly words: string;
}

async function plant(fault: Fault, copy: string, tests: Tests): Promise<Verdict> {
  const path = join(copy, fault.file);
  const sound = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, faulty(fault, copy));
    const ended = await tests.run(testsOf(fault), [fault.file], limitMs);
    if (ended.kind === 'hung')
      return { kind: 'caught', words: `a hang of ${limitMs / 1000} seconds` };
    if (ended.failed !== null) return { kind: 'caught', words: ended.failed };
    return fault.survives === undefined
      ? { kind: 'survived', words: 'NOBODY' }
      : { kind: 'excused', words: `nobody: ${fault.survives}` };
  } finally {
    writeFileSync(path, sound);
    tests.changed(fault.file);
  }
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

async function runAll(
  chosen: readonly Fault[],
  copy: string,
  tests: Tests,
  signal: AbortSignal,
): Promise<number> {
  const startedAt = performance.now();
  const stopped = (): boolean => signal.aborted;
  const all = [...new Set(chosen.flatMap(testsOf))];
  const baseline = await tests.run(all, [], baselineLimitMs);
  if (stopped()) return 130;
  if (baseline.kind === 'hung') throw new Refusal('the tests hang without any fault');
  if (baseline.failed !== null)
    throw new Refusal(`the tests fail without any fault: ${baseline.failed}`);
  log(`${all.length} test files pass without a fault, ${seconds(startedAt)} s\n`);
  log('fault | caught by | seconds');
  const counts = { caught: 0, survived: 0, excused: 0 };
  for (const fault of chosen) {
    const began = performance.now();
    const { kind, words } = await plant(fault, copy, tests);
    if (stopped()) return 130;
    counts[kind] += 1;
    log(`${fault.file}: ${fault.about} | ${words} | ${seconds(began)}`);
  }
  const excused = counts.excused === 0 ? '' : ` (${counts.excused} for a reason)`;
  log(`\n${seconds(startedAt)} s`);
  log(`${counts.caught} caught, ${counts.survived + counts.excused} survived${excused}`);
  return counts.survived === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    log(usage);
    return 0;
  }
  const { only = '' } = values;
  const chosen = faults.filter(({ file, about }) => `${file} ${about}`.includes(only));
  if (chosen.length === 0) throw new Refusal(`no fault contains ‘${only}’`);
  check(chosen);
  if (values.list === true) {
    for (const { file, about } of chosen) log(`${file}: ${about}`);
    return 0;
  }
  const signal = interruption();
  const scratch = mkdtempSync(join(tmpdir(), 'overhead-mutants-'));
  // Tests of permissions continue as another user.
  chmodSync(scratch, 0o711);
  const copy = join(scratch, 'tree');
  const temporary = join(scratch, 'tmp');
  mkdirSync(temporary);
  copyTree(copy);
  const tests = startTests(copy, temporary, signal);
  try {
    return await runAll(chosen, copy, tests, signal);
  } finally {
    await tests.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const isExpected =
    error instanceof Refusal ||
    (error instanceof TypeError &&
      'code' in error &&
      String(error.code).startsWith('ERR_PARSE_ARGS'));
  if (!isExpected) throw error;
  process.stderr.write(`mutants: ${error.message}\n`);
  process.exitCode = 2;
}
