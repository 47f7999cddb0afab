import { describe, expect, it } from 'vitest';
import {
  makeDisplay,
  leftDisplay,
  writeCommandLine,
  showCommandLines,
  pictureOnlyOnRight,
  rightDisplay,
  picturesOnBothDisplays,
} from '#test/support/backends.ts';
import type { Display } from '#platform/windows/display.ts';
import { awww, hyprpaper, sway, swaybg, swayWord, swww } from './wayland.ts';

describe('sway', () => {
  const output = (name: string, { bounds }: Display, active = true): object => ({
    name,
    active,
    rect: bounds,
  });
  const outputs = JSON.stringify([
    output('HDMI-A-1', rightDisplay),
    output('eDP-1', leftDisplay),
    output('DP-9', leftDisplay, false),
  ]);

  it('sets a picture on each output', () => {
    expect(showCommandLines(sway, [outputs], picturesOnBothDisplays)).toEqual([
      'swaymsg output "HDMI-A-1" bg "/w/right.jpg" fill',
      'swaymsg output "eDP-1" bg "/w/left.jpg" fill',
    ]);
  });

  it('parses the arguments of swaybg, also paths with blanks', () => {
    const running =
      'swaybg -o HDMI-A-1 -i /w/a b #1.jpg -m fill -o eDP-1 -i /w/c.png -m stretch -o DP-1 -i /w/a -m fill b.jpg -m fill\n';
    expect(sway.held(['', running])).toEqual(
      new Map([
        ['HDMI-A-1', '/w/a b #1.jpg'],
        ['eDP-1', '"/w/c.png" stretch'],
        ['DP-1', '/w/a -m fill b.jpg'],
      ]),
    );
  });

  it('reads and restores mode and colour in the form of sway 1.7', () => {
    const running =
      '[swaybg] <defunct>\nswaybg -o HEADLESS-1 -i /own/a b.png -m center -c #204060 -o HEADLESS-2 -c #7a2050 -o HEADLESS-3 -i /w/c.png -m fill -c #204060\n';
    const held = sway.held(['', running]);
    expect(held).toEqual(
      new Map([
        ['HEADLESS-1', String.raw`"/own/a\ b.png" center #204060`],
        ['HEADLESS-2', '#7a2050 solid_color'],
        ['HEADLESS-3', '/w/c.png'],
      ]),
    );
    expect([...(held ?? [])].map(([key, value]) => writeCommandLine(sway, key, value))).toEqual([
      String.raw`swaymsg output "HEADLESS-1" bg "/own/a\ b.png" center #204060`,
      'swaymsg output "HEADLESS-2" bg #7a2050 solid_color',
      'swaymsg output "HEADLESS-3" bg "/w/c.png" fill',
    ]);
  });

  it('quotes a path for the parser of sway 1.7', () => {
    expect(swayWord('/w/a b$c"d\\e#1.jpg')).toBe(String.raw`"/w/a\ b\$c\"d\\e\#1.jpg"`);
    expect(swayWord('/w/é🌌.jpg')).toBe(String.raw`"/w/\é\🌌.jpg"`);
  });
});

it('the sway backend sends no command for an output with special characters in its name', () => {
  for (const name of ['A"; exec evil; "', 'A\nexec evil', "A'"]) {
    expect(sway.write(name, '/a.jpg')).toBeNull();
    expect(sway.write(name, null)).toBeNull();
  }
  expect(sway.write('HDMI-A-1', null)?.args).toEqual(['output "HDMI-A-1" bg #000000 solid_color']);
});

