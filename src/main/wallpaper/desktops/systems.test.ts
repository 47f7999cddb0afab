import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftDisplay, rightDisplay, picturesOnBothDisplays } from '#test/support/backends.ts';
import {
  appleDefault,
  osascriptAnswers,
  transparentPicture,
} from '#test/support/osascript-answers.ts';
import type { Display } from '#platform/windows/display.ts';
import { macos } from './macos.ts';
import { windows } from './windows.ts';

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
    'knows nothing of the desktop after the answer %j',
    (text) => {
      expect(macos.held([text])).toBeNull();
      expect(macos.settings([text], picturesOnBothDisplays)).toEqual([]);
    },
  );

  it('takes a path with decomposed letters for the same path', () => {
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
  const area = ({ bounds }: Display) => bounds;
  const first = '\\\\?\\DISPLAY#A#1';
  const answer = JSON.stringify({
    position: 3,
    screens: [
      { id: first, path: 'C:\\old.jpg', ...area(leftDisplay) },
      { id: '\\\\?\\DISPLAY#B#2', path: '', ...area(rightDisplay) },
    ],
  });
  type Values = [key: string, value: string | null][];
  const code = (...values: Values): string => {
    const encoded =
      windows.writeAll?.(values.map(([key, value]) => ({ key, value }))).args.at(-1) ?? '';
    return Buffer.from(encoded, 'base64').toString('utf16le').split("'; ").at(-1) ?? '';
  };
  const encodedText =
    /\[Text\.Encoding\]::UTF8\.GetString\(\[Convert\]::FromBase64String\('([\w+/=]*)'\)\)/g;
  const textsIn = (script: string): string[] =>
    [...script.matchAll(encodedText)].map(([, text = '']) =>
      Buffer.from(text, 'base64').toString(),
    );

  it('sets the wallpaper position (the fit) first, then the picture of each monitor, in one script', () => {
    expect(windows.held([answer])?.get(first)).toBe('C:\\old.jpg');
    expect(windows.settings([answer], picturesOnBothDisplays)).toEqual([
      { key: 'position', value: '4' },
      { key: first, value: '/w/left.jpg' },
      { key: '\\\\?\\DISPLAY#B#2', value: '/w/right.jpg' },
    ]);
    // One PowerShell script writes all settings, because each run of PowerShell compiles the C# code again.
    const script = code(['position', '4'], [first, "C:\\it's 'new'.jpg"], ['\\\\?\\B', null]);
    expect(script.replaceAll(encodedText, '…')).toBe(
      '[Overhead.Desktop]::Position = 4; [Overhead.Desktop]::Show(…, …); [Overhead.Desktop]::Show(…, …)',
    );
    expect(textsIn(script)).toEqual([first, "C:\\it's 'new'.jpg", '\\\\?\\B', '']);
    expect(windows.write('position', '4')).toEqual(
      windows.writeAll?.([{ key: 'position', value: '4' }]),
    );
    expect(windows.settings(['nonsense'], picturesOnBothDisplays)).toEqual([]);
  });

  // PowerShell ends a quoted string at each of these: ' and U+2018 to U+201B.
  const quotes = ["'", '\u2018', '\u2019', '\u201a', '\u201b', '"', '`', '$', '\n'];
  it.each(quotes)('encodes a name with %j, so that PowerShell cannot interpret it', (quote) => {
    const path = `C:\\Bob${quote}); Start-Process calc; $x=(${quote}s beach.jpg`;
    const script = code([first, path]);
    expect(script).not.toContain('calc');
    expect(script).toMatch(/^[\x20-\x7e]*$/);
    expect(textsIn(script)).toEqual([first, path]);
  });

  it('builds the same script for all names', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom(...quotes, ')', ';'), fc.string()) });
    fc.assert(
      fc.property(text, text, (key, value) => {
        const script = code([`\\\\?\\${key}`, value]);
        expect(script.replaceAll(encodedText, '…')).toBe('[Overhead.Desktop]::Show(…, …)');
      }),
    );
  });
});
