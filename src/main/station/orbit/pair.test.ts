import { describe, expect, it } from 'vitest';
import { fixAt, randomOf, stationElements, truthOf } from '#test/support/orbit.ts';
import { onOneOrbit } from './pair.ts';

const eastward = (longitude: number): number => ((longitude + 180) % 360) - 180;

describe('onOneOrbit', () => {
  it.each([5, 60, 600, 3600])(
    'takes any two true fixes %d s apart for what they are',
    (seconds) => {
      const random = randomOf(seconds);
      for (let k = 0; k < 40; k++) {
        const truth = truthOf(stationElements[k % 4] ?? stationElements[0]);
        const t = truth.epoch + 86_400 * random();
        const [one, other] = [fixAt(truth, t), fixAt(truth, t + seconds)];
        expect(onOneOrbit(one, other)).toBe(true);
        expect(onOneOrbit(other, one)).toBe(true);
        const displaced = { ...other, longitude: eastward(other.longitude + 10) };
        expect(onOneOrbit(one, displaced)).toBe(false);
      }
    },
  );

  it('says nothing of fixes hours apart', () => {
    const truth = truthOf(stationElements[0]);
    const one = fixAt(truth, truth.epoch);
    expect(onOneOrbit(one, { ...one, time: one.time + 3 * 3600 })).toBe(true);
  });
});