describe('hyprpaper', () => {
  const monitors = JSON.stringify([
    { name: 'eDP-1', x: 0, y: 0, width: 3840, height: 2160, scale: 2 },
    { name: 'DP-2', x: 1920, y: 0, width: 1280, height: 1024, scale: 1 },
  ]);

  it('sets a picture on each output, and passes paths on without quoting them', () => {
    expect(hyprpaper.settings([monitors], picturesOnBothDisplays)).toEqual([
      { key: 'eDP-1', value: '/w/left.jpg' },
      { key: 'DP-2', value: '/w/right.jpg' },
    ]);
    expect(hyprpaper.write('DP-2', '/a b"$(c).jpg')?.args.slice(-2)).toEqual([
      'DP-2',
      '/a b"$(c).jpg',
    ]);
    expect(hyprpaper.write('DP-2', null)).toBeNull();
  });

  it('gives a rotated output the picture of the display of its shape', () => {
    const output = { x: 1920, y: 0, width: 3840, height: 2160, scale: 2 };
    const shown = [
      { path: '/w/wide.jpg', display: makeDisplay(1, 1920, 1920, 1080) },
      { path: '/w/tall.jpg', display: makeDisplay(2, 1920, 1080, 1920) },
    ];
    for (const [turns, values] of [
      [
        [3, 2],
        ['/w/tall.jpg', '/w/wide.jpg'],
      ],
      [
        [0, 1],
        ['/w/wide.jpg', '/w/tall.jpg'],
      ],
      [
        [undefined, 5],
        ['/w/wide.jpg', '/w/tall.jpg'],
      ],
    ] as const) {
      const outputs = turns.map((transform, index) => ({
        name: `DP-${index}`,
        ...output,
        transform,
      }));
      const settings = hyprpaper.settings([JSON.stringify(outputs)], {
        ...{ reach: 'each', kept: [], pictures: shown },
      });
      expect(settings.map(({ value }) => value)).toEqual(values);
    }
  });

  it.each([
    ['eDP-1 = /w/a b.jpg\nDP-2 = /w/c.jpg\n', 2],
    ['', 0],
  ])('reads the wallpapers back from %j: %d', (active, count) => {
    expect(hyprpaper.held(['', active])?.size).toBe(count);
  });

  it('returns null for versions that do not report their wallpaper', () => {
    expect(hyprpaper.held(['', 'error: Unknown hyprpaper request\n'])).toBeNull();
  });
});

