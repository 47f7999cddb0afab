import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { iconFile, linuxSizes, trayIcons, trayShades } from '#tray/icon-file.ts';
import { root } from '#tools/setup/paths.ts';

const folder = join(root, 'resources', 'tray');

const read = (name: string) => PNG.sync.read(readFileSync(join(folder, name)));

/** The widths of the images in an icon in Windows' format: each entry of 16 bytes has the width in one byte. */
const icoSizes = (ico: Buffer) =>
  Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index));

it('each state, platform and scale has an icon of the expected size in pixels', () => {
  for (const icon of trayIcons)
    for (const shade of trayShades) {
      for (const size of linuxSizes) {
        const png = read(iconFile(icon, 'linux', size / 22, shade));
        expect([png.width, png.height]).toEqual([size, size]);
      }
      const ico = readFileSync(join(folder, iconFile(icon, 'win32', 1, shade)));
      expect(icoSizes(ico)).toEqual([16, 20, 24, 28, 32, 40, 48]);
      // Electron finds the image for double scale by the name of the image for single scale.
      const forMac = iconFile(icon, 'darwin', 1, shade);
      expect(forMac.endsWith('Template.png')).toBe(shade === 'automatic');
      const pair = [forMac, forMac.replace('.png', '@2x.png')];
      const widths = pair.map((name) => read(name).width);
      expect(widths).toEqual([18, 36]);
    }
});

it.each([
  ['light', 255],
  ['dark', 0],
] as const)('the %s icons have only one colour', (shade, value) => {
  for (const icon of trayIcons)
    for (const size of linuxSizes) {
      const { data } = read(iconFile(icon, 'linux', size / 22, shade));
      const inked = [...data].filter((_, at) => at % 4 !== 3 && (data[at | 3] ?? 0) > 0);
      expect(inked.length).toBeGreaterThan(0);
      expect(new Set(inked), `${icon} ${size}`).toEqual(new Set([value]));
    }
});

it('the template images for macOS have only black and transparent pixels', () => {
  for (const name of readdirSync(folder).filter((file) => file.includes('Template'))) {
    const { data } = read(name);
    const inked = data.filter(
      (value, at) => at % 4 !== 3 && value !== 0 && (data[at | 3] ?? 0) > 0,
    );
    expect(inked.length, name).toBe(0);
  }
});

it('the icons of two states differ in shape, not only in colour', () => {
  for (const size of linuxSizes) {
    const shapes = trayIcons.map((icon) =>
      read(iconFile(icon, 'linux', size / 22)).data.filter((_, at) => at % 4 === 3),
    );
    for (const [index, shape] of shapes.entries())
      for (const other of shapes.slice(index + 1)) {
        const differing = shape.filter((alpha, at) => Math.abs(alpha - (other[at] ?? 0)) > 128);
        expect(differing.length / (size * size)).toBeGreaterThan(0.1);
      }
  }
});

it.each(
  linuxSizes.flatMap(
    (size) =>
      [
        // The station and the gap around it are in the upper half; the dot and its gap in the lower right corner.
        { size, state: 'overhead', sign: 'the station', left: 0.15, top: 0, bottom: 0.7 },
        { size, state: 'new-picture', sign: 'a dot', left: 0.4, top: 0.4, bottom: 1 },
      ] as const,
  ),
)(
  'the icon “$state” of $size pixels is the usual icon with $sign',
  ({ size, state, left, top, bottom }) => {
    const [usual, changedIcon] = (['quiet', state] as const).map((icon) =>
      read(iconFile(icon, 'linux', size / 22)),
    );
    if (usual === undefined || changedIcon === undefined) throw new Error('no icons');
    const changed: { x: number; y: number }[] = [];
    for (let y = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1) {
        const at = 4 * (y * size + x);
        if (!usual.data.subarray(at, at + 4).equals(changedIcon.data.subarray(at, at + 4)))
          changed.push({ x, y });
      }
    expect(changed.length).toBeGreaterThan(size);
    for (const { x, y } of changed) {
      expect(x).toBeGreaterThanOrEqual(Math.floor(size * left));
      expect(y).toBeGreaterThanOrEqual(Math.floor(size * top));
      expect(y).toBeLessThan(Math.ceil(size * bottom));
    }
  },
);
