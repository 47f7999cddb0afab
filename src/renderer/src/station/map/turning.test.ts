import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centreAfterDrag, centreAfterStation, coastingStep, placeBeside } from './turning.ts';

const berlin = { longitude: 13.4, latitude: 52.5 };

describe('centreAfterDrag', () => {
  it('moves the centre against the drag, by one radian for each radius', () => {
    const equator = { longitude: 0, latitude: 0 };
    const radian = 180 / Math.PI;
    expect(centreAfterDrag(equator, { dx: 100, dy: 0 }, 100).longitude).toBeCloseTo(-radian, 9);
    expect(centreAfterDrag(equator, { dx: 0, dy: 50 }, 100).latitude).toBeCloseTo(radian / 2, 9);
    expect(centreAfterDrag(berlin, { dx: 10, dy: 0 }, 100).longitude).toBeLessThan(13.4 - 5.73);
  });

  it('keeps the globe upright after any drag', () => {
    for (const [dy, latitude] of [
      [1e5, 80],
      [-1e5, -80],
    ] as const)
      expect(centreAfterDrag(berlin, { dx: 0, dy }, 150).latitude).toBe(latitude);
    fc.assert(
      fc.property(
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        fc.double({ min: -1e5, max: 1e5, noNaN: true }),
        (dx, dy) => {
          const { longitude, latitude } = centreAfterDrag(berlin, { dx, dy }, 150);
          expect(longitude).toBeGreaterThanOrEqual(-180);
          expect(longitude).toBeLessThan(180);
          expect(Math.abs(latitude)).toBeLessThanOrEqual(80);
        },
      ),
    );
  });
});

it('placeBeside wraps the longitude, and ends at the poles', () => {
  const place = { longitude: 170, latitude: 80 };
  expect(placeBeside(place, [20, 20])).toEqual({ longitude: -170, latitude: 90 });
  expect(placeBeside(place, [-5, -175])).toEqual({ longitude: 165, latitude: -90 });
});

describe('centreAfterStation', () => {
  it('does not move until the station has moved by a whole step', () => {
    const centre = centreAfterStation({ longitude: 0, latitude: 0 }, berlin, 1, true);
    expect(centre).toEqual({ longitude: 13.4, latitude: 52.5 * 0.75 });
    const near = { longitude: 13.5, latitude: 52.6 };
    expect(centreAfterStation(centre, near, 1, true)).toBe(centre);
    for (const [longitude, latitude] of [
      [13.7, 52.5],
      [13.1, 52.5],
      [13.4, 52],
    ] as const)
      expect(centreAfterStation(centre, { longitude, latitude }, 1, true)).not.toBe(centre);
    // The same movement is larger on the screen if the globe is enlarged.
    const enlarged = centreAfterStation(centre, berlin, 8, true);
    expect(centreAfterStation(enlarged, near, 8, true)).not.toBe(enlarged);
  });

  it('moves only when the figures change while the globe is whole, and at once while it is enlarged', () => {
    const centre = { longitude: 0, latitude: 0 };
    expect(centreAfterStation(centre, berlin, 1, false)).toBe(centre);
    expect(centreAfterStation(centre, berlin, 1, true)).not.toBe(centre);
    expect(centreAfterStation(centre, berlin, 1.5, false)).not.toBe(centre);
  });

  it('is near the station if the globe is enlarged', () => {
    expect(
      centreAfterStation({ longitude: 0, latitude: 0 }, berlin, 8, true).latitude,
    ).toBeGreaterThan(50);
  });
});

describe('coastingStep', () => {
  it('turns as far in many steps as in one, slows down and finally stops', () => {
    const whole = coastingStep([600, -300], 300) ?? expect.fail();
    let speed: readonly [number, number] = [600, -300];
    let [dx, dy] = [0, 0];
    for (let k = 0; k < 30; k += 1) {
      const next = coastingStep(speed, 10) ?? expect.fail();
      ({ speed } = next);
      [dx, dy] = [dx + next.drag.dx, dy + next.drag.dy];
    }
    expect(dx).toBeCloseTo(whole.drag.dx, 6);
    expect(dy).toBeCloseTo(whole.drag.dy, 6);
    expect(Math.hypot(...speed)).toBeLessThan(Math.hypot(600, 300) / 2);
    let steps = 0;
    for (let left: readonly [number, number] | null = speed; left !== null; steps += 1)
      left = coastingStep(left, 100)?.speed ?? null;
    expect(steps).toBeLessThan(30);
    expect([7.9, 8].map((one) => coastingStep([one, 0], 16) === null)).toEqual([true, false]);
  });

  it('turns by the speed, in pixels per second, times the elapsed time while the speed has hardly changed', () => {
    const { drag } = coastingStep([600, -300], 1) ?? expect.fail();
    expect(drag.dx).toBeCloseTo(0.6, 2);
    expect(drag.dy).toBeCloseTo(-0.3, 2);
  });
});
