import { expect, it } from 'vitest';
import { expectRecord } from '#test/support/record.ts';
import { defaultAppearance } from '#shared/wallpaper/appearance.ts';
import type { PassDrawing } from '#shared/wallpaper/composition.ts';
import type { Display } from '#platform/windows/display.ts';
import { planWholePicture } from '#platform/composer/placement.ts';
import { chooseDisplays, plainLook, planPreview, planWallpaper } from './plan.ts';

function display(
  id: number,
  [x, y, width, height]: readonly [number, number, number, number],
  scaleFactor = 1,
  [left, top, right, bottom] = [0, 0, 0, 0],
): Display {
  const workArea = {
    x: x + left,
    y: y + top,
    width: width - left - right,
    height: height - top - bottom,
  };
  return { id, isPrimary: id === 2, bounds: { x, y, width, height }, workArea, scaleFactor };
}

const desks: Readonly<Record<string, readonly Display[]>> = {
  none: [],
  'HD with a panel': [display(2, [0, 0, 1920, 1080], 1, [0, 30, 0, 0])],
  'with panels at all edges': [display(2, [-100, 50, 2560, 1440], 1.5, [64, 24, 8, 48])],
  'portrait at 1.25': [display(1, [0, 0, 1229, 2185], 1.25)],
  'two, of different scales': [
    display(1, [-1280, 200, 1280, 720], 1, [0, 0, 0, 40]),
    display(2, [0, 0, 1512, 982], 2, [0, 38, 0, 0]),
  ],
  'too small for a caption': [display(1, [0, 0, 319, 600]), display(3, [319, 0, 600, 239])],
  'just large enough for a caption': [
    display(1, [0, 0, 320, 240]),
    display(2, [320, 0, 320, 240], 2),
  ],
  'a wall too large for one canvas': Array.from({ length: 5 }, (_, n) =>
    display(n + 1, [3840 * n, 0, 3840, 2160]),
  ),
  'too large for one canvas': [
    display(2, [0, 0, 20_000, 500]),
    display(1, [20_000, 0, 9_000, 9_000]),
  ],
  'exactly the largest canvas': [display(2, [0, 0, 16_384, 3906])],
};
const measures: readonly (readonly [number, number, number, number])[] = [
  [3840, 2160, 0.5, 0.5],
  [4000, 3000, 0.2, 0.9],
  [2000, 3001, 0.5, 0.1],
  [6000, 1500, 0.8, 0.5],
  [641, 480, 0.5, 0.5],
  [1920, 1080, 0.5, 0.5],
  [5160, 2160, 0.5, 0.5],
  [9000, 1, 0.5, 0.5],
  [1, 9000, 0.5, 0.5],
];
const text = {
  title: 'A title',
  credit: 'A. Person',
  date: '2026-11-21',
  explanation: ' Dr. Who saw a galaxy. A dusty galaxy. It is far away. ',
};
const pass: PassDrawing = {
  title: 'A pass',
  detail: 'In the south',
  directions: ['e', 's', 'w'],
  path: [],
  seen: [],
};
const drawing = { fit: 'automatic', caption: true, appearance: defaultAppearance } as const;
const picture = { width: 3840, height: 2160, focus: { x: 0.5, y: 0.5 } };

it('planWallpaper has the recorded places for each picture, desk, fit, look and caption', async () => {
  const lines: string[] = [];
  const add = (name: string, plan: unknown): number =>
    lines.push(`${name}: ${JSON.stringify(plan)}`);
  for (const [name, displays] of Object.entries(desks))
    for (const reach of ['each', 'spanning', 'same'] as const)
      add(`${name}, ${reach}`, planWallpaper(picture, text, displays, drawing, reach));
  const one = desks['with panels at all edges'] ?? [];
  for (const [width, height, x, y] of measures)
    for (const fit of ['automatic', 'fill', 'fit', 'centre'] as const) {
      const measure = { width, height, focus: { x, y } };
      const plan = planWallpaper(measure, text, one, { ...drawing, fit, caption: false }, 'each');
      add(`${width} × ${height} at ${x} ${y}, ${fit}`, plan);
    }
  const matched = { ...defaultAppearance, background: 'matched' } as const;
  add(
    'a whole picture',
    planWallpaper(picture, text, one, { ...drawing, appearance: matched }, 'each'),
  );
  const looks = [plainLook, { dimmed: true, pass }];
  for (const part of [
    { caption: 'small' },
    { caption: 'large', corner: 'top-left', tonight: true, dimming: 'dark' },
    { caption: 'dated', corner: 'top-right', tonight: true, background: 'matched' },
    { caption: 'first-sentence', corner: 'bottom-left', dimming: 'evening', background: 'colour' },
    { caption: 'explanation', tonight: true, dimming: 'never' },
  ] as const)
    for (const look of looks) {
      const appearance = { ...defaultAppearance, ...part };
      const words = { ...text, credit: part.caption === 'large' ? null : text.credit };
      const wide = { ...picture, height: 900 };
      const plan = planWallpaper(wide, words, one, { ...drawing, appearance }, 'each', look);
      add(`${JSON.stringify(part)}, dimmed ${look.dimmed}`, plan);
    }
  await expectRecord(lines, `${import.meta.dirname}/plan-record.txt`);
});

it('planWholePicture reduces a picture to its longest side', () => {
  const whole = planWholePicture(1000, { lossless: true })({ ...picture, width: 4000 });
  const area = { x: 0, y: 0, width: 1000, height: 540 };
  const source = { x: 0, y: 0, width: 4000, height: 2160 };
  const part = { at: area, source, drawn: area, extension: null, caption: null };
  expect(whole).toEqual({
    compositions: [{ width: 1000, height: 540, parts: [part] }],
    lossless: true,
  });
});

it('chooseDisplays returns the chosen displays, all, or the primary one', () => {
  const displays = desks['two, of different scales'] ?? [];
  const ids = (...args: Parameters<typeof chooseDisplays>) =>
    chooseDisplays(...args).map(({ id }) => id);
  expect(ids(displays, 'all')).toEqual([1, 2]);
  expect(ids(displays, 'primary')).toEqual([2]);
  expect(ids(displays.slice(0, 1), 'primary')).toEqual([1]);
  expect(ids([], 'primary')).toEqual([]);
  expect(ids(displays, 'primary', [1])).toEqual([1]);
  expect(ids(displays, 'all', [7])).toEqual([]);
});

it('planPreview draws each display of a spanning desktop, with its name', () => {
  const [first, second] = desks['two, of different scales'] ?? [];
  const displays = [
    { ...first, label: 'A' },
    { ...second, label: '' },
  ] as Display[];
  const preview = planPreview(picture, text, displays, drawing, 'spanning', plainLook);
  expect(preview).toEqual({
    displays: [
      { id: 1, label: 'A', width: 1280, height: 720, isPrimary: false },
      { id: 2, label: 'Display 2', width: 1512, height: 982, isPrimary: true },
    ],
    compositions: planWallpaper(picture, text, displays, drawing, 'each').compositions,
  });
  expect(
    planPreview(picture, text, displays, drawing, 'same', plainLook).compositions,
  ).toHaveLength(1);
});
