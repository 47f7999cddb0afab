import { z } from 'zod';

/** Tests of one runner. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How one runner ended. `counts` is null when it gave none, which is a failure of its own. */
export interface RunnerResult {
  readonly runner: string;
  readonly counts: Counts | null;
  readonly seconds: number;
  /** Why it was skipped or gave no count. */
  readonly note?: string;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  success: z.boolean(),
});

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/**
 * The counts of Vitest's JSON report. What makes a run fail without failing a test (a file that does not load,
 * an unhandled rejection) counts as one failure. Null when it is no such report.
 */
export function vitestCounts(report: unknown, exitCode: number): Counts | null {
  const parsed = vitestReport.safeParse(report);
  if (!parsed.success) return null;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success } = parsed.data;
  return {
    passed: numPassedTests,
    failed: atLeastOne(numFailedTests, !success || exitCode !== 0),
    skipped: numPendingTests + numTodoTests,
  };
}

/** The same for Playwright. A test that passed at the second try has passed. */
export function playwrightCounts(report: unknown, exitCode: number): Counts | null {
  const parsed = playwrightReport.safeParse(report);
  if (!parsed.success) return null;
  const { errors, stats } = parsed.data;
  return {
    passed: stats.expected + stats.flaky,
    failed: atLeastOne(stats.unexpected, errors.length > 0 || exitCode !== 0),
    skipped: stats.skipped,
  };
}

const atLeastOne = (failed: number, broken: boolean): number => Math.max(failed, broken ? 1 : 0);

/** All runners added up; a runner without a count is one failure. */
export function sum(results: readonly RunnerResult[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { counts } of results) {
    total.passed += counts?.passed ?? 0;
    total.failed += counts?.failed ?? 1;
    total.skipped += counts?.skipped ?? 0;
  }
  return total;
}

/** The very last line. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** One row per runner, under a head. */
export function table(results: readonly RunnerResult[]): string {
  const rows = [
    ['runner', 'passed', 'failed', 'skipped', 'seconds', ''],
    ...results.map(({ runner, counts, seconds, note = '' }) => [
      runner,
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
