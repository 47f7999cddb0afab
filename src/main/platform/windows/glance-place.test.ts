import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point, Rectangle } from 'electron';
import { containsPoint, type Screen } from './bounds.ts';
import { placeGlance } from './glance-place.ts';
import { runs } from '#test/support/runs.ts';

const rect = (x: number, y: number, width: number, height: number): Rectangle => ({
  x,
  y,
  width,
  height,
});
const bounds = rect(0, 0, 1920, 1080);
const panel = {
  top: { bounds, workArea: rect(0, 30, 1920, 1050) },
  bottom: { bounds, workArea: rect(0, 0, 1920, 1040) },
  left: { bounds, workArea: rect(60, 0, 1860, 1080) },
  right: { bounds, workArea: rect(0, 0, 1860, 1080) },
  none: { bounds, workArea: bounds },
};
const other: Screen = { bounds: rect(1920, 0, 2560, 1440), workArea: rect(1920, 0, 2560, 1440) };
const small: Screen = { bounds: rect(0, 0, 360, 480), workArea: rect(0, 20, 360, 460) };

describe('placeGlance', () => {
  it.each<[string, Rectangle | null, Point | null, Screen[], Rectangle]>([
    [
      'below an icon in the menu bar',
      rect(1500, 4, 24, 22),
      null,
      [panel.top],
      rect(1322, 38, 380, 560),
    ],
    [
      'above an icon in the task bar, within the work area',
      rect(1850, 1045, 24, 24),
      null,
      [panel.bottom],
      rect(1532, 472, 380, 560),
    ],
    [
      'beside an icon on the left',
      rect(10, 900, 40, 40),
      null,
      [panel.left],
      rect(68, 512, 380, 560),
    ],
    [
      'beside an icon on the right',
      rect(1870, 100, 40, 40),
      null,
      [panel.right],
      rect(1472, 8, 380, 560),
    ],
    [
      'beside a panel, when the icon has no size',
      rect(0, 0, 0, 0),
      null,
      [panel.top],
      rect(1532, 38, 380, 560),
    ],
    [
      'in the corner beside a panel at the bottom',
      null,
      null,
      [panel.bottom],
      rect(1532, 472, 380, 560),
    ],
    ['beside an icon of one point', rect(900, 9, 1, 1), null, [panel.top], rect(711, 38, 380, 560)],
    [
      'beside a panel, when the icon has no height',
      rect(900, 9, 1, 0),
      null,
      [panel.top],
      rect(1532, 38, 380, 560),
    ],
    [
      'centred above an icon at the bottom',
      rect(900, 700, 20, 20),
      null,
      [panel.bottom],
      rect(720, 140, 380, 560),
    ],
    [
      'centred beside an icon on the left',
      rect(60, 500, 40, 40),
      null,
      [panel.none],
      rect(100, 240, 380, 560),
    ],
    [
      'centred beside an icon on the right',
      rect(1800, 500, 40, 40),
      null,
      [panel.right],
      rect(1420, 240, 380, 560),
    ],
    [
      'on the display of the icon, not of the pointer',
      rect(3000, 9, 20, 20),
      { x: 9, y: 9 },
      [panel.top, other],
      rect(2820, 29, 380, 560),
    ],
    [
      'at the lower right beside a panel on the right',
      null,
      null,
      [panel.right],
      rect(1472, 512, 380, 560),
    ],
    [
      'beside the wider of two panels',
      null,
      null,
      [{ bounds, workArea: rect(60, 30, 1860, 1050) }],
      rect(68, 512, 380, 560),
    ],
    [
      'in one point, on a display without room',
      null,
      null,
      [{ bounds, workArea: rect(0, 0, 9, 16) }],
      rect(8, 8, 1, 1),
    ],
    ['on the only display that Electron assumes', null, null, [], rect(892, 8, 380, 560)],
    ['in the corner beside a panel on the left', null, null, [panel.left], rect(68, 512, 380, 560)],
    ['at the upper right without a panel', null, null, [panel.none], rect(1532, 8, 380, 560)],
    [
      'at the pointer, when it is on the panel',
      null,
      { x: 900, y: 12 },
      [panel.top],
      rect(710, 38, 380, 560),
    ],
    [
      'in the corner, when the pointer is not on a panel',
      null,
      { x: 900, y: 500 },
      [panel.top],
      rect(1532, 38, 380, 560),
    ],
    [
      'on the display of the pointer',
      null,
      { x: 3000, y: 500 },
      [panel.top, other],
      rect(4092, 8, 380, 560),
    ],
    ['in a smaller size on a small display', null, null, [small], rect(8, 28, 344, 444)],
  ])('places the window of the tray icon %s', (_, tray, cursor, screens, expected) => {
    expect(placeGlance({ tray, cursor }, screens)).toEqual(expected);
  });

  it('returns bounds within the work area of one display for any input', () => {
    const whole = (min: number, max: number) => fc.integer({ min, max });
    const point = fc.record({ x: whole(-9000, 9000), y: whole(-9000, 9000) });
    const icon = fc
      .tuple(point, whole(0, 80), whole(0, 80))
      .map(([at, width, height]) => ({ ...at, width, height }));
    const screens = fc.array(
      fc
        .tuple(point, whole(320, 4000), whole(240, 3000), whole(0, 100), whole(0, 100))
        .map(([at, width, height, above, before]) => ({
          bounds: { ...at, width, height },
          workArea: rect(at.x + before, at.y + above, width - before, height - above),
        })),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.option(icon), fc.option(point), screens, (tray, cursor, there) => {
        const { x, y, width, height } = placeGlance({ tray, cursor }, there);
        const corners = [
          { x, y },
          { x: x + width - 1, y: y + height - 1 },
        ];
        expect(
          there.some(({ workArea }) => corners.every((corner) => containsPoint(workArea, corner))),
        ).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('follows the display, wherever it is and whichever number it has', () => {
    const shift = (area: Rectangle, by: Point): Rectangle => ({
      ...area,
      x: area.x + by.x,
      y: area.y + by.y,
    });
    const shiftScreen = (screen: Screen, by: Point): Screen => ({
      bounds: shift(screen.bounds, by),
      workArea: shift(screen.workArea, by),
    });
    const anywhere = fc.record({
      x: fc.integer({ min: -9_000, max: 9_000 }),
      y: fc.integer({ min: -9_000, max: 9_000 }),
    });
    const icon = fc
      .record({ x: fc.integer({ min: 0, max: 1896 }), y: fc.integer({ min: 0, max: 1056 }) })
      .map(({ x, y }) => rect(x, y, 24, 24));
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(panel)),
        fc.option(icon),
        anywhere,
        (screen, tray, by) => {
          const cursor = tray ?? { x: 960, y: 15 };
          const expected = shift(placeGlance({ tray, cursor }, [screen]), by);
          const here = shiftScreen(screen, by);
          const others = [
            shiftScreen(screen, { x: by.x + 5_000, y: by.y }),
            shiftScreen(screen, { x: by.x, y: by.y - 5_000 }),
          ] as const;
          const click = {
            tray: tray && shift(tray, by),
            cursor: { ...cursor, x: cursor.x + by.x, y: cursor.y + by.y },
          };
          for (const screens of [
            [here, ...others],
            [others[0], here, others[1]],
            [...others, here],
          ])
            expect(placeGlance(click, screens)).toEqual(expected);
        },
      ),
    );
  });
});
