import { describe, expect, it } from 'vitest';
import { augustEpoch, truthOfAugust } from '#test/support/ground-truth.ts';
import { groundTrack, splitAtAntimeridian } from './ground-track.ts';

const path = (...longitudes: number[]) =>
  longitudes.map((longitude, index) => ({ longitude, latitude: index }));

describe('splitAtAntimeridian', () => {
  it.each([
    { what: 'nothing', given: [], expected: [] },
    { what: 'a path without a crossing', given: path(10, 20), expected: [path(10, 20)] },
  ])('does not cut $what', ({ given, expected }) => {
    expect(splitAtAntimeridian(given)).toEqual(expected);
  });

  it('cuts at the latitude of the crossing, eastward and westward', () => {
    expect(splitAtAntimeridian(path(170, -170, 170))).toEqual([
      [
        { longitude: 170, latitude: 0 },
        { longitude: 180, latitude: 0.5 },
      ],
      [
        { longitude: -180, latitude: 0.5 },
        { longitude: -170, latitude: 1 },
        { longitude: -180, latitude: 1.5 },
      ],
      [
        { longitude: 180, latitude: 1.5 },
        { longitude: 170, latitude: 2 },
      ],
    ]);
  });

  it('returns no part with a single point for a path that touches the antimeridian', () => {
    const lines = splitAtAntimeridian(path(179, -180, -179));
    for (const line of lines) expect(line.length).toBeGreaterThan(1);
  });
});

describe('groundTrack', () => {
  it('is continuous over three orbits and crosses the antimeridian once in each', () => {
    const lines = groundTrack(truthOfAugust().earthFixed, augustEpoch, augustEpoch + 3 * 5560);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(4);
    for (const line of lines) {
      line.slice(1).forEach((place, index) => {
        const previousPlace = line[index] ?? place;
        expect(Math.abs(place.longitude - previousPlace.longitude)).toBeLessThan(4);
        expect(Math.abs(place.latitude - previousPlace.latitude)).toBeLessThan(2);
      });
    }
  });
});
