import { expect, it } from 'vitest';
import { describeError, redactText } from './log.ts';

it.each([
  [
    'GET https://api.example.org/a?api_key=SECRET&date=1 failed',
    'GET https://api.example.org/a?… failed',
  ],
  ['no address at all?', 'no address at all?'],
  ['http://a/?k=1 and https://b/x?k=2', 'http://a/?… and https://b/x?…'],
])('redactText for %j returns %j', (text, redacted) => {
  expect(redactText(text)).toBe(redacted);
});

it('describeError returns the error with all its causes', () => {
  const cause = new TypeError('inner', { cause: 'a word' });
  expect(describeError(new Error('outer', { cause }))).toMatch(
    /^Error: outer\n[^]+caused by TypeError: inner\n[^]+caused by a word$/,
  );
  expect(describeError(undefined)).toBe('undefined');
});
