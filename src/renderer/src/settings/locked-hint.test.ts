import { expect, it } from 'vitest';
import { m } from '#words';
import { lockedHint } from './locked-hint.ts';

it.each([
  ['A hint.', false, 'A hint.'],
  [null, false, null],
  [undefined, false, null],
  ['A hint.', true, `A hint. ${m.settings_managed()}`],
  ['', true, m.settings_managed()],
  [null, true, m.settings_managed()],
])('lockedHint of %j, locked: %s, is %j', (hint, locked, words) => {
  expect(lockedHint(hint, locked)).toBe(words);
});
