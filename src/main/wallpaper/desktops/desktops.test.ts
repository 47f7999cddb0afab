import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  leftDisplay,
  writeCommandLine,
  showCommandLines,
  sameOnAllDisplays,
  rightDisplay,
  picturesOnBothDisplays,
} from '#test/support/backends.ts';
import type { Display } from '#platform/windows/display.ts';
import { writeSettings } from '../setter/runner.ts';
import { feh } from './feh.ts';
import { budgieOnWayland, cinnamon, gnome, mate, quoteGVariant } from './gsettings.ts';
import { kde } from './kde.ts';
import { lxde, lxqt } from './pcmanfm.ts';
import { pixelOriginOf, pixelsOf } from './backend.ts';

describe('gnome', () => {
  const schema = 'org.gnome.desktop.background';
  const answer = [
    `${schema} color-shading-type 'solid'`,
    `${schema} picture-options 'zoom'`,
    `${schema} picture-uri 'file:///old.jpg'`,
    `${schema} picture-uri-dark 'file:///old.jpg'`,
  ];

  it('writes the picture’s address for both styles, percent-encoded', () => {
    const url = "'file:///p/a%20b%23c%25d%27e.jpg'";
    expect(
      showCommandLines(gnome, [answer.join('\n')], sameOnAllDisplays("/p/a b#c%d'e.jpg")),
    ).toEqual([
      `gsettings set ${schema} picture-options 'zoom'`,
      `gsettings set ${schema} picture-uri ${url}`,
      `gsettings set ${schema} picture-uri-dark ${url}`,
    ]);
  });

  it('writes no `picture-uri-dark` in versions before 42, which have no such key', () => {
    const early = answer.slice(0, 3).join('\n');
    expect(showCommandLines(gnome, [early], sameOnAllDisplays('/a.jpg'))).toHaveLength(2);
  });

  it('does not span on Budgie with Wayland, whose swaybg does not support it', () => {
    expect(budgieOnWayland.reach).toBe('same');
    expect(
      showCommandLines(budgieOnWayland, [answer.join('\n')], sameOnAllDisplays('/a.jpg'))[0],
    ).toMatch(/picture-options 'zoom'$/);
  });

  it('spans several displays, and reads its settings back', () => {
    const spanning = { ...sameOnAllDisplays('/a.jpg'), reach: 'spanning' } as const;
    expect(showCommandLines(gnome, [answer.join('\n')], spanning)[0]).toMatch(
      /picture-options 'spanned'$/,
    );
    expect(gnome.held([answer.join('\n')])?.get(`${schema} picture-uri`)).toBe("'file:///old.jpg'");
    const reset = `gsettings reset ${schema} picture-uri`;
    expect(writeCommandLine(gnome, `${schema} picture-uri`, null)).toBe(reset);
  });
});

it.each([
  ['/a b.jpg', "'/a b.jpg'"],
  ["/it's.jpg", '"/it\'s.jpg"'],
  ['/a\\b.jpg', "'/a\\\\b.jpg'"],
])('quoteGVariant writes %s as GVariant does: %s', (text, printed) => {
  expect(quoteGVariant(text)).toBe(printed);
});

it('the MATE backend sets a path; the Cinnamon backend sets an address and switches the slide show off', () => {
  const mateHas =
    "org.mate.background picture-filename ''\norg.mate.background draw-background true";
  expect(showCommandLines(mate, [mateHas], sameOnAllDisplays('/a b.jpg'))).toEqual([
    'gsettings set org.mate.background draw-background true',
    "gsettings set org.mate.background picture-filename '/a b.jpg'",
  ]);
  const schema = 'org.cinnamon.desktop.background';
  const cinnamonHas = [`${schema} picture-uri ''`, `${schema}.slideshow slideshow-enabled true`];
  expect(cinnamon.survey).toHaveLength(2);
  expect(showCommandLines(cinnamon, cinnamonHas, sameOnAllDisplays('/a b.jpg'))).toEqual([
    `gsettings set ${schema}.slideshow slideshow-enabled false`,
    `gsettings set ${schema} picture-uri 'file:///a%20b.jpg'`,
  ]);
});

