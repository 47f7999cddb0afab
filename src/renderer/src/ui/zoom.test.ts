import { describe, expect, it } from 'vitest';
import {
  clampPosition,
  fullResolutionZoom,
  scaleToFit,
  zoomAtPoint,
  zoomFactorOfWheel,
  zoomToFill,
} from './zoom.ts';

const frame = { width: 1000, height: 500, covered: 0 };
const picture = { width: 4000, height: 4000 };
const whole = { zoom: 1, x: 0, y: 0 };

describe('the zoom of a picture', () => {
  it('fits the whole picture into the area above the text', () => {
    expect(scaleToFit(picture, frame)).toBe(0.125);
    expect(scaleToFit(picture, { ...frame, covered: 100 })).toBe(0.1);
    expect(scaleToFit({ width: 4000, height: 1000 }, { ...frame, covered: 100 })).toBe(0.25);
  });

  it('gives the picture at least a third of the window when text covers the rest', () => {
    expect(scaleToFit({ width: 300, height: 300 }, { ...frame, covered: 490 })).toBeCloseTo(0.556);
  });

  it('returns the zoom at which the picture fills the frame', () => {
    expect(zoomToFill(picture, frame)).toBe(2);
    expect(zoomToFill({ width: 2000, height: 1000 }, frame)).toBe(1);
  });

  it('returns the zoom for full resolution on displays of any pixel density', () => {
    expect(fullResolutionZoom(0.25, 1)).toBe(4);
    expect(fullResolutionZoom(0.25, 2)).toBe(2);
  });

  it('keeps the point under the pointer in place', () => {
    const point = { x: 200, y: -100 };
    const near = zoomAtPoint(whole, 2, point);
    // The point was 200 to the right of the picture's centre. After doubling it is at 400.
    expect(near).toEqual({ zoom: 2, x: -200, y: 100 });
    expect(zoomAtPoint(near, 0.5, point)).toEqual(whole);
  });

  it('changes with a turn of the wheel by its distance, and faster with a pinch', () => {
    const factor = (deltaY: number, ctrlKey: boolean): number =>
      zoomFactorOfWheel({ deltaY, ctrlKey } as WheelEvent);
    expect(factor(-500, false)).toBeCloseTo(Math.E, 9);
    expect(factor(-100, true)).toBeCloseTo(Math.E, 9);
    expect(factor(100, false) * factor(-100, false)).toBeCloseTo(1, 9);
  });

  it('goes up to 2 for a picture that is shown at more than twice its size', () => {
    const small = { width: 10, height: 10 };
    expect(clampPosition({ zoom: 9, x: 0, y: 0 }, small, { ...frame, width: 500 }).zoom).toBe(2);
    const wide = { width: 100, height: 2 };
    expect(clampPosition({ zoom: 99, x: 0, y: 0 }, wide, frame).zoom).toBe(25);
  });

  it.each([
    [
      'a picture zoomed out too far is shown whole, in the middle',
      { zoom: 0.3, x: 90, y: 9 },
      whole,
    ],
    ['the zoom ends at its maximum', { zoom: 99, x: 0, y: 0 }, { zoom: 32, x: 0, y: 0 }],
    [
      'no edge of a large picture is inside the frame',
      { zoom: 4, x: 9e9, y: -9e9 },
      { zoom: 4, x: 500, y: -750 },
    ],
    ['an allowed position is not changed', { zoom: 4, x: -20, y: 40 }, { zoom: 4, x: -20, y: 40 }],
    [
      'a picture narrower than the frame is centred',
      { zoom: 1.5, x: 300, y: 0 },
      { zoom: 1.5, x: 0, y: 0 },
    ],
  ])('limits zoom and position: %s', (_name, wanted, allowed) => {
    expect(clampPosition(wanted, picture, frame)).toEqual(allowed);
  });

  it.each([
    ['in the middle of the area above the text while it is whole', 1, -110],
    ['at the edge of the frame when it is a little less high than the frame', 1.4, -10],
    ['where the user moved it when it is higher than the frame', 2, 0],
  ])('places the picture %s', (_name, zoom, y) => {
    const words = { width: 1000, height: 720, covered: 220 };
    const square = { width: 500, height: 500 };
    expect(clampPosition({ zoom, x: 0, y: 0 }, square, words).y).toBeCloseTo(y);
  });
});
