import fc from 'fast-check';
import { geoContains } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { earthFixedOf } from './earth.ts';
import { footprintOf } from './footprint.ts';
import { elevationOf, siteOfObserver } from './observer.ts';

const latitude = fc.integer({ min: -90, max: 90 });
const longitude = fc.integer({ min: -180, max: 180 });

describe('footprintOf', () => {
  it('consists of points from which the station is on the horizon', () => {
    fc.assert(
      fc.property(latitude, longitude, fc.integer({ min: 200, max: 2000 }), (phi, lambda, km) => {
        const point = earthFixedOf({ latitude: phi, longitude: lambda }, km);
        for (const place of footprintOf(point, 24)) {
          expect(
            Math.abs(elevationOf(siteOfObserver({ ...place, altitude: 0 }), point)),
          ).toBeLessThan(1e-6);
        }
      }),
    );
  });

  it('is a closed ring whose interior d3-geo recognises', () => {
    fc.assert(
      fc.property(latitude, longitude, (phi, lambda) => {
        const ring = footprintOf(earthFixedOf({ latitude: phi, longitude: lambda }, 420));
        expect(ring).toHaveLength(73);
        expect(ring.at(-1)).toEqual(ring[0]);
        const coordinates = [ring.map((place) => [place.longitude, place.latitude])];
        expect(geoContains({ type: 'Polygon', coordinates }, [lambda, phi])).toBe(true);
        expect(geoContains({ type: 'Polygon', coordinates }, [lambda + 180, -phi])).toBe(false);
      }),
    );
  });

  it('is empty for a point below the ground', () => {
    expect(footprintOf([6000, 0, 0])).toEqual([]);
    expect(footprintOf([NaN, 0, 0])).toEqual([]);
  });
});
