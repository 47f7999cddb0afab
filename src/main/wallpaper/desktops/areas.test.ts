import { describe, expect, it } from 'vitest';
import type { Display } from '#platform/windows/display.ts';
import {
  picturesForAreas,
  pixelOriginOf,
  pixelsOf,
  pointsOf,
  type PicturesToSet,
} from './backend.ts';
import { kde } from './kde.ts';
import { hyprpaper } from './wayland.ts';
import { windows } from './windows.ts';

const display = (
  id: number,
  x: number,
  scaleFactor = 1,
  [width, height]: readonly [number, number] = [1920, 1080],
): Display => {
  const bounds = { x, y: 0, width, height };
  return { id, isPrimary: id === 1, bounds, workArea: bounds, scaleFactor };
};
const shown = (displays: readonly Display[], kept: readonly Display[] = []): PicturesToSet => ({
  reach: 'each',
  kept,
  pictures: displays.map((one) => ({ path: `/${one.id}.jpg`, display: one })),
});
const row = (scale: number): Display[] =>
  [0, 1920, 3840, 5760].map((x, index) => display(index + 1, x, scale));
const paths = ['/1.jpg', '/2.jpg', '/3.jpg', '/4.jpg'];
const units = [pointsOf, pixelOriginOf, pixelsOf];

describe('picturesForAreas', () => {
  it.each([
    ['points', row(2).map(pointsOf)],
    ['origins in pixels, and sizes in points', row(2).map(pixelOriginOf)],
    ['pixels', row(1.5).map(pixelsOf)],
    ['points of displays with a fractional scale', row(1.25).map(pointsOf)],
  ])('gives each screen the picture of its display, in %s', (_name, areas) => {
    const scale = _name === 'pixels' ? 1.5 : _name.includes('fractional') ? 1.25 : 2;
    expect(picturesForAreas(shown(row(scale)), areas, units)).toEqual(paths);
    expect(picturesForAreas(shown(row(scale)), areas.toReversed(), units)).toEqual(
      paths.toReversed(),
    );
  });

  it('gives each picture to one screen, and leaves no picture out', () => {
    // Areas that lie nearer to the neighbour than to their own display.
    const areas = row(1).map((one, index) => ({
      ...one.bounds,
      x: one.bounds.x + 700 + 500 * index,
    }));
    expect(picturesForAreas(shown(row(1)), areas, [pointsOf])).toEqual(paths);
  });

  it.each([
    ['x', { x: 0 }, { x: 1080 }],
    ['y', { y: 0 }, { y: 1080 }],
    ['width', { width: 800 }, { width: 1920 }],
    ['height', { height: 600 }, { height: 1200 }],
  ])('finds displays that differ in their %s only', (_what, one, other) => {
    const areas = [one, other].map((part) => ({ x: 0, y: 0, width: 1000, height: 1000, ...part }));
    const displays = areas.map((bounds, index) => ({ ...display(index + 1, 0), bounds }));
    const found = (of: typeof areas) => picturesForAreas(shown(displays), of, [pointsOf]);
    expect(found(areas)).toEqual(['/1.jpg', '/2.jpg']);
    expect(found(areas.toReversed())).toEqual(['/2.jpg', '/1.jpg']);
  });

  it('gives each of nine screens the picture of the display with the same area', () => {
    const many = Array.from({ length: 9 }, (_, n) => display(n, 1920 * n));
    const areas = many.map(({ bounds }) => bounds).toReversed();
    expect(picturesForAreas(shown(many), areas, [pointsOf])).toEqual(
      many.map(({ id }) => `/${id}.jpg`).toReversed(),
    );
  });

  it('gives nine screens that were moved nine different pictures', () => {
    const many = Array.from({ length: 9 }, (_, n) => display(n, 1920 * n));
    const areas = many.map(({ bounds }, n) => ({ ...bounds, x: bounds.x + 700 + 200 * n }));
    const all = picturesForAreas(shown(many), areas, [pointsOf]);
    expect(new Set(all).size).toBe(9);
  });

  it('gives screens with one area the same picture, and a kept display none', () => {
    const [first = display(1, 0), second = display(2, 0)] = row(1);
    const areas = [first.bounds, second.bounds, first.bounds];
    expect(picturesForAreas(shown([first], [second]), areas, units)).toEqual([
      '/1.jpg',
      null,
      '/1.jpg',
    ]);
  });

  it('repeats pictures only if there are more screens than displays', () => {
    const [first = display(1, 0)] = row(1);
    const areas = row(1).map(({ bounds }) => bounds);
    expect(picturesForAreas(shown([first]), areas, units)).toEqual(Array(4).fill('/1.jpg'));
    expect(picturesForAreas(shown([]), areas, units)).toEqual(Array(4).fill(null));
    const many = Array.from({ length: 12 }, (_, n) => display(n, 100 * n));
    const all = picturesForAreas(shown(many), many.map(pointsOf), units);
    expect(new Set(all).size).toBe(12);
  });
});

