import { expect, it } from 'vitest';
import { crossingChances } from './transit-chance.ts';

/** The probabilities are those of the tables of the standard normal distribution. */
it.each([
  ['on the line, which is known to half the width of the band', 0, 2, 0.6827, 0.6827],
  ['on the edge of the band, and the line is well known', 0.25, 0.1, 0.5, 1],
  ['outside of the band by its half width', 0.5, 1, 0.0228, 0.9545],
  ['anywhere, and the line is hardly known', 0, 200, 0.008, 0.008],
])(
  'crossingChances gives the chance of an observer %s',
  (_where, separation, lineSigmaKm, fromPlace, fromLine) => {
    const chances = crossingChances({ separation, discRadius: 0.25, halfWidthKm: 2, lineSigmaKm });
    expect(chances.fromPlace).toBeCloseTo(fromPlace, 3);
    expect(chances.fromLine).toBeCloseTo(fromLine, 3);
  },
);
