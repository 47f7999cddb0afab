import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultAppearance, type Appearance } from '#shared/wallpaper/appearance.ts';
import type { FitSetting, PassDrawing, Rect } from '#shared/wallpaper/composition.ts';
import type { Display } from '#platform/windows/display.ts';
import { planWallpaper } from './plan.ts';
import { coveringCrop, cropStart } from '#platform/composer/placement.ts';

const centred = { x: 0.5, y: 0.5 };
const text = {
  title: 'A title',
  credit: null,
  date: '2026-11-21',
  explanation: 'Dr. Who saw a galaxy through dust. It is far away.',
};

/** A display at `x`, with a panel 40 device-independent pixels high at its top. */
function display(id: number, width: number, height: number, scaleFactor = 1, x = 0): Display {
  const bounds = { x, y: 0, width, height };
  const workArea = { x, y: 40, width, height: height - 40 };
  return { id, isPrimary: id === 1, bounds, workArea, scaleFactor };
}
const hd = display(1, 1920, 1080);
const pass: PassDrawing = {
  title: 'Space station, 19:42–19:48',
  detail: 'From the west to the east, 64° high in the south',
  directions: ['east', 'south', 'west'],
  path: [],
  seen: [],
};
const plan = (
  [width, height]: readonly [number, number],
  displays: readonly Display[],
  fit: FitSetting = 'automatic',
) =>
  planWallpaper(
    { width, height, focus: centred },
    text,
    displays,
    { fit, caption: true, appearance: defaultAppearance },
    'each',
  );

describe('cropStart', () => {
  it.each([
    ['the crop centred on the focus', 100, 60, 0.5, 20],
    ['a crop that stays inside on the left', 100, 80, 0.1, 0],
    ['a crop that stays inside on the right', 100, 80, 0.9, 20],
    ['a crop that keeps the middle third', 120, 50, 0, 30],
    ['a crop that keeps the middle third', 120, 50, 1, 40],
    ['a short crop that keeps the middle', 120, 20, 0, 50],
    ['a crop that keeps the whole length', 100, 100, 0.2, 0],
  ])(
    'returns the start of %s (length %d, crop %d, focus %d): %d',
    (_what, length, crop, focus, start) => {
      expect(cropStart(length, crop, focus)).toBeCloseTo(start, 9);
    },
  );
});

describe('planWallpaper', () => {
  it('shows a small picture in its own size, also on a high-density display', () => {
    const drawn = (scale: number): Rect | undefined =>
      plan([400, 300], [display(1, 1920, 1080, scale)]).compositions[0]?.parts[0]?.drawn;
    expect(drawn(1)).toEqual({ x: 760, y: 410, width: 400, height: 300 });
    expect(drawn(2)).toEqual({ x: 1520, y: 820, width: 800, height: 600 });
  });

  it('ignores an invalid work area', () => {
    const odd = { ...hd, workArea: { x: 0, y: 0, width: 10, height: 10 } };
    expect(plan([2000, 3000], [odd]).compositions[0]?.parts[0]?.drawn.height).toBe(1080);
  });
});

it.each([
  [1366, 768, 1, 12],
  [1536, 864, 1.25, 15],
  [1920, 1080, 2, 24],
  [1280, 720, 2, 24],
])('plans no letters below 12 points on %d × %d at a scale of %d', (width, height, scale, size) => {
  const [part] =
    plan([6000, 4000], [display(1, width, height, scale)]).compositions[0]?.parts ?? [];
  expect(part?.caption?.fontSize).toBe(size);
});