it('Plasma on X11 with a scale of 200 % gives each of three monitors its picture', () => {
  const displays = row(2).slice(0, 3);
  const desktops = displays.map((one, index) => ({
    id: index + 1,
    area: pixelOriginOf(one),
    wallpaperPlugin: 'org.kde.image',
    Image: '',
    FillMode: '',
  }));
  const answer = `('${encodeURIComponent(JSON.stringify(desktops))}',)`;
  const images = kde
    .settings([answer], shown(displays))
    .filter(({ key }) => key.endsWith(' Image'));
  expect(images.map(({ value }) => value)).toEqual([1, 2, 3].map((id) => `file:///${id}.jpg`));
});

it('Hyprland gives a rotated monitor the picture of its display', () => {
  const displays = [display(1, 0, 1, [1080, 1920]), display(2, 1080)];
  const monitors = JSON.stringify([
    { name: 'DP-2', x: 1080, y: 0, width: 1920, height: 1080, scale: 1, transform: 0 },
    { name: 'DP-1', x: 0, y: 0, width: 1920, height: 1080, scale: 1, transform: 1 },
  ]);
  expect(hyprpaper.settings([monitors], shown(displays))).toEqual([
    { key: 'DP-2', value: '/2.jpg' },
    { key: 'DP-1', value: '/1.jpg' },
  ]);
});

describe('windows with different scales', () => {
  type Area = readonly [x: number, y: number, width: number, height: number];
  /** For each monitor its scale, its area in pixels, and its bounds in points, in which Chromium lets the displays touch. */
  type Layout = readonly (readonly [scale: number, pixels: Area, points: Area])[];
  const rect = ([x, y, width, height]: Area) => ({ x, y, width, height });

  const layouts: readonly (readonly [name: string, layout: Layout])[] = [
    [
      'a panel at 200 % and two monitors to its right',
      [
        [2, [0, 0, 3840, 2160], [0, 0, 1920, 1080]],
        [1, [3840, 0, 1920, 1080], [1920, 0, 1920, 1080]],
        [1, [5760, 0, 1920, 1080], [3840, 0, 1920, 1080]],
      ],
    ],
    [
      'a monitor at 150 % to the left of a panel at 125 %',
      [
        [1.25, [0, 0, 1920, 1200], [0, 0, 1536, 960]],
        [1.5, [-2560, -240, 2560, 1440], [-1707, -160, 1707, 960]],
      ],
    ],
    [
      'two monitors above a panel at 250 %',
      [
        [2.5, [0, 0, 3840, 2400], [0, 0, 1536, 960]],
        [1, [0, -1080, 1920, 1080], [0, -1080, 1920, 1080]],
        [1, [1920, -1080, 1920, 1080], [1920, -1080, 1920, 1080]],
      ],
    ],
    [
      'four monitors at 100, 125, 175 and 225 %, also left and above',
      [
        [1.75, [0, 0, 2880, 1800], [0, 0, 1646, 1029]],
        [1, [-1920, 0, 1920, 1080], [-1920, 0, 1920, 1080]],
        [1.25, [-1920, -1440, 2560, 1440], [-1920, -1152, 2048, 1152]],
        [2.25, [2880, -360, 3840, 2160], [1646, -206, 1707, 960]],
      ],
    ],
  ];

  it.each(layouts)('Windows gives each monitor its picture: %s', (_name, layout) => {
    const displays = layout.map(([scaleFactor, pixels, points], index): Display => {
      const bounds = rect(points);
      // Electron rounds the points: an edge may be a pixel off.
      const roundedPixels = { ...rect(pixels), width: pixels[2] + (index % 2) };
      return {
        ...{ id: index + 1, isPrimary: index === 0, bounds, workArea: bounds, scaleFactor },
        pixels: roundedPixels,
      };
    });
    const monitors = layout.map(([, pixels], index) => ({
      id: `monitor ${index + 1}`,
      area: rect(pixels),
      path: 'C:\\own.jpg',
    }));
    const state = { position: 4, status: 1, backgroundType: 0, policies: [], slideshow: null };
    const answer = JSON.stringify({ ...state, monitors: monitors.toReversed() });
    const pictures = new Map(
      windows.settings([answer], shown(displays)).map(({ key, value }) => [key, value]),
    );
    for (const { id } of displays) expect(pictures.get(`monitor ${id}`)).toBe(`/${id}.jpg`);
    const [, second] = displays;
    const others = displays.filter((one) => one !== second);
    const onlySecond = windows.settings([answer], shown(displays.slice(1, 2), others));
    expect(onlySecond.slice(2)).toEqual([{ key: 'monitor 2', value: '/2.jpg' }]);
  });
});
