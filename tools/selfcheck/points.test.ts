import { describe, expect, it } from 'vitest';
import {
  exitCode,
  findingOf,
  judgeFacts,
  findingLines,
  okFinding,
  reportText,
  pointTitles,
  type Finding,
} from './points.ts';

const all = (changed: Readonly<Record<number, Finding>> = {}): Map<number, Finding> =>
  new Map(pointTitles.map((_title, index) => [index + 1, changed[index + 1] ?? okFinding('')]));

describe('findingLines', () => {
  it('returns one line with the number of the check for each of the 22 checks', () => {
    const output = findingLines(all());
    expect(output).toHaveLength(22);
    expect(output.map((line) => Number(line.slice(0, 2)))).toEqual(
      pointTitles.map((_, n) => n + 1),
    );
  });

  it('joins a finding of several lines into one line', () => {
    const [first] = findingLines(all({ 1: { result: 'ask', detail: 'two\nlines' } }));
    expect(first).toBe(' 1  ask      versions and sandbox: two lines');
  });

  it('returns `differs` for a check that did not run', () => {
    expect(findingLines(new Map()).at(-1)).toBe('22  differs  displays: it was not checked');
  });
});

describe('exitCode', () => {
  it('returns 0 if no result is `differs`, even if some results are `ask`', () => {
    expect(exitCode(all({ 3: { result: 'ask', detail: '' } }))).toBe(0);
  });

  it.each([1, 22])('returns 1 if the result of check %i is `differs`', (point) => {
    expect(exitCode(all({ [point]: { result: 'differs', detail: '' } }))).toBe(1);
  });

  it('returns 1 if a check did not run', () => {
    const findings = all();
    findings.delete(7);
    expect(exitCode(findings)).toBe(1);
  });
});

it('judgeFacts returns `differs` with the false facts, or `ok` if all are true', () => {
  expect(judgeFacts({ 'the page loads': true })).toEqual({ result: 'ok', detail: '' });
  expect(judgeFacts({ 'the page loads': true, 'it is shown': false }, '30 ms')).toEqual({
    result: 'differs',
    detail: 'not so: it is shown; 30 ms',
  });
});

it('findingOf returns `ask` for an API that the stand-in for Electron lacks, and `differs` for other errors', () => {
  expect(findingOf(new Error('not in the stand-in: app.getGPUInfo')).result).toBe('ask');
  expect(findingOf(new Error('timed out')).result).toBe('differs');
});

it('reportText contains the result of each check and the description of the machine', () => {
  const { machine, points } = JSON.parse(reportText(all(), { system: 'Linux' })) as {
    machine: unknown;
    points: { point: number }[];
  };
  expect(machine).toEqual({ system: 'Linux' });
  expect(points.map(({ point }) => point)).toEqual(pointTitles.map((_, n) => n + 1));
});
