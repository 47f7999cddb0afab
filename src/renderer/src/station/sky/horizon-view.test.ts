import { describe, expect, it } from 'vitest';
import type { Direction } from '#shared/station/sky/sky.ts';
import { flatHorizon } from '#shared/station/sky/local-horizon.ts';
import {
  halfWidth,
  heightOfView,
  positionInView,
  limbAngle,
  topElevation,
  traceGround,
  traceLine,
} from './horizon-view.ts';

const at = (azimuth: number, elevation: number) => ({ azimuth, elevation });

describe('positionInView', () => {
  it.each([
    ['the horizon straight ahead', at(90, 0), [0, 0]],
    ['the right edge', at(90 + halfWidth, 0), [1, 0]],
    ['the left edge', at(90 - halfWidth, 0), [-1, 0]],
    ['the top', at(90, topElevation), [0, heightOfView]],
  ] as const)('puts %s (%j) at %j', (_what, point, [x, y]) => {
    const spot = positionInView(point, 90);
    expect(spot?.[0]).toBeCloseTo(x, 10);
    expect(spot?.[1]).toBeCloseTo(y, 10);
  });

  it('puts west on the right of a view to the south, and makes no jump at north', () => {
    expect(positionInView(at(230, 10), 180)?.[0]).toBeGreaterThan(0);
    expect(positionInView(at(10, 10), 350)?.[0]).toBeCloseTo(
      positionInView(at(120, 10), 100)?.[0] ?? 0,
      10,
    );
  });

  it('returns null for a point behind the viewer', () => {
    expect(positionInView(at(270, 20), 90)).toBeNull();
  });
});

/** Records the commands of a path, each with the height of its point. */
function recordPath() {
  const steps: { readonly command: 'move' | 'line'; readonly y: number }[] = [];
  return {
    steps,
    moveTo: (_x: number, y: number) => void steps.push({ command: 'move', y }),
    lineTo: (_x: number, y: number) => void steps.push({ command: 'line', y }),
    closePath: () => undefined,
  };
}

it('traceLine interrupts a line where the line is behind the viewer', () => {
  const way = [at(60, 10), at(90, 20), at(270, 20), at(90, 20)];
  const path = recordPath();
  traceLine(path, way, 90, 100);
  expect(path.steps.map(({ command }) => command)).toEqual(['move', 'line', 'move']);
});

it('traceGround draws the ground from the left of the view to its right, as high as the horizon', () => {
  const heights = (horizon: readonly number[]): number[] => {
    const path = recordPath();
    traceGround(path, horizon, 90, 100);
    return path.steps.slice(1, -1).map(({ y }) => y);
  };
  expect(heights(flatHorizon).every((y) => Math.abs(y) === 0)).toBe(true);
  // A horizon 45° high in the east, lower on both sides.
  const east = heights([0, 0, 45, 0, 0, 0, 0, 0]);
  expect(Math.min(...east)).toBe(east[Math.floor(east.length / 2)]);
});

it('limbAngle turns the lit limb of the Moon towards the Sun', () => {
  const south: Direction = [0, -1, 0];
  // East, north, up. An observer who faces south has the west on the right.
  expect(limbAngle(south, [-1, 0, 0], 180)).toBeCloseTo(0, 0);
  expect(limbAngle(south, [0, 0, -1], 180)).toBeCloseTo(90, 0);
  expect(Math.abs(limbAngle(south, [1, 0, 0], 180))).toBeCloseTo(180, 0);
  // Behind the observer.
  expect(limbAngle(south, [1, 0, 0], 0)).toBe(0);
});