it.each([
  [1.25, 1093, 615, 1366, 768],
  [1.5, 1707, 960, 2560, 1440],
  [1.75, 1098, 618, 1920, 1080],
  [2.25, 1707, 960, 3840, 2160],
  // KWin rounds to the nearest number.
  [1.15, 1670, 939, 1920, 1080],
  [4 / 3, 1440, 810, 1920, 1080],
  [1, 1365, 767, 1365, 767],
])(
  'a composition has as many pixels as the display at a scale of %d',
  (scale, width, height, pixelWidth, pixelHeight) => {
    const { compositions } = plan([4000, 3000], [display(1, width, height, scale)], 'fit');
    expect(compositions).toMatchObject([
      { width: pixelWidth, height: pixelHeight, parts: [{ at: { width: pixelWidth } }] },
    ]);
  },
);

const side = fc.integer({ min: 1, max: 20_000 });
const anyDisplay = fc.record({
  width: fc.integer({ min: 320, max: 8000 }),
  height: fc.integer({ min: 240, max: 5000 }),
  scale: fc.constantFrom(1, 1.25, 1.5, 1.75, 2, 3),
  fit: fc.constantFrom('automatic', 'fill', 'fit', 'centre'),
  reach: fc.constantFrom('each', 'spanning', 'same'),
  appearance: fc.record({
    ...Object.fromEntries(
      Object.entries(defaultAppearance).map(([key, value]) => [key, fc.constant(value)]),
    ),
    caption: fc.constantFrom('small', 'large', 'explanation'),
    corner: fc.constantFrom('top-left', 'top-right', 'bottom-left', 'bottom-right'),
    tonight: fc.constant(true),
  }) as fc.Arbitrary<Appearance>,
});
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const within = (inner: Rect, outer: Rect, slack = 0): boolean =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  inner.x + inner.width <= outer.x + outer.width + slack &&
  inner.y + inner.height <= outer.y + outer.height + slack;

const meet = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

it('planWallpaper plans undistorted parts inside the picture and the canvas, for any picture and displays', () => {
  fc.assert(
    fc.property(side, side, fraction, fraction, anyDisplay, (width, height, x, y, how) => {
      const picture = { width, height, focus: { x, y } };
      const displays = [
        display(1, how.width, how.height, how.scale),
        display(2, 1280, 1024, 1, how.width),
      ];
      const settings = { fit: how.fit, caption: true, appearance: how.appearance };
      const look = { dimmed: true, pass };
      const { compositions } = planWallpaper(picture, text, displays, settings, how.reach, look);
      for (const { parts, ...canvas } of compositions)
        for (const { at, source, drawn, extension, caption, tonight } of parts) {
          expect(within(at, { x: 0, y: 0, ...canvas })).toBe(true);
          expect(within(drawn, at)).toBe(true);
          expect(within(source, { x: 0, y: 0, width, height }, 1e-6)).toBe(true);
          if (extension === null) expect(drawn).toEqual(at);
          if (caption !== null) expect(within(caption.area, at)).toBe(true);
          if (tonight !== undefined) expect(within(tonight.area, at)).toBe(true);
          if (caption !== null && tonight !== undefined)
            expect(meet(caption.area, tonight.area)).toBe(false);
          // A part has at least one whole pixel on the canvas; a difference below one pixel is due to rounding.
          const [h, v] = [drawn.width / source.width, drawn.height / source.height];
          expect(Math.abs(h - v)).toBeLessThanOrEqual(1.01 / source.width + 1.01 / source.height);
        }
    }),
  );
});

it('coveringCrop always keeps the middle of the picture', () => {
  fc.assert(
    fc.property(side, side, fraction, fraction, side, side, (width, height, x, y, w, h) => {
      const crop = coveringCrop(
        { width, height, focus: { x, y } },
        { x: 0, y: 0, width: w, height: h },
      );
      expect(crop.x).toBeLessThanOrEqual(width / 2 + 1e-6);
      expect(crop.x + crop.width).toBeGreaterThanOrEqual(width / 2 - 1e-6);
      expect(crop.y).toBeLessThanOrEqual(height / 2 + 1e-6);
      expect(crop.y + crop.height).toBeGreaterThanOrEqual(height / 2 - 1e-6);
    }),
  );
});
