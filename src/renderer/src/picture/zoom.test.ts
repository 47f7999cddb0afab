import { describe, expect, it } from 'vitest';
import { asItCame, baseScale, clamp, fullResolution, liftOf, mostZoom, zoomAt } from './zoom.ts';

const frame = { width: 1000, height: 500 };
const picture = { width: 4000, height: 4000 };

describe('a picture in its frame', () => {
  it('fills it, or is whole in it', () => {
    expect(baseScale(picture, frame, true)).toBe(0.25);
    expect(baseScale(picture, frame, false)).toBe(0.125);
  });

  it('comes to full resolution, on displays of any density', () => {
    expect(fullResolution(0.25, 1)).toBe(4);
    expect(fullResolution(0.25, 2)).toBe(2);
    expect(mostZoom(0.25)).toBe(16);
    expect(mostZoom(8)).toBe(2);
  });

  it('stays where it is under the pointer', () => {
    const point = { x: 200, y: -100 };
    const near = zoomAt(asItCame, 2, point);
    // The spot under the pointer was at 200 from the middle of the picture; doubled it is at 400.
    expect(near).toEqual({ zoom: 2, x: -200, y: 100 });
    expect(zoomAt(near, 0.5, point)).toEqual(asItCame);
  });

  it.each([
    ['no smaller than it came, and then in the middle', { zoom: 0.3, x: 90, y: 9 }, asItCame],
    ['no closer than its pixels', { zoom: 99, x: 0, y: 0 }, { zoom: 16, x: 0, y: 0 }],
    ['no edge inside of the frame', { zoom: 2, x: 9e9, y: -9e9 }, { zoom: 2, x: 500, y: -750 }],
    ['what is allowed stays', { zoom: 3, x: -20, y: 40 }, { zoom: 3, x: -20, y: 40 }],
  ])('%s', (_name, wanted, allowed) => {
    expect(clamp(wanted, picture, frame, 0.25)).toEqual(allowed);
  });

  it.each([
    ['as high as the window stays', 720, 0],
    ['higher than the window stays', 900, 0],
    ['with room goes to the middle of what is free', 288, 110],
    ['with too little room goes up to the edge', 600, 60],
  ])('%s', (_name, height, lift) => {
    expect(liftOf(height, 720, 220)).toBe(lift);
  });

  it('that is narrower than its frame does not leave the middle sideways', () => {
    const tall = { width: 100, height: 4000 };
    expect(clamp({ zoom: 2, x: 300, y: 0 }, tall, frame, 0.125).x).toBe(0);
  });
});
