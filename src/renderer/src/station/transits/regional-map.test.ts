import { describe, expect, it } from 'vitest';
import {
  boxAround,
  boxOfText,
  mapCenterOf,
  placeTowns,
  mapReachKm,
  ringStep,
  townNameOffset,
  zoomRange,
} from './regional-map.ts';

const town = (name: string, latitude: number, longitude: number) => ({
  ...{ name, latitude, longitude },
  country: 'DE',
  region: '',
});

describe('the regional map of a transit', () => {
  it('contains the place to stand at any distance, and halves the width of the area with each zoom step', () => {
    for (const km of [0, 3, 17, 80]) expect(mapReachKm(km, 0)).toBeGreaterThan(km);
    expect(mapReachKm(20, 1)).toBe(mapReachKm(20, 0) / 2);
    expect(mapReachKm(20, -2)).toBe(mapReachKm(20, 0) * 4);
    expect([0, 7.6, 7.7, 11.5, 11.6].map((km) => mapReachKm(km, 0))).toEqual([10, 10, 15, 15, 20]);
    expect(zoomRange).toEqual({ least: -4, most: 4 });
  });

  it.each([
    [4, 1],
    [4.1, 2],
    [8, 2],
    [8.1, 2.5],
    [10, 2.5],
    [10.1, 5],
    [20, 5],
    [20.1, 10],
    [30, 10],
    [40, 10],
    [240, 100],
    [1.5, 0.5],
  ])('draws rings for a reach of %d km every %d km', (reach, step) => {
    expect(ringStep(reach)).toBeCloseTo(step);
  });

  it('is centred on the place to stand when zoomed in, and otherwise on the user’s place', () => {
    const [home, stand] = [
      { latitude: 52, longitude: 13 },
      { latitude: 53, longitude: 14 },
    ];
    expect([-1, 0, 1].map((zoom) => mapCenterOf(home, stand, zoom))).toEqual([home, home, stand]);
  });

  it('omits towns off the map, and towns whose label would cover a larger one', () => {
    const center = { latitude: 52, longitude: 13 };
    const towns = [
      town('Large', 52, 13),
      town('Beside', 52.001, 13.01),
      town('North', 52.1, 13),
      town('Far', 54, 13),
    ];
    const shown = placeTowns(towns, center, { size: 320, reach: 20, taken: [] });
    expect(shown.map(({ name }) => name)).toEqual(['Large', 'North']);
    expect(shown[0]).toMatchObject({ x: 160, y: 160 });
    expect(shown[1]?.y).toBeLessThan(160);
  });

  it('boxAround and boxOfText return the boxes of a circle and of a label', () => {
    expect(boxAround([10, 20], 3)).toEqual({ left: 7, top: 17, right: 13, bottom: 23 });
    expect(townNameOffset).toEqual({ x: 5, y: 4 });
    expect(boxOfText('10 km', [10, 20])).toEqual({ left: 10, top: 10, right: 39, bottom: 22 });
  });

  it('places towns by their distance to the east and to the north, with the label inside the map', () => {
    const center = { latitude: 0, longitude: 0 };
    const kmPerDegree = (6371 * Math.PI) / 180;
    /** The point of a town on a map of 320 units, on which a kilometre is 8 units; null: the town is omitted. */
    const pointAt = (x: number, y: number) => {
      const [east, north] = [(x - 160) / 8, (160 - y) / 8];
      const one = town('Name', north / kmPerDegree, east / kmPerDegree);
      const [placed] = placeTowns([one], center, { size: 320, reach: 20, taken: [] });
      return placed === undefined ? null : [Math.round(placed.x), Math.round(placed.y)];
    };
    expect([pointAt(200, 60), pointAt(40, 300)]).toEqual([
      [200, 60],
      [40, 300],
    ]);
    // A name of four letters ends 28.4 to the right of the dot.
    for (const [inside, outside] of [
      [pointAt(4.2, 60), pointAt(3.8, 60)],
      [pointAt(291.4, 60), pointAt(291.8, 60)],
      [pointAt(60, 12.2), pointAt(60, 11.8)],
      [pointAt(60, 315.8), pointAt(60, 316.2)],
    ]) {
      expect(inside).not.toBeNull();
      expect(outside).toBeNull();
    }
  });

  it('omits towns whose label would cover the dot of a larger one, left of its label', () => {
    const center = { latitude: 52, longitude: 13 };
    const map = { size: 320, reach: 20, taken: [] };
    const towns = [town('Here', 52, 13), town('West', 52, 12.9525)];
    expect(placeTowns(towns, center, map).map(({ name }) => name)).toEqual(['Here']);
    const [west] = placeTowns(towns.slice(1), center, map);
    const labelEnd = (west?.x ?? NaN) + townNameOffset.x + 4 * 5.6 + 1;
    expect(labelEnd).toBeGreaterThan(160);
    expect(labelEnd).toBeLessThan(160 + townNameOffset.x);
  });

  it('omits towns whose label would cover a mark, and keeps towns beside the mark', () => {
    const center = { latitude: 52, longitude: 13 };
    const towns = [town('Here', 52, 13), town('West', 52, 12.93)];
    const map = { size: 320, reach: 20 };
    const names = (taken: Parameters<typeof placeTowns>[2]['taken']) =>
      placeTowns(towns, center, { ...map, taken }).map(({ name }) => name);
    expect(names([])).toEqual(['Here', 'West']);
    expect(names([boxAround([160, 160], 4)])).toEqual(['Here', 'West']);
    expect(names([boxAround([140, 160], 6)])).toEqual(['Here']);
    expect(names([boxOfText('10 km', [100, 164])])).toEqual(['Here']);
    expect(names([boxOfText('10 km', [100, 184])])).toEqual(['Here', 'West']);
  });
});
