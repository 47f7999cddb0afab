import { describe, expect, it } from 'vitest';
import {
  clampMapPosition,
  fitGlobe,
  fitWorld,
  placeAtPoint,
  pointOfPlace,
  wholeMap,
} from './projection.ts';

describe('placeAtPoint', () => {
  const projection = fitWorld(800, 420);

  it.each([
    [0, 0],
    [-179, 10],
    [120, -85],
  ])('returns the place drawn for %d°, %d°', (longitude, latitude) => {
    const [x, y] = projection([longitude, latitude]) ?? [NaN, NaN];
    const place = placeAtPoint(projection, x, y);
    expect(place?.longitude).toBeCloseTo(longitude, 3);
    expect(place?.latitude).toBeCloseTo(latitude, 3);
  });

  it.each([
    [1, 1],
    [799, 419],
    [30, 100],
    [400, 2],
    // For this point, d3's inverse projection returns a latitude of −118°, which no place has.
    [-100, -100],
  ])('returns null for a point outside the map, %d, %d', (x, y) => {
    expect(placeAtPoint(projection, x, y)).toBeNull();
  });
});

describe('a zoomed map', () => {
  const [width, height] = [800, 420];

  it.each([
    ['the north-west', 9e9, [-180, 90], [0, 0]],
    ['the south-east', -9e9, [180, -90], [width, height]],
  ] as const)('ends at its edges in %s', (_name, away, [longitude, latitude], corner) => {
    const projection = fitWorld(width, height, { zoom: 3, x: away, y: away });
    const [x] = projection([longitude, 0]) ?? expect.fail();
    const [, y] = projection([0, latitude]) ?? expect.fail();
    expect(x).toBeCloseTo(corner[0], 6);
    expect(y).toBeCloseTo(corner[1], 6);
  });

  it('is enlarged 1 to 8 times', () => {
    const zoomOf = (zoom: number) => clampMapPosition({ zoom, x: 0, y: 0 }, width, height).zoom;
    expect([0.1, 3, 100].map(zoomOf)).toEqual([1, 3, 8]);
    expect(clampMapPosition({ zoom: 1, x: 50, y: 50 }, width, height)).toEqual(wholeMap);
  });
});

describe('the globe', () => {
  const berlin = { longitude: 13.4, latitude: 52.5 };
  const projection = fitGlobe(400, 300, berlin);

  it('has its centre in the middle, and hides the far side', () => {
    const [x, y] = pointOfPlace(projection, berlin) ?? [NaN, NaN];
    expect([x, y]).toEqual([expect.closeTo(200, 6), expect.closeTo(150, 6)]);
    expect(pointOfPlace(projection, { longitude: -166.6, latitude: -52.5 })).toBeNull();
    expect(pointOfPlace(projection, { longitude: 175, latitude: -40 })).toBeNull();
    // The flat map shows everything.
    expect(pointOfPlace(fitWorld(400, 300), { longitude: 175, latitude: -40 })).not.toBeNull();
  });

  it('returns the place under a point, and null for a point beside the globe', () => {
    const place = placeAtPoint(projection, 200, 150);
    expect(place?.longitude).toBeCloseTo(13.4, 6);
    expect(place?.latitude).toBeCloseTo(52.5, 6);
    expect(placeAtPoint(projection, 5, 5)).toBeNull();
  });
});

it('fitWorld and fitGlobe leave a margin of 8 pixels, and have a positive scale on the smallest canvas', () => {
  const [x, y] = fitWorld(800, 2000)([-180, 0]) ?? expect.fail();
  expect([x, y]).toEqual([expect.closeTo(8, 6), expect.closeTo(1000, 6)]);
  expect(fitWorld(2000, 400)([0, 90])?.[1]).toBeCloseTo(8, 6);
  expect(fitGlobe(900, 400, { longitude: 0, latitude: 0 }).scale()).toBe(192);
  for (const size of [0, 16, 17]) {
    expect(fitWorld(size, 400).scale()).toBeGreaterThan(0);
    expect(fitWorld(400, size).scale()).toBeGreaterThan(0);
    expect(fitGlobe(size, size, { longitude: 0, latitude: 0 }).scale()).toBe(1);
  }
});

it('placeAtPoint accepts points at the edges of a flat map', () => {
  const projection = fitWorld(800, 420);
  for (const [longitude, latitude] of [
    [179.9, 0],
    [-179.9, 0],
    [0, 89.9],
    [0, -89.9],
  ] as const) {
    const [x, y] = projection([longitude, latitude]) ?? expect.fail();
    expect(placeAtPoint(projection, x, y)).not.toBeNull();
    // Two pixels beyond the edge.
    const [dx, dy] = [2 * Math.sign(longitude), -2 * Math.sign(latitude)];
    expect(placeAtPoint(projection, x + dx, y + dy)).toBeNull();
  }
});
