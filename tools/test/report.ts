import { basename } from 'node:path';
import { Parser } from 'htmlparser2';

export interface TestResult {
  readonly name: string;
  readonly seconds: number;
  readonly result: 'passed' | 'failed' | 'skipped';
}

/** The result of one step of the run. */
export interface StepResult {
  readonly step: string;
  readonly seconds: number;
  readonly tests: readonly TestResult[];
  /** The number of failures outside tests: a file that does not load, or a step that could not run or was stopped. */
  readonly otherFailures: number;
  /** The reason why the step did not run or wrote no report. */
  readonly note?: string;
}

/** Parses a JUnit report of Vitest or Playwright. Null if the end of the report is missing. */
export function readJUnit(xml: string): TestResult[] | null {
  const tests: TestResult[] = [];
  const parser = new Parser(
    {
      onopentag(tag, { classname = '', name = '', time = '0' }) {
        if (tag === 'testcase')
          tests.push({
            name: `${basename(classname)}: ${name}`,
            seconds: Number(time),
            result: 'passed',
          });
        const result = tag === 'skipped' ? 'skipped' : 'failed';
        const last = /^(skipped|failure|error)$/.test(tag) ? tests.pop() : undefined;
        if (last !== undefined) tests.push({ ...last, result });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return xml.trimEnd().endsWith('</testsuites>') ? tests : null;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The sum of the counts of all steps. */
export function sumCounts(results: readonly StepResult[]): Counts {
  const count = (wanted: TestResult['result']): number =>
    results.flatMap(({ tests }) => tests).filter(({ result }) => result === wanted).length;
  const others = results.reduce((all, { otherFailures }) => all + otherFailures, 0);
  return {
    passed: count('passed'),
    failed: count('failed') + others,
    skipped: count('skipped'),
  };
}

/** The last line of the run. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** A table with one row for each step, and one row for all steps, which took `seconds`. */
export function stepTable(results: readonly StepResult[], seconds: number): string {
  const row = (name: string, steps: readonly StepResult[], took: number, note = ''): string => {
    const { passed, failed, skipped } = sumCounts(steps);
    const figures = [passed, failed, skipped, took.toFixed(1)];
    return [name.padEnd(8), ...figures.map((one) => String(one).padStart(9)), note]
      .join('')
      .trimEnd();
  };
  return [
    'step       passed   failed  skipped  seconds',
    ...results.map((one) => row(one.step, [one], one.seconds, one.note && `  ${one.note}`)),
    row('total', results, seconds),
  ].join('\n');
}

/** The slowest tests of all steps, one per line, the slowest first. */
export function slowestTests(results: readonly StepResult[], count = 10): string {
  return results
    .flatMap(({ step, tests }) => tests.map((test) => ({ step, ...test })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ step, name, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${step}  ${name}`)
    .join('\n');
}
