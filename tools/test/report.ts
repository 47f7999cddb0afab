import { z } from 'zod';

/** Number of tests by result. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TimedTest {
  readonly name: string;
  readonly seconds: number;
}

/** What one runner's report says. */
export interface Report {
  readonly counts: Counts;
  readonly tests: readonly TimedTest[];
}

/** The result of one step. `counts` is null when the step gave none, which counts as one failure. */
export interface StepResult {
  readonly step: string;
  readonly counts: Counts | null;
  readonly seconds: number;
  readonly tests?: readonly TimedTest[];
  /** Why the step was skipped or gave no count. */
  readonly note?: string;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
});

interface Suite {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly Suite[] | undefined;
}

const suite: z.ZodType<Suite> = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.array(suite).optional();
  },
});

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(suite),
});

/**
 * Reads Vitest's JSON report. A run that fails without a failed test (a file that does not load, an unhandled
 * rejection) counts as one failure. Returns null when it is not such a report.
 */
export function readVitestReport(report: unknown, exitCode: number): Report | null {
  const parsed = vitestReport.safeParse(report);
  if (!parsed.success) return null;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success, testResults } =
    parsed.data;
  return {
    counts: {
      passed: numPassedTests,
      failed: atLeastOne(numFailedTests, !success || exitCode !== 0),
      skipped: numPendingTests + numTodoTests,
    },
    tests: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${fileName(name)}: ${fullName}`,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  };
}

/** Reads Playwright's JSON report, as `readVitestReport`. A test that passed at a retry counts as passed. */
export function readPlaywrightReport(report: unknown, exitCode: number): Report | null {
  const parsed = playwrightReport.safeParse(report);
  if (!parsed.success) return null;
  const { errors, stats, suites } = parsed.data;
  return {
    counts: {
      passed: stats.expected + stats.flaky,
      failed: atLeastOne(stats.unexpected, errors.length > 0 || exitCode !== 0),
      skipped: stats.skipped,
    },
    tests: suites.flatMap(timedSpecs),
  };
}

function timedSpecs({ file, specs, suites = [] }: Suite): TimedTest[] {
  const own = specs.map(({ title, tests }) => ({
    name: `${fileName(file)}: ${title}`,
    seconds:
      tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0) /
      1000,
  }));
  return [...own, ...suites.flatMap(timedSpecs)];
}

const fileName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

const atLeastOne = (failed: number, broken: boolean): number => Math.max(failed, broken ? 1 : 0);

/** Adds up all steps; a step without a count is one failure. */
export function sum(results: readonly StepResult[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { counts } of results) {
    total.passed += counts?.passed ?? 0;
    total.failed += counts?.failed ?? 1;
    total.skipped += counts?.skipped ?? 0;
  }
  return total;
}

/** The last line of the run. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A table with one row per step. */
export function stepTable(results: readonly StepResult[]): string {
  const rows = [
    ['step', 'passed', 'failed', 'skipped', 'seconds', ''],
    ...results.map(({ step, counts, seconds, note = '' }) => [
      step,
      ...(counts === null
        ? ['–', '1', '–']
        : [counts.passed, counts.failed, counts.skipped].map(String)),
      seconds.toFixed(1),
      note,
    ]),
  ];
  const width = (column: number): number =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 || column === 5 ? cell.padEnd(width(column)) : cell.padStart(width(column)),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The slowest tests of all steps, slowest first, one per line. */
export function slowestTests(results: readonly StepResult[], count = 10): string {
  return results
    .flatMap(({ step, tests = [] }) => tests.map((test) => ({ step, ...test })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ step, name, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${step}  ${name}`)
    .join('\n');
}
