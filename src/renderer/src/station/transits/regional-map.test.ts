import { describe, expect, it } from 'vitest';
import {
  boxAround,
  boxOfText,
  mapCenterOf,
  placeTowns,
  mapReachKm,
  ringStep,
  townNameOffset,
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
  });

  it.each([
    [10, 2.5],
    [30, 10],
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
