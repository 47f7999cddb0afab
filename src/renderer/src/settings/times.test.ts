import { expect, it } from 'vitest';
import { fromTimeField, toTimeField } from './times.ts';

it.each([
  [0, '00:00'],
  [425, '07:05'],
  [1439, '23:59'],
])('%i minutes are %s, and back', (minutes, text) => {
  expect(toTimeField(minutes)).toBe(text);
  expect(fromTimeField(text)).toBe(minutes);
});

it('knows an empty field, and one with seconds', () => {
  expect(fromTimeField('')).toBeNull();
  expect(fromTimeField('07:05:30')).toBe(425);
});
