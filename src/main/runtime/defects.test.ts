import { expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { reportingDefects } from './defects.ts';

it('reportingDefects reports the error of a listener, and does not throw it to the caller', () => {
  const calls: number[] = [];
  const listener = reportingDefects((value: number) => {
    calls.push(value);
    if (value === 1) throw new Error('bug');
  });
  listener(1);
  listener(2);
  expect(calls).toEqual([1, 2]);
  expect(reportedDefects.splice(0)).toEqual([new Error('bug')]);
});
