import { expect, it } from 'vitest';
import type { PicturesToSet } from './backend.ts';
import { xfce } from './xfce.ts';

function picture(path: string, x: number, width: number, height: number, scaleFactor = 1) {
  const bounds = { x, y: 0, width, height };
  return { path, display: { id: x, isPrimary: x === 0, bounds, workArea: bounds, scaleFactor } };
}
const shown: PicturesToSet = {
  reach: 'each',
  kept: [],
  pictures: [picture('/w/a b.jpg', 0, 1920, 1080), picture('/w/c.jpg', 1920, 1280, 1024)],
};
const monitors =
  'Monitors: 2\n 0: +*DP-2 1920/518x1080/324+0+0  DP-2\n 1: +HDMI-1 1280/339x1024/271+1920+0  HDMI-1\n';
const folder = (monitor: string, workspace = 0): string =>
  `/backdrop/screen0/monitor${monitor}/workspace${workspace}`;

it('the XFCE backend sets a picture on every monitor, with or without existing settings', () => {
  const known = `${folder('HDMI-1')}/color-style      0\n${folder('HDMI-1')}/last-image      /old.jpg\n`;
  expect(xfce.settings([known, monitors, '1\n'], shown)).toEqual([
    { key: `${folder('HDMI-1')}/image-style`, value: '5' },
    { key: `${folder('HDMI-1')}/last-image`, value: '/w/c.jpg' },
    { key: `${folder('DP-2')}/image-style`, value: '5' },
    { key: `${folder('DP-2')}/last-image`, value: '/w/a b.jpg' },
  ]);
});

it('the XFCE backend sets the picture on every workspace, with or without existing settings', () => {
  const known = `${folder('DP-2', 4)}/last-image /old.jpg\n`;
  const keys = xfce.settings([known, monitors, '2'], shown).map(({ key }) => key);
  const pictures = keys.filter((key) => key.endsWith('last-image'));
  expect(pictures).toEqual(
    [folder('DP-2', 4), folder('DP-2', 0), folder('DP-2', 1)]
      .concat([0, 1, 4].map((workspace) => folder('HDMI-1', workspace)))
      .map((one) => `${one}/last-image`),
  );
});

it('the XFCE backend sets the primary display’s picture on a disconnected monitor', () => {
  const known = `${folder('VGA-1')}/last-image /old.jpg\n`;
  const settings = xfce.settings([known, '', ''], shown);
  expect(settings).toContainEqual({ key: `${folder('VGA-1')}/last-image`, value: '/w/a b.jpg' });
});

it('the XFCE backend keeps the wallpaper of monitors that were not chosen, connected or not', () => {
  const known = `${folder('VGA-1')}/last-image /old.jpg\n`;
  const [first, second] = shown.pictures;
  const some = { ...shown, pictures: [second], kept: [first?.display] } as PicturesToSet;
  expect(xfce.settings([known, monitors, '1'], some)).toEqual([
    { key: `${folder('HDMI-1')}/image-style`, value: '5' },
    { key: `${folder('HDMI-1')}/last-image`, value: '/w/c.jpg' },
  ]);
});

it('the XFCE backend sets no property below a folder that XFCE does not have', () => {
  const known = `${folder('DP-2')}/mine/last-image /old.jpg\n`;
  const keys = xfce.settings([known, monitors, '1'], shown).map(({ key }) => key);
  expect(keys).toEqual(xfce.settings(['', monitors, '1'], shown).map(({ key }) => key));
});

it('the XFCE backend matches a high-density monitor to its display by pixels', () => {
  const dense = {
    ...shown,
    pictures: [picture('/low.jpg', 0, 1920, 1080), picture('/high.jpg', 0, 1920, 1080, 2)],
  };
  const listed = ' 0: +*eDP-1 3840/344x2160/194+0+0  eDP-1\n';
  expect(xfce.settings(['', listed, ''], dense)[1]?.value).toBe('/high.jpg');
});

it('the XFCE backend switches a slide show off', () => {
  const cycle = `${folder('DP-2')}/backdrop-cycle-enable`;
  const ends = { key: cycle, value: 'false' };
  expect(xfce.settings([`${cycle}   true\n`, monitors, ''], shown)).toContainEqual(ends);
  expect(xfce.settings([`${cycle}   false\n`, monitors, ''], shown)).not.toContainEqual(ends);
});

it('the XFCE backend reads the present settings, and sets nothing without monitors and settings', () => {
  const line = `${folder('DP-2')}/last-image        /w/a  b #1 100%.jpg\n/desktop-icons/style 0\n`;
  expect(xfce.held([line])).toEqual(
    new Map([[`${folder('DP-2')}/last-image`, '/w/a  b #1 100%.jpg']]),
  );
  expect(xfce.settings(['', '', ''], shown)).toEqual([]);
});

it('the XFCE backend reads a property with a megabyte of blanks, and a path with a separator of lines', () => {
  const key = `${folder('DP-2')}/last-image`;
  const path = '/w/a\u2028b.jpg';
  expect(xfce.held([`${key}${' '.repeat(2 ** 20)}${path}\n`])).toEqual(new Map([[key, path]]));
});

it('the XFCE backend reads the name of a monitor with a megabyte of letters in one pass', () => {
  const monitor = ' 0: +*DP-2 1920/518x1080/324+0+0  DP-2';
  const keysOf = (line: string) =>
    xfce.settings(['', `Monitors: 1\n${line}\n`, '1\n'], shown).map(({ key }) => key);
  expect(keysOf(`${monitor} ${'a'.repeat(2 ** 20)}\tb`)).toEqual(keysOf(monitor));
});

it('the XFCE backend writes a property with its type, and removes a property', () => {
  const key = `${folder('DP-2')}/last-image`;
  const common = `-c xfce4-desktop -p ${key}`;
  const args = (name: string, value: string | null) => xfce.write(name, value)?.args.join(' ');
  expect(args(key, '/a.jpg')).toBe(`${common} -n -t string -s /a.jpg`);
  expect(args(key, null)).toBe(`${common} -r`);
  expect(args('/x/image-style', '5')).toContain(' int ');
  expect(args('/x/backdrop-cycle-enable', 'false')).toContain(' bool ');
});

it('the XFCE backend uses the first output of a monitor with several outputs, and ignores a monitor without outputs', () => {
  const merged =
    'Monitors: 2\n 0: *both 1920/518x1080/324+0+0  DP-2 DP-3\n 1: part 1280/339x1024/271+1920+0 \n';
  const keys = xfce.settings(['', merged, '1'], shown).map(({ key }) => key);
  expect(keys).toEqual([`${folder('DP-2')}/image-style`, `${folder('DP-2')}/last-image`]);
});
