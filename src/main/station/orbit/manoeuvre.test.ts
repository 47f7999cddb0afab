import { describe, expect, it } from 'vitest';
import { changePoint } from './manoeuvre.ts';

const flags = (text: string): boolean[] => text.split('').map((one) => one === '+');

describe('changePoint', () => {
  it.each([
    ['no fix rejected', '++++++++++', null],
    ['scattered outliers', '++-+++++-++++-+++', null],
    ['three rejected at the end, which are too few', '++++++++---', null],
    ['four rejected at the end', '++++++++----', 8],
    ['one of them accepted by chance', '++++++++--+---', 8],
    ['only the newest accepted', '--------++++', 8],
    ['an outlier before the change', '++-+++++++----', 10],
    ['all rejected', '--------', null],
    ['few fixes', '++--', null],
  ])('finds the change: %s', (_name, text, expected) => {
    expect(changePoint(flags(text))).toBe(expected);
  });
});
