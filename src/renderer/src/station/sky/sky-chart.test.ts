import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { horizonAt } from '#shared/station/sky/local-horizon.ts';
import type { Direction } from '#shared/station/sky/sky.ts';
import {
  angleTowards,
  distanceFromRim,
  greatCirclePath,
  horizonDraggedTo,
  isAboveHorizon,
  skyPointOf,
  trackWidth,
  turnedStarDirection,
  twilightShare,
} from './sky-chart.ts';

const radians = Math.PI / 180;
const direction = (azimuth: number, elevation: number): Direction => [
  Math.cos(elevation * radians) * Math.sin(azimuth * radians),
  Math.cos(elevation * radians) * Math.cos(azimuth * radians),
  Math.sin(elevation * radians),
];
const azimuths = fc.double({ min: 0, max: 359.9, noNaN: true });
const elevations = fc.double({ min: -89, max: 89, noNaN: true });
const siderealDay = 86_164.1;

describe('turnedStarDirection', () => {
  it('does not move the pole, and returns every star after one sidereal day', () => {
    fc.assert(
      fc.property(azimuths, elevations, elevations, (azimuth, elevation, latitude) => {
        const pole = direction(0, latitude);
        const seconds = azimuth * 100;
        for (const [k, value] of turnedStarDirection(pole, latitude, seconds).entries())
          expect(value).toBeCloseTo(pole[k] ?? NaN, 9);
        const star = direction(azimuth, elevation);
        const point = skyPointOf(star);
        expect(point.azimuth).toBeCloseTo(azimuth, 6);
        expect(point.elevation).toBeCloseTo(elevation, 6);
        for (const [k, value] of turnedStarDirection(star, latitude, siderealDay).entries())
          expect(value).toBeCloseTo(star[k] ?? NaN, 9);
        expect(Math.hypot(...turnedStarDirection(star, latitude, seconds))).toBeCloseTo(1, 9);
      }),
    );
  });

  it('moves stars up in the east and down in the west, in both hemispheres', () => {
    for (const latitude of [52, 0, -34]) {
      expect(
        skyPointOf(turnedStarDirection(direction(90, 0), latitude, 600)).elevation,
      ).toBeGreaterThan(1);
      expect(
        skyPointOf(turnedStarDirection(direction(270, 0), latitude, 600)).elevation,
      ).toBeLessThan(-1);
    }
  });

  it('moves a star that rises in the east at the equator to the zenith in six hours', () => {
    const { elevation } = skyPointOf(turnedStarDirection(direction(90, 0), 0, siderealDay / 4));
    expect(elevation).toBeCloseTo(90, 5);
  });
});

describe('the local horizon', () => {
  it('has the given heights in eight directions, and is linear between them', () => {
    const horizon = [0, 10, 20, 0, 0, 40, 0, 8];
    expect([0, 45, 90, 225, 315, 360, -45].map((azimuth) => horizonAt(horizon, azimuth))).toEqual([
      0, 10, 20, 40, 8, 0, 8,
    ]);
    expect(horizonAt(horizon, 67.5)).toBe(15);
    expect(horizonAt(horizon, 337.5)).toBe(4);
    expect(isAboveHorizon(horizon, { azimuth: 225, elevation: 39 })).toBe(false);
    expect(isAboveHorizon(horizon, { azimuth: 225, elevation: 41 })).toBe(true);
  });
});

it('angleTowards turns the bright limb of the Moon towards the Sun', () => {
  const moon = direction(180, 40);
  // The west is on the right of a chart with the east on the left.
  expect(angleTowards(moon, direction(260, -10))).toBeGreaterThan(-20);
  expect(angleTowards(moon, direction(260, -10))).toBeLessThan(60);
  expect(Math.abs(angleTowards(moon, direction(100, -10)))).toBeGreaterThan(120);
});

describe('greatCirclePath', () => {
  it('passes through the zenith for a circle whose pole is on the horizon', () => {
    const path = greatCirclePath(direction(90, 0), direction(0, 0), 100);
    const xs = path
      .split(/[ML]/)
      .slice(1)
      .map((pair) => pair.split(' ').map(Number));
    expect(Math.max(...xs.map(([x = NaN]) => Math.abs(x)))).toBeLessThan(0.1);
    expect(Math.min(...xs.map(([, y = NaN]) => y))).toBeLessThan(-100);
    expect(Math.max(...xs.map(([, y = NaN]) => y))).toBeGreaterThan(100);
  });

  it('draws one ring at the horizon for a circle around the zenith', () => {
    const ring = greatCirclePath(direction(0, 90), direction(0, 0), 100);
    for (const pair of ring.split(/[ML]/).slice(1))
      expect(Math.hypot(...pair.split(' ').map(Number))).toBeCloseTo(100, 0);
    expect(ring.match(/M/g)).toHaveLength(1);
  });

  it.each([
    [11.5, 1],
    [12.5, 2],
  ])('reaches %d° below the horizon in %i parts', (depth, parts) => {
    const path = greatCirclePath(direction(0, 90 - depth), direction(90, 0), 100);
    expect(path.match(/M/g)).toHaveLength(parts);
  });
});

it('trackWidth returns a larger width for a brighter station, within limits', () => {
  expect([-9, -4, -2, 0, 3].map(trackWidth)).toEqual([9, 7.9, 5.7, 3.5, 2]);
});

it('twilightShare decreases from sunset to the end of twilight', () => {
  expect([-30, -18, -9, 0, 20].map(twilightShare)).toEqual([0, 0, 0.5, 1, 1]);
});

describe('dragging the local horizon', () => {
  const houses = [0, 0, 30, 0, 0, 0, 0, 0];

  it('measures the distance to the rim of the chart, or to the local horizon drawn inside it', () => {
    // East is on the left.
    expect(distanceFromRim(houses, [0, -100], 100)).toBeCloseTo(0);
    expect(distanceFromRim(houses, [-100, 0], 100)).toBeCloseTo(33.33, 1);
    expect(distanceFromRim(houses, [-66.7, 0], 100)).toBeCloseTo(0, 1);
  });

  it.each([
    ['the east', [-80, 0], [0, 0, 18, 0, 0, 0, 0, 0]],
    ['the south, over a house', [5, 50], [0, 0, 30, 0, 45, 0, 0, 0]],
    ['outside of the chart', [-120, 0], [0, 0, 0, 0, 0, 0, 0, 0]],
    ['the zenith', [0, -1], [80, 0, 30, 0, 0, 0, 0, 0]],
    ['a little west of north', [20, -90], [7, 0, 30, 0, 0, 0, 0, 0]],
  ] as const)('sets the heights for a pointer at %s', (_where, position, heights) => {
    const dragged = horizonDraggedTo(houses, position, 100);
    expect(dragged).toEqual(heights);
  });
});
