import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { imageFromPath } from './native-image.ts';
import { decodePng, encodePng, resizeBitmap, toArgb } from './png.ts';

const icon = new URL('fixture/icon.png', import.meta.url);

describe('PNG', () => {
  it('reads a file with row filters, and writes what it read', () => {
    const bitmap = decodePng(readFileSync(icon));
    expect(bitmap).toMatchObject({ width: 64, height: 64 });
    const at = (x: number, y: number) => [...bitmap.rgba.subarray((y * 64 + x) * 4).subarray(0, 4)];
    expect(at(32, 32)).toEqual([0xff, 0x88, 0, 0xff]);
    expect(at(0, 0)[3]).toBe(0);
    expect(decodePng(encodePng(bitmap))).toEqual(bitmap);
  });

  it('refuses what it cannot read', () => {
    expect(() => decodePng(Buffer.from('GIF89a..'))).toThrow('not a PNG');
    expect(imageFromPath('/nonexistent.png').isEmpty()).toBe(true);
  });

  it('puts alpha first for the tray', () => {
    const rgba = Buffer.from([1, 2, 3, 4]);
    expect([...toArgb({ width: 1, height: 1, rgba })]).toEqual([4, 1, 2, 3]);
  });

  it('lets no colour of transparent pixels into the smaller picture', () => {
    const rgba = Buffer.from([200, 100, 50, 255, 9, 9, 9, 0]);
    const small = resizeBitmap({ width: 2, height: 1, rgba }, 1, 1);
    expect([...small.rgba]).toEqual([200, 100, 50, 128]);
  });
});
