import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { iconFile, linuxSizes, trayIcons } from '#tray/icon-file.ts';
import { root } from '../setup/paths.ts';
import { decodePng } from '../stand-in/png.ts';
import { icoOf } from './ico.ts';

const folder = join(root, 'resources', 'tray');

/** The list of an icon, as Windows reads it. */
const entriesOf = (ico: Buffer) =>
  Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const [length, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
    return { size: ico.readUInt8(entry), png: ico.subarray(offset, offset + length) };
  });

it('makes an icon of PNGs', () => {
  const images = [16, 256].map((size) => ({ size, png: Buffer.from(`a PNG of ${size}`) }));
  const ico = icoOf(images);
  expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
  expect(entriesOf(ico)).toEqual([images[0], { ...images[1], size: 0 }]);
});

it('every state has every size, drawn whole', () => {
  for (const icon of trayIcons) {
    for (const size of linuxSizes) {
      const png = decodePng(readFileSync(join(folder, iconFile(icon, 'linux', size / 22))));
      expect([png.width, png.height]).toEqual([size, size]);
    }
    const ico = entriesOf(readFileSync(join(folder, iconFile(icon, 'win32', 1))));
    expect(ico.map(({ size }) => size)).toEqual([16, 24, 32, 48]);
    for (const { size, png } of ico) expect(decodePng(png).width).toBe(size);
    // Electron finds the second one by the name of the first.
    const template = iconFile(icon, 'darwin', 1);
    expect(template).toMatch(/Template\.png$/);
    const pair = [template, template.replace('.png', '@2x.png')];
    const widths = pair.map((name) => decodePng(readFileSync(join(folder, name))).width);
    expect(widths).toEqual([18, 36]);
  }
});

it('a template is black, and says everything by its transparency', () => {
  for (const name of readdirSync(folder).filter((file) => file.includes('Template'))) {
    const { rgba } = decodePng(readFileSync(join(folder, name)));
    const inked = rgba.filter(
      (value, at) => at % 4 !== 3 && value !== 0 && (rgba[at | 3] ?? 0) > 0,
    );
    expect(inked.length, name).toBe(0);
  }
});

it('the states differ in shape, not only in colour', () => {
  for (const size of linuxSizes) {
    const shapes = trayIcons.map((icon) =>
      decodePng(readFileSync(join(folder, iconFile(icon, 'linux', size / 22)))).rgba.filter(
        (_, at) => at % 4 === 3,
      ),
    );
    for (const [index, shape] of shapes.entries())
      for (const other of shapes.slice(index + 1)) {
        const differing = shape.filter((alpha, at) => Math.abs(alpha - (other[at] ?? 0)) > 128);
        expect(differing.length / (size * size)).toBeGreaterThan(0.1);
      }
  }
});
