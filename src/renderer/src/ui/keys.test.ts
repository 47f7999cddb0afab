import { expect, it } from 'vitest';
import { chord, wishOf, type Press } from './keys.ts';

const press = (key: string, code: string, held: Partial<Press> = { ctrlKey: true }): Press => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

it.each([
  ['the second digit', press('2', 'Digit2'), { kind: 'view', view: 'archive' }],
  ['a digit where the row types letters', press('é', 'Digit3'), { kind: 'view', view: 'station' }],
  ['a digit without a view', press('9', 'Digit9'), null],
  ['N', press('n', 'KeyN'), { kind: 'new-post' }],
  ['N with the lock of capitals', press('N', 'KeyN'), { kind: 'new-post' }],
  ['N on a Russian keyboard', press('т', 'KeyN'), { kind: 'new-post' }],
  ['what types B at the place of N, as Dvorak does', press('b', 'KeyN'), null],
  ['F', press('f', 'KeyF'), { kind: 'search' }],
  ['the comma', press(',', 'Comma'), { kind: 'settings' }],
  ['N alone', press('n', 'KeyN', {}), null],
  ['Ctrl+Shift+N', press('N', 'KeyN', { ctrlKey: true, shiftKey: true }), null],
  ['AltGr, which is Ctrl and Alt', press('n', 'KeyN', { ctrlKey: true, altKey: true }), null],
])('%s', (_what, pressed, wish) => {
  expect(wishOf(pressed, false)).toEqual(wish);
});

it('takes ⌘ on macOS, where Ctrl with N and F moves the caret', () => {
  expect(wishOf(press('n', 'KeyN', { metaKey: true }), true)).toEqual({ kind: 'new-post' });
  expect(wishOf(press('n', 'KeyN'), true)).toBeNull();
  expect(chord('N', true)).toBe('⌘N');
  expect(chord('N', false)).toBe('Ctrl+N');
});