describe('swww and awww', () => {
  const query = (...outputs: readonly string[]): string =>
    outputs.map((one) => `: ${one}, currently displaying: color: 000000`).join('\n');

  it('parse answers with and without a namespace, and give each output the picture of the display of its size', () => {
    const answer = [
      ': eDP-1: 1920x1080, scale: 1, currently displaying: image: /w/a b: c.jpg',
      'DP-2: 1280x1024, scale: 1, currently displaying: color: 000000',
    ].join('\n');
    expect(swww.held([answer])).toEqual(new Map([['eDP-1', '/w/a b: c.jpg']]));
    expect(showCommandLines(awww, [answer], picturesOnBothDisplays)).toEqual([
      'awww img --outputs eDP-1 --transition-type none /w/left.jpg',
      'awww img --outputs DP-2 --transition-type none /w/right.jpg',
    ]);
    expect(writeCommandLine(swww, 'DP-2', null)).toBe('swww clear -o DP-2');
  });

  it.each([
    ['width', [1280, 1080], [1920, 1080]],
    ['height', [1920, 1080], [1920, 1200]],
  ] as const)('choose the picture by the %s of the output', (_what, smallSize, largeSize) => {
    const sizes = [smallSize, largeSize];
    const [small, large] = sizes.map(([width, height]) => `${width}x${height}, scale: 1`);
    const pictures = sizes.map(([width, height], index) => ({
      path: `/w/${index}.jpg`,
      display: makeDisplay(index, 0, width, height),
    }));
    for (const [order, values] of [
      [
        [`A: ${small}`, `B: ${large}`],
        ['/w/0.jpg', '/w/1.jpg'],
      ],
      [
        [`A: ${large}`, `B: ${small}`],
        ['/w/1.jpg', '/w/0.jpg'],
      ],
    ] as const)
      expect(
        awww
          .settings([query(...order), ''], { reach: 'each', kept: [], pictures })
          .map(({ value }) => value),
      ).toEqual(values);
  });

  it('parse a megabyte of separators of lines in one pass', () => {
    for (const separator of ['\r', '\u2028'])
      expect(swww.held([separator.repeat(2 ** 20)])?.size).toBe(0);
  });

  const first = makeDisplay(1, 0, 1920, 1080);
  const second = { ...makeDisplay(2, 1920, 1920, 1080), scaleFactor: 2 };
  const small = makeDisplay(3, 3840, 1280, 1024);
  const pictures = [first, second, small].map((one) => ({
    path: `/w/${one.id}.jpg`,
    display: one,
  }));
  const three = { reach: 'each', kept: [], pictures } as const;
  const asked = query(
    'DP-3: 1280x1024, scale: 1',
    'DP-2: 1920x1080, scale: 2',
    'DP-1: 1920x1080, scale: 1',
  );

  it('set different pictures on displays of the same size', () => {
    expect(
      awww
        .settings([asked, ''], three)
        .map(({ value }) => value)
        .toSorted(),
    ).toEqual(['/w/1.jpg', '/w/2.jpg', '/w/3.jpg']);
    expect(awww.settings([asked, ''], three)).toContainEqual({ key: 'DP-3', value: '/w/3.jpg' });
  });

  it('set the only picture on all outputs', () => {
    const same = { ...three, pictures: pictures.slice(0, 1) };
    expect(awww.settings([asked, ''], same).map(({ value }) => value)).toEqual(
      Array.from({ length: 3 }, () => '/w/1.jpg'),
    );
  });

  it('read the positions of outputs from wlr-randr', () => {
    // The format is that of print_state in main.c of wlr-randr.
    const placed = (name: string, position: string | null): string =>
      [
        `${name} "Make Model (${name})"`,
        '  Physical size: 300x200 mm',
        `  Enabled: ${position === null ? 'no' : 'yes'}`,
        '  Modes:',
        '    1920x1080 px, 60.000000 Hz (preferred, current)',
        ...(position === null ? [] : [`  Position: ${position}`, '  Transform: normal']),
      ].join('\n');
    const places = [
      placed('DP-9', null),
      placed('DP-1', '0,0'),
      placed('DP-2', '1920,0'),
      placed('DP-3', '3840,0'),
    ].join('\n');
    expect(awww.settings([asked, places], three)).toEqual([
      { key: 'DP-3', value: '/w/3.jpg' },
      { key: 'DP-2', value: '/w/2.jpg' },
      { key: 'DP-1', value: '/w/1.jpg' },
    ]);
  });
});

it('every backend of a compositor marks the wallpaper as lost at logout', () => {
  const kept = [awww, hyprpaper, sway, swaybg, swww].filter(({ persists }) => persists);
  expect(kept.map(({ name }) => name)).toEqual([]);
});

it('the swaybg backend reads the picture from the arguments of swaybg', () => {
  expect(swaybg.held(['swaybg -i /w/a b -m fill #1.jpg -m fill\n'])).toEqual(
    new Map([['picture', '/w/a b -m fill #1.jpg']]),
  );
  expect(swaybg.held([''])?.size).toBe(0);
  expect(swaybg.held(['other -i /w/a.jpg -m fill\n'])?.size).toBe(0);
});

it('the swaybg backend reads a megabyte of arguments in one pass', () => {
  for (const word of ['swaybg -i ', '/.swaybg'])
    expect(swaybg.held([`${word.repeat(2 ** 17)}\n`])?.size).toBe(0);
  expect(
    swaybg.held([`/bin/.swaybg-wrapped -i ${'swaybg -i '.repeat(2 ** 17)} -m fill\n`])?.size,
  ).toBe(1);
});

it('the sway backend changes only the chosen displays', () => {
  const outputs = JSON.stringify([
    { name: 'A', active: true, rect: leftDisplay.bounds },
    { name: 'B', active: true, rect: rightDisplay.bounds },
  ]);
  expect(sway.settings([outputs], pictureOnlyOnRight)).toEqual([
    { key: 'B', value: '/w/right.jpg' },
  ]);
});
