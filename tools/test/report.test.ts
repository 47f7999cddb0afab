import { describe, expect, it, test } from 'vitest';
import {
  dearestFiles,
  summaryLine,
  readJUnit,
  stepTable,
  sumCounts,
  type StepResult,
} from './report.ts';

const report = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="4" failures="1" errors="1" time="2.5">
  <testsuite name="src/a.test.ts" tests="3" time="2.25">
    <testcase classname="src/a.test.ts" name="add &gt; adds" time="1.5"><system-out>1</system-out></testcase>
    <testcase classname="src/a.test.ts" name="fails" time="0.5"><failure message="no">text</failure></testcase>
    <testcase classname="src/a.test.ts" name="later" time="0"><skipped/></testcase>
  </testsuite>
  <testsuite name="src/b.test.ts" tests="1" time="0">
    <testcase classname="src/b.test.ts" name="src/b.test.ts" time="0"><error message="not loaded"/></testcase>
  </testsuite>
</testsuites>
`;

describe('readJUnit', () => {
  it('returns the result and the seconds of each test, and the seconds of each file', () => {
    expect(readJUnit(report)).toEqual({
      tests: [
        { name: 'a.test.ts: add > adds', seconds: 1.5, result: 'passed' },
        { name: 'a.test.ts: fails', seconds: 0.5, result: 'failed' },
        { name: 'a.test.ts: later', seconds: 0, result: 'skipped' },
        { name: 'b.test.ts: src/b.test.ts', seconds: 0, result: 'failed' },
      ],
      files: [
        { file: 'src/a.test.ts', seconds: 2.25 },
        { file: 'src/b.test.ts', seconds: 0 },
      ],
    });
  });

  it.each(['', 'nonsense', report.slice(0, -20)])(
    'returns null for an incomplete report',
    (xml) => {
      expect(readJUnit(xml)).toBeNull();
    },
  );
});

const results: readonly StepResult[] = [
  {
    step: 'unit',
    seconds: 3.21,
    processorSeconds: 4.56,
    ...(readJUnit(report) ?? { tests: [], files: [] }),
    otherFailures: 0,
  },
  {
    step: 'browser',
    seconds: 12,
    processorSeconds: null,
    files: [{ file: 'c.browser.test.ts', seconds: 3 }],
    tests: [{ name: 'c', seconds: 3, result: 'passed' }],
    otherFailures: 1,
    note: 'why',
  },
];

test('sumCounts includes failures outside of tests', () => {
  expect(sumCounts(results)).toEqual({ passed: 2, failed: 3, skipped: 1 });
});

test('summaryLine always names the three counts', () => {
  expect(summaryLine(sumCounts(results))).toBe('2 passed, 3 failed, 1 skipped');
  expect(summaryLine(sumCounts([]))).toBe('0 passed, 0 failed, 0 skipped');
});

test('stepTable contains a row for each step and a row for the total, with a dash for times that are not measured', () => {
  expect(stepTable(results, 16)).toBe(
    [
      'step       passed   failed  skipped  seconds  processor',
      'unit            1        2        1      3.2        4.6',
      'browser         1        1        0     12.0          -  why',
      'total           2        3        1     16.0        4.6',
    ].join('\n'),
  );
});

test('dearestFiles returns the slowest files of all steps, the slowest first', () => {
  expect(dearestFiles(results, 2)).toBe(
    '    3.0  browser  c.browser.test.ts\n    2.3  unit  src/a.test.ts',
  );
});
