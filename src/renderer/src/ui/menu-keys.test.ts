import { describe, expect, it } from 'vitest';
import { itemAfterKey, itemByTypedText } from './menu-keys.ts';

describe('itemAfterKey', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 0],
    ['ArrowUp', -1, 2],
    ['ArrowUp', 0, 2],
    ['ArrowUp', 2, 1],
    ['Home', 2, 0],
    ['PageUp', 1, 0],
    ['End', 0, 2],
    ['PageDown', -1, 2],
    ['ArrowLeft', 1, null],
    ['a', 1, null],
  ])('moves with %s from item %i of 3 to %s', (key, at, next) => {
    expect(itemAfterKey(key, at, 3)).toBe(next);
  });
});

describe('itemByTypedText', () => {
  const labels = ['Save', 'Copy', 'Skip', 'Über Overhead', 'Check now', 'コピー'];

  it.each([
    ['s', -1, 0],
    ['s', 0, 2],
    ['ss', 0, 2],
    ['s', 2, 0],
    ['c', 1, 4],
    ['ch', 1, 4],
    ['co', 1, 1],
    ['check n', 4, 4],
    ['ü', 0, 3],
    ['u', 0, 3],
    ['コ', 0, 5],
    ['こ', 0, 5],
    ['x', 0, null],
    ['sx', 0, null],
  ])('finds, after typing “%s” at item %i, the item %s', (typed, at, found) => {
    expect(itemByTypedText(typed, at, labels)).toBe(found);
  });
});
