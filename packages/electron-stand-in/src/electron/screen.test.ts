import { expect, it } from 'vitest';
import { isChange, parseDisplays, splitAnswer } from './displays.ts';
import { changesBetween } from './screen.ts';

it('parseDisplays returns the connected displays, the primary one first', () => {
  const answer = [
    'Screen 0: minimum 1 x 1, current 3200 x 1080, maximum 16384 x 16384',
    'HDMI-1 connected 1280x1024+1920+0 (normal left inverted right) 376mm x 301mm',
    '   1280x1024     60.02*+',
    'DP-1 connected primary 1920x1080+0+0 (normal left inverted right) 527mm x 296mm',
    'DP-2 disconnected (normal left inverted right)',
  ].join('\n');
  expect(parseDisplays(answer)).toMatchObject([
    { label: 'DP-1', bounds: { x: 0, y: 0, width: 1920, height: 1080 } },
    { label: 'HDMI-1', bounds: { x: 1920, y: 0, width: 1280, height: 1024 } },
  ]);
});

it('parseDisplays excludes the panels from the work area of the primary display', () => {
  const answer = 'HDMI-1 connected 800x600+1920+0\nDP-1 connected primary 1920x1080+0+0\n';
  const area = '_NET_WORKAREA(CARDINAL) = 0, 34, 2720, 1046, 0, 34, 2720, 1046\n';
  expect(parseDisplays(answer + area)).toMatchObject([
    { workArea: { x: 0, y: 34, width: 1920, height: 1046 } },
    { workArea: { x: 1920, y: 0, width: 800, height: 600 } },
  ]);
  expect(parseDisplays(`${answer}_NET_WORKAREA:  not found.\n`)).toEqual(parseDisplays(answer));
});

it.each([
  [1.25, { x: 1536, y: 0, width: 1024, height: 820 }, { x: 0, y: 27, width: 1536, height: 837 }],
  [1.5, { x: 1280, y: 0, width: 854, height: 683 }, { x: 0, y: 22, width: 1280, height: 698 }],
  [2, { x: 960, y: 0, width: 640, height: 512 }, { x: 0, y: 17, width: 960, height: 523 }],
])(
  'parseDisplays returns the displays in device-independent pixels at a scale of %d',
  (scale, bounds, workArea) => {
    const answer = 'HDMI-1 connected 1280x1024+1920+0\nDP-1 connected primary 1920x1080+0+0\n';
    const area = '_NET_WORKAREA(CARDINAL) = 0, 34, 3200, 1046\n';
    expect(parseDisplays(answer + area, scale)).toMatchObject([
      { scaleFactor: scale, workArea },
      { scaleFactor: scale, bounds },
    ]);
  },
);

it('parseDisplays returns a default display when xrandr lists none', () => {
  expect(parseDisplays('')).toMatchObject([{ size: { width: 1280, height: 720 } }]);
});

it('changesBetween returns the events for added, removed and changed displays', () => {
  const one = parseDisplays('DP-1 connected primary 1920x1080+0+0\n');
  const two = parseDisplays(
    'DP-1 connected primary 1920x1080+0+0\nHDMI-1 connected 800x600+1920+0\n',
  );
  const names = (before: typeof one, after: typeof one) =>
    changesBetween(before, after).map(([name]) => name);
  expect(names(one, two)).toEqual(['display-added']);
  expect(names(two, one)).toEqual(['display-removed']);
  expect(names(one, one)).toEqual([]);
  expect(names(one, parseDisplays('DP-1 connected primary 1280x720+0+0\n'))).toEqual([
    'display-metrics-changed',
  ]);
});

it('splitAnswer returns null until an answer is complete, and isChange ignores an unchanged work area', () => {
  const area = '_NET_WORKAREA(CARDINAL) = 0, 34, 1920, 1046';
  expect(splitAnswer(`DP-1 connected 1920x1080+0+0\n${area}\nend of the`)).toBeNull();
  const { answer, rest } = splitAnswer(`${area}\nend of the answers\n${area}\n`) ?? {};
  expect([answer, rest]).toEqual([`${area}\n`, `${area}\n`]);
  expect(isChange(rest ?? '', answer ?? '')).toBe(false);
  expect(isChange('_NET_WORKAREA(CARDINAL) = 0, 0, 1920, 1080\n', answer ?? '')).toBe(true);
  expect(isChange('RRScreenChangeNotify event, serial 12\n', answer ?? '')).toBe(true);
});
