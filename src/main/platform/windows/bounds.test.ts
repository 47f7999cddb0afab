import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rectangle } from 'electron';
import {
  type Screen,
  canBeDragged,
  containsPoint,
  distanceToArea,
  placeWindowAtStart,
  placeWindow,
  type WindowPlace,
} from './bounds.ts';
import { runs } from '#test/support/runs.ts';

const rect = (x: number, y: number, width: number, height: number): Rectangle => ({
  x,
  y,
  width,
  height,
});
const place = (x: number, y: number, width: number, height: number): WindowPlace => ({
  x,
  y,
  width,
  height,
  maximised: false,
});
/** A display with a panel at the top that is 30 device-independent pixels high. */
const screen = (x: number, y: number, width: number, height: number): Screen => ({
  bounds: rect(x, y, width, height),
  workArea: rect(x, y + 30, width, height - 30),
});
const laptop = screen(0, 0, 1920, 1080);
const right = screen(1920, 0, 2560, 1440);
const left = screen(-1280, 100, 1280, 720);

describe('placeWindowAtStart', () => {
  it('centres a window that Electron on Linux saved at 0, 0, because the position was unknown', () => {
    const kept = place(0, 0, 1200, 800);
    const flat = { ...laptop, workArea: laptop.bounds };
    expect(placeWindowAtStart(kept, [flat], 'linux')).toEqual(place(360, 140, 1200, 800));
    expect(placeWindowAtStart(kept, [flat], 'win32')).toEqual(kept);
    expect(placeWindowAtStart(place(0, 40, 1200, 800), [flat], 'linux')).toEqual(
      place(0, 40, 1200, 800),
    );
    expect(placeWindowAtStart(null, [laptop], 'linux')).toEqual(placeWindow(null, [laptop]));
  });
});

describe('canBeDragged', () => {
  const area = rect(100, 50, 1000, 800);
  it.each<[boolean, Rectangle]>([
    [true, rect(100, 50, 900, 700)],
    [false, rect(100, 49, 900, 700)],
    [true, rect(100, 850 - 28, 900, 700)],
    [false, rect(100, 850 - 27, 900, 700)],
    [true, rect(1100 - 160, 50, 900, 700)],
    [false, rect(1100 - 159, 50, 900, 700)],
    [true, rect(100 + 160 - 900, 50, 900, 700)],
    [false, rect(100 + 159 - 900, 50, 900, 700)],
    [true, rect(1000, 845, 100, 5)],
    [false, rect(1001, 845, 100, 5)],
    [false, rect(1000, 846, 100, 5)],
  ])('is %s for a window at %j', (expected, window) =>
    expect(canBeDragged(window, area)).toBe(expected),
  );
});

it('containsPoint counts the first edges, and not the last', () => {
  const area = rect(10, 20, 5, 3);
  const points = Array.from({ length: 40 * 40 }, (_, index) => ({
    x: index % 40,
    y: Math.floor(index / 40),
  }));
  const inside = points
    .filter((point) => containsPoint(area, point))
    .map(({ x, y }) => `${x} ${y}`);
  expect(inside).toEqual([20, 21, 22].flatMap((y) => [10, 11, 12, 13, 14].map((x) => `${x} ${y}`)));
});

it.each([
  [0, 12, 21],
  [0, 10, 20],
  [0, 15, 23],
  [3, 7, 20],
  [3, 18, 20],
  [4, 12, 16],
  [4, 12, 27],
  [5, 7, 16],
  [5, 18, 27],
])('distanceToArea returns %d for the point %d, %d', (distance, x, y) => {
  expect(distanceToArea({ x, y }, rect(10, 20, 5, 3))).toBe(distance);
});

