import { expect, it } from 'vitest';
import { fromTimeField, toTimeField } from './times.ts';

it.each([
  [0, '00:00'],
  [425, '07:05'],
  [1439, '23:59'],
])(
  'toTimeField converts %i minutes to %s, and fromTimeField converts them back',
  (minutes, text) => {
    expect(toTimeField(minutes)).toBe(text);
    expect(fromTimeField(text)).toBe(minutes);
  },
);

it('fromTimeField reads an empty field as null, and ignores seconds', () => {
  expect(fromTimeField('')).toBeNull();
  expect(fromTimeField('07:05:30')).toBe(425);
});
