import { describe, expect, it } from 'vitest';
import { leftDisplay, rightDisplay, picturesOnBothDisplays } from '#test/support/backends.ts';
import {
  appleDefault,
  osascriptAnswers,
  transparentPicture,
} from '#test/support/osascript-answers.ts';
import type { Display } from '#platform/windows/display.ts';
import { macos } from './macos.ts';
import { windows, windowsCalls, windowsFullScreen, type WindowsState } from './windows.ts';

describe('macos', () => {
  const screen = (id: number, { bounds }: Display, path: string) => ({
    id,
    area: bounds,
    path,
    options: null,
  });
  const answer = JSON.stringify({
    system: 15,
    screens: [screen(1, leftDisplay, '/old.jpg'), screen(7, rightDisplay, '/other.jpg')],
  });
  const scriptArgs = (key: string, value: string) => macos.write(key, value)?.args.slice(5);

  it('sets a picture on each screen, and passes its path as an argument, not in the script', () => {
    expect(macos.settings([answer], picturesOnBothDisplays)).toEqual([
      { key: '1', value: '/w/left.jpg' },
      { key: '7', value: '/w/right.jpg' },
    ]);
    expect(scriptArgs('7', '/a "b".jpg')).toEqual([
      '7',
      '/a "b".jpg',
      '{"scaling":3,"clipping":1,"color":null}',
    ]);
    expect(macos.write('7', '/a "b".jpg')?.args[3]).toBe(macos.write('1', '/c.jpg')?.args[3]);
    expect(macos.held([answer])?.get('7')).toBe('/other.jpg');
  });

  it('builds scripts that compile', () => {
    const scripts = [macos.survey[0], macos.write('1', '/a.jpg')].map((one) => one?.args[3] ?? '');
    // oxlint-disable-next-line typescript/no-implied-eval -- it is compiled, and not run
    for (const script of scripts) expect(() => new Function(script)).not.toThrow();
    expect(macos.write('1', null)).toBeNull();
  });

  const beach = '/Users/me/beach.jpg';
  it.each([
    ['macOS 13, its default', { 1: appleDefault }],
    [
      'macOS 13, centred on a colour',
      { 1: `${beach}\n{"scaling":2,"clipping":0,"color":[0.197,0.384,0.5]}` },
    ],
    [
      'macOS 13, a plain colour',
      { 1: `${transparentPicture}\n{"scaling":null,"clipping":null,"color":[0.1,0.2,0.3]}` },
    ],
    ['macOS 15, an aerial', {}],
    ['macOS 15, a dynamic wallpaper', {}],
    ['macOS 15, a picture that fills', { 1: beach }],
    ['macOS 15, a picture that fits', { 1: `${beach}\n{"scaling":3,"clipping":0,"color":null}` }],
    ['macOS 26, an aerial and a picture', { 2: beach }],
    ['macOS 26, a folder of pictures', {}],
    ['macOS 26, without options', { 1: beach }],
  ] as const)('reads the wallpapers that can be restored: %s', (name, expected) => {
    expect(Object.fromEntries(macos.held([osascriptAnswers[name]]) ?? [])).toEqual(expected);
  });

  it('restores a picture with the scaling and the colour that it had', () => {
    const value = macos.held([osascriptAnswers['macOS 13, centred on a colour']])?.get('1') ?? '';
    expect(scriptArgs('1', value)).toEqual([
      '1',
      beach,
      '{"scaling":2,"clipping":0,"color":[0.197,0.384,0.5]}',
    ]);
  });

  it.each(['', 'nonsense', '[]', '{"system":15,"screens":[]}'])(
    'reports no settings after the answer %j',
    (text) => {
      expect(macos.held([text])).toBeNull();
      expect(macos.settings([text], picturesOnBothDisplays)).toEqual([]);
    },
  );

  it('treats a path with decomposed letters as the same path', () => {
    const decomposed = '/w/bjo\u0308rn.jpg';
    const screens = [screen(1, leftDisplay, decomposed)];
    const shown = [{ path: '/w/bj\u00f6rn.jpg', display: leftDisplay }];
    const held = macos.held([JSON.stringify({ system: 15, screens })]);
    const settings = macos.settings([JSON.stringify({ system: 15, screens })], {
      reach: 'each',
      pictures: shown,
      kept: [],
    });
    expect(settings).toEqual([{ key: '1', value: held?.get('1') }]);
  });
});

