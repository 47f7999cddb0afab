import { describe, expect, it } from 'vitest';
import { clamp, fillZoom, fullResolution, wholeScale, zoomAt } from './zoom.ts';

const frame = { width: 1000, height: 500, covered: 0 };
const picture = { width: 4000, height: 4000 };
const whole = { zoom: 1, x: 0, y: 0 };

describe('a picture in its frame', () => {
  it('is whole, clear of the words', () => {
    expect(wholeScale(picture, frame)).toBe(0.125);
    expect(wholeScale(picture, { ...frame, covered: 100 })).toBe(0.1);
    expect(wholeScale({ width: 4000, height: 1000 }, { ...frame, covered: 100 })).toBe(0.25);
  });

  it('keeps a third of a window that is all words', () => {
    expect(wholeScale({ width: 300, height: 300 }, { ...frame, covered: 490 })).toBeCloseTo(0.556);
  });

  it('fills the frame at a larger zoom', () => {
    expect(fillZoom(picture, frame)).toBe(2);
    expect(fillZoom({ width: 2000, height: 1000 }, frame)).toBe(1);
  });

  it('comes to full resolution, on displays of any density', () => {
    expect(fullResolution(0.25, 1)).toBe(4);
    expect(fullResolution(0.25, 2)).toBe(2);
  });

  it('stays where it is under the pointer', () => {
    const point = { x: 200, y: -100 };
    const near = zoomAt(whole, 2, point);
    // The spot under the pointer was at 200 from the middle of the picture; doubled it is at 400.
    expect(near).toEqual({ zoom: 2, x: -200, y: 100 });
    expect(zoomAt(near, 0.5, point)).toEqual(whole);
  });

  it.each([
    ['no smaller than whole, and then in the middle', { zoom: 0.3, x: 90, y: 9 }, whole],
    ['no closer than its pixels', { zoom: 99, x: 0, y: 0 }, { zoom: 32, x: 0, y: 0 }],
    ['no edge inside of the frame', { zoom: 4, x: 9e9, y: -9e9 }, { zoom: 4, x: 500, y: -750 }],
    ['what is allowed stays', { zoom: 4, x: -20, y: 40 }, { zoom: 4, x: -20, y: 40 }],
    [
      'narrower than the frame, in its middle',
      { zoom: 1.5, x: 300, y: 0 },
      { zoom: 1.5, x: 0, y: 0 },
    ],
  ])('%s', (_name, wanted, allowed) => {
    expect(clamp(wanted, picture, frame)).toEqual(allowed);
  });

  it.each([
    ['whole, in the middle of what the words leave free', 1, -110],
    ['lower than the frame, up to its edge', 1.4, -10],
    ['higher than the frame, where it was moved to', 2, 0],
  ])('stands %s', (_name, zoom, y) => {
    const words = { width: 1000, height: 720, covered: 220 };
    const square = { width: 500, height: 500 };
    expect(clamp({ zoom, x: 0, y: 0 }, square, words).y).toBeCloseTo(y);
  });
});
