import { describe, expect, it } from 'vitest';
import { changePoint } from './manoeuvre.ts';

const flags = (text: string): boolean[] => text.split('').map((one) => one === '+');

describe('changePoint', () => {
  it.each([
    ['nothing wrong', '++++++++++', null],
    ['wild fixes here and there', '++-+++++-++++-+++', null],
    ['three in the end: too few to tell', '++++++++---', null],
    ['four in the end', '++++++++----', 8],
    ['among them one that fits by chance', '++++++++--+---', 8],
    ['only the newest fit', '--------++++', 8],
    ['a wild one before', '++-+++++++----', 10],
    ['all wrong', '--------', null],
    ['few fixes', '++--', null],
  ])('%s', (_name, text, expected) => {
    expect(changePoint(flags(text))).toBe(expected);
  });
});
