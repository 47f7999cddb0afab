import { afterEach, beforeEach, expect } from 'vitest';
import { setDefectSink } from '#runtime/defects.ts';
import { defects } from './defects.ts';

beforeEach(() => {
  defects.length = 0;
  setDefectSink((error) => defects.push(error));
});

afterEach(() => {
  expect(defects.splice(0)).toEqual([]);
});
