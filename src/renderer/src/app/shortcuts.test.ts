import { expect, it } from 'vitest';
import { ariaKeyChord, keyChordLabel } from '../ui/keys.ts';
import { actionOfKey, keysOf, shortcuts, type KeyPress } from './shortcuts.ts';

const press = (
  key: string,
  code: string,
  held: Partial<KeyPress> = { ctrlKey: true },
): KeyPress => ({
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
  ['a digit key that types a letter', press('é', 'Digit3'), { kind: 'view', view: 'station' }],
  ['a digit without a view', press('9', 'Digit9'), null],
  ['N', press('n', 'KeyN'), { kind: 'new-post' }],
  ['N with Caps Lock', press('N', 'KeyN'), { kind: 'new-post' }],
  ['N on a Russian keyboard', press('т', 'KeyN'), { kind: 'new-post' }],
  ['B at the position of N, as on Dvorak', press('b', 'KeyN'), null],
  ['F', press('f', 'KeyF'), { kind: 'search' }],
  ['L', press('l', 'KeyL'), { kind: 'look-up' }],
  ['Z', press('z', 'KeyZ'), { kind: 'undo' }],
  ['Z on a German keyboard', press('z', 'KeyY'), { kind: 'undo' }],
  ['the comma', press(',', 'Comma'), { kind: 'view', view: 'settings' }],
  ['the question mark', press('?', 'Slash', { shiftKey: true }), { kind: 'shortcuts' }],
  [
    'the question mark of another keyboard',
    press('?', 'Minus', { shiftKey: true }),
    { kind: 'shortcuts' },
  ],
  ['F alone, which a view handles', press('f', 'KeyF', {}), null],
  ['Ctrl+?', press('?', 'Slash'), null],
  ['Ctrl+Enter, which a view handles', press('Enter', 'Enter'), null],
  ['a function key whose name ends as that of a digit', press('F2', 'F2'), null],
  ['the digit of the numeric keypad', press('2', 'Numpad2'), { kind: 'view', view: 'archive' }],
  ['a letter without a shortcut', press('x', 'KeyX'), null],
  ['another letter of another alphabet', press('ч', 'KeyX'), null],
  ['Ctrl and ⌘ together', press('n', 'KeyN', { ctrlKey: true, metaKey: true }), null],
  ['⌘ on another system', press('n', 'KeyN', { metaKey: true }), null],
  ['N alone', press('n', 'KeyN', {}), null],
  ['Ctrl+Shift+N', press('N', 'KeyN', { ctrlKey: true, shiftKey: true }), null],
  ['AltGr, which is Ctrl and Alt', press('n', 'KeyN', { ctrlKey: true, altKey: true }), null],
])('actionOfKey returns the action of a key, or null: %s', (_what, pressed, wish) => {
  expect(actionOfKey(pressed, false, false)).toEqual(wish);
});

it('actionOfKey ignores a question mark typed into a field, but not the keys with Ctrl', () => {
  expect(actionOfKey(press('?', 'Slash', { shiftKey: true }), true, false)).toBeNull();
  expect(actionOfKey(press('n', 'KeyN'), true, false)).toEqual({ kind: 'new-post' });
  expect(actionOfKey(press('l', 'KeyL'), true, false)).toEqual({ kind: 'look-up' });
});

it('actionOfKey leaves Ctrl+Z to a field, which takes back what was typed', () => {
  expect(actionOfKey(press('z', 'KeyZ'), true, false)).toBeNull();
});

it('shortcuts are those of the dialog', () => {
  expect(
    shortcuts.map(({ held, keys, what, wish }) =>
      [held, ...keys, what(), ...(wish === null ? [] : Object.values(wish))].join(' | '),
    ),
  ).toEqual([
    'ctrl | 1 | Today | view | today',
    'ctrl | 2 | Archive | view | archive',
    'ctrl | 3 | Station | view | station',
    'ctrl | 4 | Journal | view | journal',
    'ctrl | 5 | , | Settings | view | settings',
    'ctrl | 6 | Status | view | status',
    'ctrl | N | New post | new-post',
    'ctrl | F | Search | search',
    'ctrl | L | When and where to look up | look-up',
    'ctrl | Z | Undo | undo',
    'none | ? | Keyboard shortcuts | shortcuts',
    'ctrl | Enter | Publish the post',
    'ctrl | + | − | Text larger or smaller',
    'ctrl | 0 | Actual size',
    'none | F | Full screen',
    'none | + | − | Zoom the picture or the map',
    'none | ← ↑ → ↓ | Move over the map',
    'none | ← | → | Previous or next day in the archive',
    'none | Esc | Close the open panel',
  ]);
  expect([keysOf('settings'), keysOf('today')]).toEqual([['5', ','], ['1']]);
});

it('shortcuts contain no key twice', () => {
  const all = shortcuts.flatMap(({ held, keys }) => keys.map((key) => `${held} ${key}`));
  expect(new Set(all).size).toBe(all.length);
});

it('actionOfKey and keyChordLabel use ⌘ on macOS, where Ctrl+N and Ctrl+F move the caret', () => {
  expect(actionOfKey(press('n', 'KeyN', { metaKey: true }), false, true)).toEqual({
    kind: 'new-post',
  });
  expect(actionOfKey(press('n', 'KeyN'), false, true)).toBeNull();
  const both = { ctrlKey: true, metaKey: true };
  expect(actionOfKey(press('n', 'KeyN', both), false, true)).toBeNull();
  expect([ariaKeyChord('N', true), ariaKeyChord('N', false)]).toEqual(['Meta+N', 'Control+N']);
  expect(keyChordLabel('N', true)).toBe('⌘N');
  expect(keyChordLabel('N', false)).toBe('Ctrl+N');
});
