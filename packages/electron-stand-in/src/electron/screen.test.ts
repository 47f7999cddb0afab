import { expect, it } from 'vitest';
import { isChange, parseDisplays, splitAnswer } from './displays.ts';

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
  ['0, 0, 60, 40', '10,20 50x20'],
  ['30, 30, 500, 500', '30,30 80x40'],
  ['110, 0, 9, 99', '10,20 100x50'],
  ['0, 70, 999, 9', '10,20 100x50'],
  ['0, 0, 10, 99', '10,20 100x50'],
  ['0, 0, 999, 20', '10,20 100x50'],
])('parseDisplays limits the work area %s to the display', (area, expected) => {
  const answer = `DP-1 connected 100x50+10+20\n_NET_WORKAREA(CARDINAL) = ${area}\n`;
  const { x, y, width, height } = parseDisplays(answer, 1)[0].workArea;
  expect(`${x},${y} ${width}x${height}`).toBe(expected);
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
  const bounds = { x: 0, y: 0, width: 640, height: 360 };
  expect(parseDisplays('', 2)).toEqual([
    { id: 1, label: '', bounds, workArea: bounds, scaleFactor: 2 },
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
