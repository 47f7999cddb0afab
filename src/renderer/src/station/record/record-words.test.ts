import { describe, expect, it } from 'vitest';
import type { Ledger } from '#shared/station/ledger.ts';
import {
  leadTimeInWords,
  outcomeInWords,
  predictionInWords,
  rightShareInWords,
  timeWithTenths,
  wasPredictionRight,
} from './record-words.ts';

type Entry = Ledger['last'][number];
const day = 86_400;

/** A prediction `days` before the pass, which culminated `late` seconds after the predicted time; null: never. */
function entry({
  days = 3,
  sigma = 2,
  late = 0,
}: { days?: number; sigma?: number; late?: number | null } = {}): Entry {
  const rise = 10 * day;
  return {
    prediction: {
      ...{ id: 1, predictedAt: (rise - days * day) * 1000, peakElevation: 60, visible: true },
      ...{ rise, peak: rise + 180.24, set: rise + 360, sigma, replaces: null },
      observer: { latitude: 52, longitude: 13, altitude: null },
    },
    score: {
      scoredAt: 0,
      outcome:
        late === null
          ? null
          : { rise: rise + late, peak: rise + 180.24 + late, set: rise + 360 + late, sigma: 1.5 },
    },
  };
}

describe('predictionInWords', () => {
  it.each([
    [0.01, '0.1'],
    [1.24, '2.5'],
    [4.9, '9.8'],
    [5, '10'],
    [12.4, '25'],
  ])('writes two standard deviations of %d s as %s s', (sigma, seconds) => {
    const words = predictionInWords(entry({ sigma }));
    expect(words).toContain(timeWithTenths(10 * day + 180.24));
    expect(words).toMatch(new RegExp(`±\\s${seconds}\\ss$`, 'u'));
  });

  it('writes times to the tenth of a second', () =>
    expect(timeWithTenths(10 * day + 180.24)).toMatch(/^12:48:00\.2.PM$/));
});

it.each([
  [0.01, '1 hour before'],
  [0.5, '12 hours before'],
  [1.99, '48 hours before'],
  [2, '2 days before'],
  [3.4, '3 days before'],
])('leadTimeInWords of %d days is %s', (days, words) =>
  expect(leadTimeInWords(entry({ days }))).toBe(words),
);

it.each([
  [0, '+0.0'],
  [1.26, '+1.3'],
  [-0.04, '+0.0'],
  [-2.5, '−2.5'],
])('outcomeInWords of a pass %d s late begins with %s', (late, words) => {
  expect(outcomeInWords(entry({ late })).replace('+ ', '+').replace('− ', '−')).toContain(words);
});

it('outcomeInWords says that there was no pass', () => {
  expect(outcomeInWords(entry({ late: null }))).toBe('Did not happen');
});

it.each([
  [5, true],
  [-5, true],
  [5.01, false],
  [null, false],
])('wasPredictionRight within two standard deviations of both: %d s late, %s', (late, isRight) =>
  expect(wasPredictionRight(entry({ late }))).toBe(isRight),
);

it.each([
  [0, 0, null],
  [4, 3, '75%'],
  [1000, 999, '99%'],
  [1000, 1000, '100%'],
])('rightShareInWords of %d scores with %d right ones is %s', (scored, within, share) => {
  const words = rightShareInWords({ last: [], predictions: scored, scored, within });
  if (share === null) expect(words).toBeNull();
  else expect(words).toContain(share);
});