describe('kde', () => {
  const desktop = (id: number, { bounds }: Display, image: string): object => ({
    id,
    area: bounds,
    wallpaperPlugin: 'org.kde.color',
    Image: image,
    FillMode: '',
  });
  const printed = (desktops: unknown, quote = "'"): string =>
    `(${quote}${encodeURIComponent(JSON.stringify(desktops))}\\n${quote},)\n`;
  const answer = printed([
    desktop(12, rightDisplay, ''),
    desktop(7, leftDisplay, 'file:///old.jpg'),
  ]);

  it('gives every desktop the picture of its display', () => {
    expect(kde.settings([answer], picturesOnBothDisplays)).toEqual([
      { key: '12 FillMode', value: '2' },
      { key: '12 Image', value: 'file:///w/right.jpg' },
      { key: '12 wallpaperPlugin', value: 'org.kde.image' },
      { key: '7 FillMode', value: '2' },
      { key: '7 Image', value: 'file:///w/left.jpg' },
      { key: '7 wallpaperPlugin', value: 'org.kde.image' },
    ]);
    expect(kde.held([answer])?.get('7 Image')).toBe('file:///old.jpg');
    expect(kde.settings([answer], sameOnAllDisplays('/w/100% #1?.jpg'))).toContainEqual({
      key: '7 Image',
      value: 'file:///w/100%25%20%231%3F.jpg',
    });
  });

  it('parses an answer of gdbus in single or double quotes', () => {
    const quote = printed([desktop(3, leftDisplay, "/it's.jpg")], '"');
    expect(kde.held([quote])?.get('3 Image')).toBe("/it's.jpg");
  });

  it.each([
    '',
    "('',)",
    "('%E0%A4%A',)",
    "('%E0%A4%41',)",
    `('${'\\n'.repeat(2 ** 19)}`,
    '(1,)',
    'nonsense',
  ])('finds no desktop in the malformed answer %j', (wrong) => {
    expect(kde.settings([wrong], picturesOnBothDisplays)).toEqual([]);
  });

  /** Parses an unquoted text argument as `gdbus call` does. */
  const asGdbusReads = (argument: string): string => {
    const [, body = '', rest] =
      /^((?:[^"\\]|\\.)*)"(.*)$/s.exec(`${argument.replaceAll('"', '\\"')}"`) ?? [];
    if (rest !== '') throw new Error('gdbus: expected end of input');
    return body.replaceAll(/\\(.)/gs, (_all, next: string) => (next === 'n' ? '\n' : next));
  };
  /** Runs the script that writes a setting, as Plasma does, with one desktop. Returns the arguments of its calls. */
  const played = (key: string, value: string): unknown => {
    const script = asGdbusReads(kde.write(key, value)?.args.at(-1) ?? '');
    const done: unknown[] = [];
    const one = { writeConfig: (...args: unknown[]) => done.push(args) };
    // oxlint-disable-next-line typescript/no-implied-eval -- Plasma evaluates it as well
    const run = new Function('desktopById', script) as (find: () => object) => void;
    run(() => one);
    return done;
  };

  it.each([
    'a"b',
    'a\\',
    'a\\"',
    '\\u0022',
    'n\\n',
    "it's",
    '\u2028',
    '");evil();("',
    '/é🌌 %41.jpg',
  ])('passes the text %j through gdbus to Plasma unchanged', (text) => {
    expect(played('12 Image', text)).toEqual([['Image', text]]);
    expect(played(`12 ${text.replaceAll(' ', '')}`, 'x')).toEqual([
      [text.replaceAll(' ', ''), 'x'],
    ]);
  });

  it('gives the desktops of hidden activities the picture of their last display', () => {
    const script = asGdbusReads(kde.survey[0]?.args.at(-1) ?? '');
    const desktop = (id: number, screen: number, lastScreen: string): object => ({
      id,
      screen,
      currentConfigGroup: ['elsewhere'],
      wallpaperPlugin: 'org.kde.image',
      readConfig(this: { currentConfigGroup: string[] }, name: string, missing: string): string {
        if (name === 'lastScreen')
          return this.currentConfigGroup.length === 0 ? lastScreen : missing;
        return this.currentConfigGroup.length === 3 && name === 'Image' ? `/${id}.jpg` : missing;
      },
    });
    const there = [
      desktop(1, 0, '0'),
      desktop(2, -1, '1'),
      // The display of desktop 3 is disconnected, and the last display of desktop 4 is unknown.
      desktop(3, -1, '2'),
      desktop(4, -1, ''),
    ];
    let said = '';
    // oxlint-disable-next-line typescript/no-implied-eval -- Plasma evaluates it as well
    const plasma = new Function('desktops', 'screenGeometry', 'screenCount', 'print', script) as (
      ...given: unknown[]
    ) => void;
    plasma(
      () => there,
      (screen: number) => [leftDisplay, rightDisplay][screen]?.bounds,
      2,
      (text: string) => (said = text),
    );
    expect(
      kde
        .settings([`('${said}\\n',)`], picturesOnBothDisplays)
        .filter(({ key }) => key.endsWith('Image')),
    ).toEqual([
      { key: '1 Image', value: 'file:///w/left.jpg' },
      { key: '2 Image', value: 'file:///w/right.jpg' },
    ]);
    expect(kde.held([`('${said}\\n',)`])?.get('2 Image')).toBe('/2.jpg');
  });

  it('passes only the number of a desktop to the script', () => {
    expect(writeCommandLine(kde, '12);evil( Image', 'x')).toMatch(
      / var d=desktopById\(NaN\);if\(d\)/,
    );
  });
});

it('pixelsOf scales the whole area of a display, pixelOriginOf only its origin', () => {
  const bounds = { x: 100, y: 20, width: 1280, height: 720 };
  const display = { ...leftDisplay, bounds, scaleFactor: 1.5 };
  expect(pixelsOf(display)).toEqual({ x: 150, y: 30, width: 1920, height: 1080 });
  expect(pixelOriginOf(display)).toEqual({ x: 150, y: 30, width: 1280, height: 720 });
});

it('the LXDE backend sets a mode and a path', () => {
  expect(lxde.settings([''], sameOnAllDisplays('/a.jpg'))).toEqual([
    { key: 'wallpaper_mode', value: 'crop' },
    { key: 'wallpaper', value: '/a.jpg' },
  ]);
});

it('the LXDE backend passes no empty path, which would open a file window', () => {
  expect(lxde.write('wallpaper', null)).toBeNull();
});

describe('the LXQt backend, as observed with pcmanfm-qt 1.2.1', () => {
  const written = (file: string): readonly string[] | undefined =>
    lxqt.writeAll?.(lxqt.settings([file], sameOnAllDisplays('/w/a b.jpg'))).args;

  it('keeps a mode that shows pictures, because a changed mode could not be restored', () => {
    expect(written('WallpaperMode=center\n')).toEqual(['--set-wallpaper=/w/a b.jpg']);
  });

  it.each(['', 'WallpaperMode=none\n'])(
    'changes the mode from plain colour to stretch: %j',
    (file) => {
      expect(written(file)).toEqual(['--wallpaper-mode=stretch', '--set-wallpaper=/w/a b.jpg']);
    },
  );

  it('verifies only the path, because the mode is never saved', async () => {
    const file = 'WallpaperMode=none\nWallpaper=/w/a.jpg\n';
    const run = () => Promise.resolve({ code: 0, stdout: file, stderr: '' });
    const settings = lxqt.settings([file], sameOnAllDisplays('/w/a.jpg'));
    expect(await writeSettings(lxqt, settings, run)).toEqual({ verified: true });
    const other = lxqt.settings([file], sameOnAllDisplays('/w/b.jpg'));
    expect(await writeSettings(lxqt, other, run)).toEqual({ verified: false });
  });

  it('restores a plain colour by setting the path of an unreadable picture', () => {
    const own = [
      { key: 'WallpaperMode', value: 'none' },
      { key: 'Wallpaper', value: '/own.jpg' },
    ];
    expect(lxqt.writeAll?.(own).args).toEqual(['--set-wallpaper=/dev/null']);
  });
});

it.skipIf(process.platform === 'win32')(
  'the LXDE backend waits for the file that pcmanfm writes late',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'overhead lxde '));
    const folder = join(home, 'pcmanfm/LXDE');
    const programs = join(home, 'bin');
    mkdirSync(folder, { recursive: true });
    mkdirSync(programs);
    const late =
      '#!/bin/sh\n(sleep 0.2; echo "wallpaper=${1#*=}" >"$XDG_CONFIG_HOME/pcmanfm/LXDE/desktop-items-0.conf") >/dev/null 2>&1 &\n';
    writeFileSync(join(programs, 'pcmanfm'), late, { mode: 0o755 });
    const { program, args } = lxde.write('wallpaper', '/w/a b#1.jpg') ?? { program: '', args: [] };
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, XDG_CONFIG_HOME: home };
    execFileSync(program, args, { env });
    const text = readFileSync(join(folder, 'desktop-items-0.conf'), 'utf8');
    expect(lxde.held([text])?.get('wallpaper')).toBe('/w/a b#1.jpg');
    rmSync(home, { recursive: true });
  },
);

