import { expect, it } from 'vitest';
import { logEntriesOf } from './log-entries.ts';

it('logEntriesOf groups the indented lines of a message with its first line', () => {
  const lines = ['10:00 one', '10:01 error: x', '    at f (a.js:1)', '    at g', '10:02 two'];
  expect(logEntriesOf(lines)).toEqual([
    { line: '10:00 one', details: [] },
    { line: '10:01 error: x', details: ['    at f (a.js:1)', '    at g'] },
    { line: '10:02 two', details: [] },
  ]);
});

it('logEntriesOf returns the remaining lines of a message whose first line is missing', () => {
  expect(logEntriesOf(['    at f', 'one'])).toEqual([
    { line: '    at f', details: [] },
    { line: 'one', details: [] },
  ]);
});
