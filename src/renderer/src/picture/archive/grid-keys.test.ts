import { expect, it } from 'vitest';
import { cellAfter } from './grid-keys.ts';

/** 0 1 2 / 3 4 5 / 6 7 */
const grid = { columns: 3, count: 8, rowsPerPage: 2 };
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, altKey: false, metaKey: false });

it.each([
  ['ArrowRight', 1, 2],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 7, 7],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 4, 7],
  ['ArrowDown', 5, 7],
  ['ArrowDown', 6, 6],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 1],
  ['Home', 5, 3],
  ['End', 3, 5],
  ['End', 6, 7],
  ['PageDown', 0, 6],
  ['PageDown', 2, 7],
  ['PageUp', 7, 1],
  ['PageUp', 4, 1],
  ['PageUp', 1, 1],
  ['PageUp', 6, 0],
  ['PageDown', 1, 7],
  ['PageDown', 6, 6],
  ['Home', 6, 6],
  ['End', 5, 5],
  ['ArrowLeft', 4, 3],
  ['ArrowDown', 0, 3],
  ['a', 4, null],
])('cellAfter moves with %s from cell %i to cell %s', (key, at, to) => {
  expect(cellAfter(press(key), at, grid)).toBe(to);
});

it('cellAfter moves to the first cell with Ctrl+Home, and to the last cell with Ctrl+End', () => {
  expect(cellAfter(press('Home', true), 5, grid)).toBe(0);
  expect(cellAfter(press('End', true), 5, grid)).toBe(7);
  expect(cellAfter(press('ArrowDown', true), 5, grid)).toBeNull();
});

it('cellAfter moves by three rows a page unless the grid says otherwise', () => {
  const large = { columns: 2, count: 20 };
  expect(cellAfter(press('PageDown'), 3, large)).toBe(9);
  expect(cellAfter(press('PageUp'), 9, large)).toBe(3);
});

it.each(['altKey', 'metaKey'])('cellAfter does not move with %s', (held) => {
  expect(cellAfter({ ...press('ArrowDown'), [held]: true }, 0, grid)).toBeNull();
});

it('cellAfter mirrors the left and right keys in right-to-left scripts', () => {
  const rightToLeft = { ...grid, isRightToLeft: true };
  expect(cellAfter(press('ArrowRight'), 4, rightToLeft)).toBe(3);
  expect(cellAfter(press('ArrowLeft'), 4, rightToLeft)).toBe(5);
});

it('cellAfter returns null in an empty grid', () => {
  expect(cellAfter(press('ArrowDown'), 0, { columns: 3, count: 0 })).toBeNull();
});