it('the feh backend passes a picture for each monitor in the order of xrandr, and reads nothing back', () => {
  const monitors =
    'Monitors: 2\n 0: +HDMI-1 1280/339x1024/271+1920+0  HDMI-1\n 1: +*DP-1 1920/508x1080/286+0+0  DP-1\n';
  expect(showCommandLines(feh, ['', monitors], picturesOnBothDisplays)).toEqual([
    'feh --no-fehbg --bg-fill /w/right.jpg /w/left.jpg',
  ]);
  expect(showCommandLines(feh, ['', ''], picturesOnBothDisplays)).toEqual([
    'feh --no-fehbg --bg-fill /w/left.jpg',
  ]);
  expect(feh.held([''])).toBeNull();
});

it.skipIf(process.platform === 'win32')(
  'the feh backend restores with ~/.fehbg, and fails if the file is missing',
  () => {
    const home = mkdtempSync(join(tmpdir(), 'overhead feh '));
    const { program, args } = feh.write('root window', null) ?? { program: '', args: [] };
    const restore = () => spawnSync(program, args, { env: { HOME: home }, encoding: 'utf8' });
    expect(restore()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('~/.fehbg') as string,
    });
    writeFileSync(join(home, '.fehbg'), 'exit 0\n');
    expect(restore().status).toBe(0);
    rmSync(home, { recursive: true });
  },
);