describe('placeWindow', () => {
  it.each<[string, WindowPlace | null, Screen[], WindowPlace]>([
    ['the first time, in the middle', null, [laptop], place(420, 175, 1080, 720)],
    ['the first time on a small display', null, [screen(0, 0, 800, 480)], place(0, 30, 800, 450)],
    ['the first time, with room for a title bar', null, [left], place(-1180, 130, 1080, 650)],
    ['where the window was', place(100, 100, 1200, 800), [laptop], place(100, 100, 1200, 800)],
    [
      'where the window was, on the second display',
      place(2000, 60, 1200, 800),
      [laptop, right],
      place(2000, 60, 1200, 800),
    ],
    [
      'on the first display when the second is gone',
      place(2000, 60, 1200, 800),
      [laptop],
      place(720, 60, 1200, 800),
    ],
    [
      'on another display when the left one is gone, smaller if necessary',
      place(-1200, 150, 3000, 2000),
      [laptop],
      place(0, 30, 1920, 1050),
    ],
    [
      'half beyond the edge, as the user left it',
      place(1500, 400, 1080, 720),
      [laptop],
      place(1500, 400, 1080, 720),
    ],
    [
      'inside, when its title bar was under the panel',
      place(100, 10, 1080, 720),
      [laptop],
      place(100, 30, 1080, 720),
    ],
    [
      'inside, when too little of its title bar was visible',
      place(1900, 400, 1080, 650),
      [laptop],
      place(840, 400, 1080, 650),
    ],
    [
      'in a larger size, when the window was too small',
      place(100, 100, 10, 10),
      [laptop],
      place(100, 100, 760, 520),
    ],
    [
      'in a smaller size, when the window was larger than its display',
      place(-1280, 130, 1900, 1000),
      [left],
      place(-1280, 130, 1280, 690),
    ],
    [
      'on two displays, where the window was',
      place(-300, 130, 1900, 1000),
      [laptop, left],
      place(-300, 130, 1900, 1000),
    ],
  ])('places the window %s', (_, kept, screens, expected) => {
    expect(placeWindow(kept, screens)).toEqual(expected);
  });

  it.each<[string, WindowPlace, Screen[], WindowPlace]>([
    [
      'on the display with the larger part of the window, although its centre is nearer to the other',
      place(1500, 0, 2000, 700),
      [laptop, screen(1920, 600, 2560, 1440)],
      place(0, 30, 1920, 700),
    ],
    [
      'on the nearest display, without a common part',
      place(5000, 2000, 800, 600),
      [laptop, right],
      place(3680, 840, 800, 600),
    ],
    [
      'on the nearest display to the left',
      place(-3000, 900, 800, 600),
      [laptop, left],
      place(-1280, 220, 800, 600),
    ],
    [
      'on the display nearest to its centre: left',
      place(500, -5000, 800, 600),
      [screen(0, 0, 1000, 800), screen(1000, 0, 1000, 800)],
      place(200, 30, 800, 600),
    ],
    [
      'on the display nearest to its centre: above',
      place(-5000, 300, 800, 800),
      [screen(0, 0, 1000, 800), screen(0, 800, 1000, 800)],
      place(0, 30, 800, 770),
    ],
    ['smaller only in its width', place(100, 30, 2000, 800), [laptop], place(0, 30, 1920, 800)],
    [
      'smaller only in its height',
      place(100, 30, 1000, 2000),
      [laptop],
      place(100, 30, 1000, 1050),
    ],
  ])('places the window %s', (_, kept, screens, expected) => {
    expect(placeWindow(kept, screens)).toEqual(expected);
  });

  it('rounds positions, and sizes down, on a display with fractions', () => {
    const odd = { bounds: rect(0.6, 0.6, 900.9, 600.9), workArea: rect(0.6, 0.6, 900.9, 600.9) };
    expect(placeWindow(place(-5000, -5000, 2000, 2000), [odd])).toEqual(place(1, 1, 900, 600));
  });

  it('keeps a window maximised', () => {
    const kept = { ...place(5000, 5000, 1080, 720), maximised: true };
    expect(placeWindow(kept, [laptop])).toMatchObject({ maximised: true, x: 840, y: 360 });
  });

  it('returns bounds that can be gripped, fit a work area, and do not change in a second call', () => {
    const whole = (min: number, max: number) => fc.integer({ min, max });
    const screens = fc.array(
      fc
        .tuple(whole(-6000, 6000), whole(-4000, 4000), whole(320, 5120), whole(240, 2880))
        .chain(([x, y, width, height]) =>
          fc
            .tuple(whole(0, 80), whole(0, 80), whole(0, 80), whole(0, 80))
            .map(([above, below, before, after]) => ({
              bounds: rect(x, y, width, height),
              workArea: rect(x + before, y + above, width - before - after, height - above - below),
            })),
        ),
      { minLength: 1, maxLength: 4 },
    );
    const kept = fc.option(
      fc
        .tuple(whole(-20_000, 20_000), whole(-20_000, 20_000), whole(1, 20_000), whole(1, 20_000))
        .map(([x, y, width, height]) => place(x, y, width, height)),
    );
    fc.assert(
      fc.property(kept, screens, (was, there) => {
        const placed = placeWindow(was, there);
        const areas = there.map(({ workArea }) => workArea);
        expect(areas.some((area) => canBeDragged(placed, area))).toBe(true);
        expect(
          areas.some((area) => placed.width <= area.width && placed.height <= area.height),
        ).toBe(true);
        for (const edge of [placed.x, placed.y, placed.width, placed.height])
          expect(Number.isInteger(edge)).toBe(true);
        // A second call does not change the result of the first call.
        expect(placeWindow(placed, there)).toEqual(placed);
      }),
      { numRuns: runs(1000) },
    );
  });
});
