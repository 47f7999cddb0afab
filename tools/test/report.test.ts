import { describe, expect, test } from 'vitest';
import { parseTestArguments } from './args.ts';
import {
  lastLine,
  readPlaywrightReport,
  readVitestReport,
  slowestTests,
  stepTable,
  sum,
} from './report.ts';

const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 1,
  success: true,
  testResults: [
    {
      name: '/repository/src/a.test.ts',
      assertionResults: [{ fullName: 'adds', duration: 1500 }, { fullName: 'was skipped' }],
    },
  ],
};
const playwright = {
  errors: [],
  stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 2 },
  suites: [
    {
      file: 'tray.spec.ts',
      specs: [{ title: 'opens', tests: [{ results: [{ duration: 2000 }] }] }],
      suites: [
        {
          file: 'tray.spec.ts',
          specs: [
            { title: 'closes', tests: [{ results: [{ duration: 500 }, { duration: 250 }] }] },
          ],
        },
      ],
    },
  ],
};

const vitestCounts = (report: unknown, exitCode: number) =>
  readVitestReport(report, exitCode)?.counts;
const playwrightCounts = (report: unknown, exitCode: number) =>
  readPlaywrightReport(report, exitCode)?.counts;

describe('readVitestReport', () => {
  test('counts tests by result', () => {
    expect(vitestCounts(vitest, 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
    expect(vitestCounts({ ...vitest, numFailedTests: 2, success: false }, 1)?.failed).toBe(2);
  });

  test('counts one failure for a run that fails although no test failed', () => {
    expect(vitestCounts({ ...vitest, success: false }, 0)?.failed).toBe(1);
    expect(vitestCounts(vitest, 1)?.failed).toBe(1);
  });

  test('gives the duration of each test in seconds', () => {
    expect(readVitestReport(vitest, 0)?.tests).toEqual([
      { name: 'a.test.ts: adds', seconds: 1.5 },
      { name: 'a.test.ts: was skipped', seconds: 0 },
    ]);
  });
});

describe('readPlaywrightReport', () => {
  test('counts tests by result', () => {
    expect(playwrightCounts(playwright, 0)).toEqual({ passed: 4, failed: 0, skipped: 2 });
    const red = { ...playwright, stats: { ...playwright.stats, unexpected: 3 } };
    expect(playwrightCounts(red, 1)?.failed).toBe(3);
  });

  test('counts one failure for a run that fails although no test failed', () => {
    expect(playwrightCounts({ ...playwright, errors: [{}] }, 1)?.failed).toBe(1);
  });

  test('gives the duration of nested tests, retries included', () => {
    expect(readPlaywrightReport(playwright, 0)?.tests).toEqual([
      { name: 'tray.spec.ts: opens', seconds: 2 },
      { name: 'tray.spec.ts: closes', seconds: 0.75 },
    ]);
  });
});

test.each([null, {}, 'nonsense'])('%j is not a report', (report) => {
  expect(readVitestReport(report, 0)).toBeNull();
  expect(readPlaywrightReport(report, 0)).toBeNull();
});

const results = [
  {
    step: 'unit',
    counts: { passed: 10, failed: 1, skipped: 0 },
    seconds: 3.21,
    tests: [
      { name: 'a', seconds: 0.25 },
      { name: 'b', seconds: 12 },
    ],
  },
  {
    step: 'browser',
    counts: { passed: 4, failed: 0, skipped: 2 },
    seconds: 12,
    tests: [{ name: 'c', seconds: 3 }],
  },
  { step: 'e2e', counts: null, seconds: 0.5, note: 'no count (exit code 1)' },
];

test('sum counts a step without a count as one failure', () => {
  expect(sum(results)).toEqual({ passed: 14, failed: 2, skipped: 2 });
});

test('lastLine names the skipped tests only when there are any', () => {
  expect(lastLine(sum(results))).toBe('14 passed, 2 failed, 2 skipped');
  expect(lastLine({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed');
});

test('stepTable has a row for each step', () => {
  expect(stepTable(results)).toBe(
    [
      'step     passed  failed  skipped  seconds',
      'unit         10       1        0      3.2',
      'browser       4       0        2     12.0',
      'e2e           –       1        –      0.5  no count (exit code 1)',
    ].join('\n'),
  );
});

test('slowestTests lists the slowest of all steps first', () => {
  expect(slowestTests(results, 2)).toBe('   12.0  unit  b\n    3.0  browser  c');
});

describe('parseTestArguments', () => {
  test('runs all parts in order by default', () => {
    const parts = ['gates', 'unit', 'browser', 'e2e'];
    expect(parseTestArguments([])).toEqual({ kind: 'test', parts, full: false });
  });

  test('takes --full', () => {
    expect(parseTestArguments(['--full'])).toMatchObject({ kind: 'test', full: true });
  });

  test('runs several parts in their order', () => {
    expect(parseTestArguments(['--only', 'e2e', '--only=unit'])).toEqual({
      kind: 'test',
      parts: ['unit', 'e2e'],
      full: false,
    });
  });

  test.each([[['--only', 'all']], [['--fast']], [['unit']], [['--only']]])('rejects %j', (argv) => {
    expect(parseTestArguments(argv).kind).toBe('wrong');
  });
});
