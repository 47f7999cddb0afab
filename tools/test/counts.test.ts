import { describe, expect, test } from 'vitest';
import { parseTestArguments } from './args.ts';
import { lastLine, playwrightCounts, sum, table, vitestCounts } from './counts.ts';

const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 1,
  success: true,
};
const playwright = {
  errors: [],
  stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 2 },
};

describe('counts of a report', () => {
  test('Vitest', () => {
    expect(vitestCounts(vitest, 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
    expect(vitestCounts({ ...vitest, numFailedTests: 2, success: false }, 1)?.failed).toBe(2);
  });

  test('Vitest: a run that failed without a failed test', () => {
    expect(vitestCounts({ ...vitest, success: false }, 0)?.failed).toBe(1);
    expect(vitestCounts(vitest, 1)?.failed).toBe(1);
  });

  test('Playwright', () => {
    expect(playwrightCounts(playwright, 0)).toEqual({ passed: 4, failed: 0, skipped: 2 });
    const red = { ...playwright, stats: { ...playwright.stats, unexpected: 3 } };
    expect(playwrightCounts(red, 1)?.failed).toBe(3);
  });

  test('Playwright: a run that failed without a failed test', () => {
    expect(playwrightCounts({ ...playwright, errors: [{}] }, 1)?.failed).toBe(1);
  });

  test.each([null, {}, 'nonsense'])('%j is no report', (report) => {
    expect(vitestCounts(report, 0)).toBeNull();
    expect(playwrightCounts(report, 0)).toBeNull();
  });
});

const results = [
  { runner: 'unit', counts: { passed: 10, failed: 1, skipped: 0 }, seconds: 3.21 },
  { runner: 'browser', counts: { passed: 4, failed: 0, skipped: 2 }, seconds: 12 },
  { runner: 'e2e', counts: null, seconds: 0.5, note: 'no count (exit code 1)' },
];

test('a runner that gave no count is one failure', () => {
  expect(sum(results)).toEqual({ passed: 14, failed: 2, skipped: 2 });
});

test('the last line names the skipped only when there are any', () => {
  expect(lastLine(sum(results))).toBe('14 passed, 2 failed, 2 skipped');
  expect(lastLine({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
});

test('the table has a row for each runner', () => {
  expect(table(results)).toBe(
    [
      'runner   passed  failed  skipped  seconds',
      'unit         10       1        0      3.2',
      'browser       4       0        2     12.0',
      'e2e           –       1        –      0.5  no count (exit code 1)',
    ].join('\n'),
  );
});

describe('parseTestArguments', () => {
  test('all parts in order, unless told', () => {
    const parts = ['gates', 'unit', 'browser', 'e2e'];
    expect(parseTestArguments([])).toEqual({ kind: 'test', parts });
  });

  test('several parts, in their order', () => {
    expect(parseTestArguments(['--only', 'e2e', '--only=unit'])).toEqual({
      kind: 'test',
      parts: ['unit', 'e2e'],
    });
  });

  test.each([[['--only', 'all']], [['--fast']], [['unit']], [['--only']]])(
    '%j is wrong',
    (argv) => {
      expect(parseTestArguments(argv).kind).toBe('wrong');
    },
  );
});