describe('windows', () => {
  const first = '\\\\?\\DISPLAY#A#1';
  const second = '\\\\?\\DISPLAY#B#2';
  const monitor = (id: string, { bounds }: Display, path: string | null) => ({
    id,
    area: bounds,
    path,
  });
  const state: WindowsState = {
    position: 3,
    status: 1,
    backgroundType: 0,
    policies: [],
    slideshow: null,
    monitors: [
      monitor(first, leftDisplay, 'C:\\old.jpg'),
      monitor(second, rightDisplay, 'C:\\other.jpg'),
    ],
  };
  const answer = (change: Partial<WindowsState> = {}): string[] => [
    JSON.stringify({ ...state, ...change }),
  ];
  const slideshow = { paths: ['C:\\Slides'], options: 1, tickMs: 60_000 };
  const pictures = (...paths: readonly [string, string]) => [
    monitor(first, leftDisplay, paths[0]),
    monitor(second, rightDisplay, paths[1]),
  ];
  const calls = (values: Readonly<Record<string, string | null>>) =>
    windowsCalls(Object.entries(values).map(([key, value]) => ({ key, value })));

  it('sets the position and the pictures of all monitors with one run of the program for Windows', () => {
    const settings = windows.settings(answer(), picturesOnBothDisplays);
    expect(settings).toEqual([
      { key: 'background', value: 'picture' },
      { key: 'position', value: '4' },
      { key: first, value: '/w/left.jpg' },
      { key: second, value: '/w/right.jpg' },
    ]);
    const command = windows.writeAll?.(settings);
    expect(command?.args[0]).toBe('write');
    expect(JSON.parse(command?.args[1] ?? '')).toEqual([
      ['SetPosition', 4],
      ['SetWallpaper', first, '/w/left.jpg'],
      ['SetWallpaper', second, '/w/right.jpg'],
    ]);
  });

  it('leaves out a monitor that is not connected, and one whose picture Windows cannot report', () => {
    const gone = { id: second, area: null, path: null };
    const monitors = [monitor(first, leftDisplay, null), gone];
    expect([...(windows.held(answer({ monitors })) ?? [])]).toEqual([
      ['background', 'picture'],
      ['position', '3'],
    ]);
    const settings = windows.settings(answer({ monitors }), picturesOnBothDisplays);
    expect(settings.map(({ key }) => key)).toEqual(['background', 'position', first]);
  });

  it.each(['', '\ufeff', 'Access is denied.', 'null', '{}', '{"position":4,"screens":[]}'])(
    'treats %j as a missing answer, not as a change by the user',
    (text) => {
      expect(windows.held([text])).toBeNull();
      expect(windows.settings([text], picturesOnBothDisplays)).toEqual([]);
    },
  );

  it.each<[kind: string, change: Partial<WindowsState>]>([
    ['picture', {}],
    ['color', { backgroundType: 1, monitors: pictures('', '') }],
    ['color', { backgroundType: null, monitors: pictures('', '') }],
    // `BackgroundType` changes later than the pictures.
    ['picture', { backgroundType: 1 }],
    ['picture', { backgroundType: 1, monitors: pictures('', 'C:\\a.jpg') }],
    ['spotlight', { backgroundType: 3 }],
    [`slideshow ${JSON.stringify(slideshow)}`, { backgroundType: 2, slideshow }],
    [`slideshow ${JSON.stringify(slideshow)}`, { backgroundType: null, status: 3, slideshow }],
    // A slideshow may be configured and not shown.
    ['picture', { backgroundType: 0, status: 3, slideshow }],
    ['picture', { backgroundType: 2, slideshow: { ...slideshow, paths: [] } }],
  ])('records the background %j of %j', (kind, change) => {
    expect(windows.held(answer(change))?.get('background')).toBe(kind);
  });

  it('restores a plain colour with one call for all monitors', () => {
    expect(calls({ background: 'color', position: '2', [first]: '', [second]: null })).toEqual([
      ['SetPosition', 2],
      ['SetWallpaper', null, ''],
    ]);
    // With an empty path, Windows would show the picture that it remembers for this monitor.
    expect(calls({ position: '2', [first]: '', [second]: 'C:\\a.jpg' })).toEqual([
      ['SetPosition', 2],
      ['SetWallpaper', second, 'C:\\a.jpg'],
    ]);
  });

  it('restores a slideshow, not the picture that it showed last', () => {
    const background = `slideshow ${JSON.stringify(slideshow)}`;
    expect(calls({ background, position: '4', [first]: 'C:\\Slides\\3.jpg' })).toEqual([
      ['SetPosition', 4],
      ['SetSlideshow', slideshow],
    ]);
    expect(calls({ background: 'slideshow damaged', [first]: 'C:\\3.jpg' })).toEqual([
      ['SetWallpaper', first, 'C:\\3.jpg'],
    ]);
  });

  it('restores the last picture of Spotlight, because no call can start Spotlight', () => {
    expect(calls({ background: 'spotlight', [first]: 'C:\\spot.jpg' })).toEqual([
      ['SetWallpaper', first, 'C:\\spot.jpg'],
    ]);
  });

  it('refuses to set a wallpaper that a policy fixes', () => {
    expect(windows.refusal?.(answer())).toBeNull();
    expect(windows.refusal?.(answer({ policies: ['NoChangingWallPaper'] }))).toBe('policy');
  });
});

it.each([
  ['1', false],
  ['2', true],
  ['3', true],
  ['4', true],
  ['5', false],
  ['6', false],
  ['7', false],
  ['', false],
])('Windows reports a game, a film or a presentation: state %s, %s', (state, isFull) => {
  expect(windowsFullScreen.isFullScreen(state)).toBe(isFull);
});
