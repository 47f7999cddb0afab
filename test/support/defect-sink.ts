import { afterEach, beforeEach, expect } from 'vitest';
import { setDefectSink } from '#runtime/defects.ts';
import { reportedDefects } from './defects.ts';

beforeEach(() => {
  reportedDefects.length = 0;
  setDefectSink((error) => reportedDefects.push(error));
});

afterEach(() => {
  expect(reportedDefects.splice(0)).toEqual([]);
});
