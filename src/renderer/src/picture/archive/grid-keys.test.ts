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
  ['a', 4, null],
])('cellAfter moves with %s from cell %i to cell %s', (key, at, to) => {
  expect(cellAfter(press(key), at, grid)).toBe(to);
});

it('cellAfter moves to the first cell with Ctrl+Home, and to the last cell with Ctrl+End', () => {
  expect(cellAfter(press('Home', true), 5, grid)).toBe(0);
  expect(cellAfter(press('End', true), 5, grid)).toBe(7);
  expect(cellAfter(press('ArrowDown', true), 5, grid)).toBeNull();
});

it('cellAfter mirrors the left and right keys in right-to-left scripts', () => {
  const rightToLeft = { ...grid, isRightToLeft: true };
  expect(cellAfter(press('ArrowRight'), 4, rightToLeft)).toBe(3);
  expect(cellAfter(press('ArrowLeft'), 4, rightToLeft)).toBe(5);
});

it('cellAfter returns null in an empty grid', () => {
  expect(cellAfter(press('ArrowDown'), 0, { columns: 3, count: 0 })).toBeNull();
});
