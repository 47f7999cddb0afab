import { describe, expect, it } from 'vitest';
import { earthFixedOf, type EarthFixed } from '#shared/station/sky/earth.ts';
import { siteOf } from '#shared/station/sky/observer.ts';
import type { Sun } from '#shared/station/sky/sun.ts';
import { bandOf, magnitudeOf } from './magnitude.ts';

const site = siteOf({ latitude: 0, longitude: 0, altitude: 0 });
const sunFrom = (direction: EarthFixed): Sun => ({
  subsolar: { longitude: 0, latitude: 0 },
  direction,
  distanceKm: 149_597_870.7,
});
const overhead = (km: number): EarthFixed => earthFixedOf({ latitude: 0, longitude: 0 }, km);

describe('magnitudeOf', () => {
  it.each([
    { what: 'the standard, half lit at 1000 km', km: 1000, direction: [0, 1, 0], expected: -1.8 },
    { what: 'ten times nearer, 5 brighter', km: 100, direction: [0, 1, 0], expected: -6.8 },
    // Full is π times as bright as half.
    {
      what: 'full, with the Sun behind the observer',
      km: 1000,
      direction: [-1, 0, 0],
      expected: -3.043,
    },
  ] as const)('is $expected: $what', ({ km, direction, expected }) => {
    expect(magnitudeOf(site, overhead(km), sunFrom(direction))).toBeCloseTo(expected, 3);
  });

  it('fades as the Sun comes behind the station, and stays a number', () => {
    const from = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180;
      return magnitudeOf(site, overhead(420), sunFrom([-Math.cos(angle), Math.sin(angle), 0]));
    };
    const magnitudes = [0, 30, 60, 90, 120, 150, 179, 180].map(from);
    expect(magnitudes).toEqual(magnitudes.toSorted((a, b) => a - b));
    expect(magnitudes.every(Number.isFinite)).toBe(true);
  });
});

describe('bandOf', () => {
  it.each([
    [-4, 'brilliant'],
    [-3, 'brilliant'],
    [-2.9, 'bright'],
    [-1.5, 'bright'],
    [-1.4, 'fair'],
    [0.5, 'fair'],
    [0.6, 'faint'],
  ])('calls %d %s', (magnitude, band) => {
    expect(bandOf(magnitude)).toBe(band);
  });
});
