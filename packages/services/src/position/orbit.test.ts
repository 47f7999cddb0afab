import { describe, expect, test } from 'vitest';
import { bundledElements } from './elements.ts';
import { type Elements, orbitOf, type SubSatellitePoint } from './orbit.ts';

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type Place = Pick<SubSatellitePoint, 'latitude' | 'longitude'>;

/** Returns the distance in kilometres between two points of a sphere. */
function distance(a: Place, b: Place): number {
  const [p, q] = [radians(a.latitude), radians(b.latitude)];
  const along = radians(b.longitude - a.longitude);
  const half = Math.sin((q - p) / 2) ** 2 + Math.cos(p) * Math.cos(q) * Math.sin(along / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(half));
}

/** The elements of the station on 2025-07-13, and answers of the public service in the following two days. */
const july: Elements = {
  line1: '1 25544U 98067A   25194.43411487  .00010152  00000-0  18227-3 0  9995',
  line2: '2 25544  51.6340 176.9702 0002675   6.8375 353.2650 15.50520436519237',
};
const answers = [
  { timestamp: 1752495231, latitude: -46.3901, longitude: -68.1825 },
  { timestamp: 1752581660, latitude: 49.211, longitude: 116.1399 },
];

describe('orbitOf', () => {
  // The tolerance of 10 km shows that the latitude is geocentric: the geodetic latitude differs by 21 km at these
  // places.
  test.each(answers)(
    'computes a position within 10 km of the answer of the public service at $timestamp',
    (answer) => {
      const orbit = orbitOf(july);
      expect(distance(orbit(answer.timestamp * 1000 + 500), answer)).toBeLessThan(10);
    },
  );

  test.each([1998, 2010, 2026, 2027, 2045])(
    'computes positions with a plausible speed and inclination in %i',
    (year) => {
      const orbit = orbitOf(bundledElements);
      const start = Date.UTC(year, 10, 20);
      let northernmost = 0;
      for (let second = 0; second < 5600; second += 10) {
        const here = orbit(start + second * 1000);
        const next = orbit(start + (second + 10) * 1000);
        northernmost = Math.max(northernmost, here.latitude);
        expect(Math.abs(here.longitude)).toBeLessThanOrEqual(180);
        // The ground speed is about 7.2 km a second, and varies because the Earth rotates.
        expect(distance(here, next)).toBeGreaterThan(65);
        expect(distance(here, next)).toBeLessThan(77);
      }
      expect(northernmost).toBeGreaterThan(51.3);
      expect(northernmost).toBeLessThan(51.8);
    },
  );
});
