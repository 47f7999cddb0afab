import { describe, expect, it } from 'vitest';
import {
  onRecordingCanvas,
  recordDrawing,
  recordingPicture,
} from '#renderer-test/drawing-record.ts';
import { hasFewColours, measurePicture } from './measure.ts';

type Dot = readonly [x: number, y: number, red: number, green: number, blue: number];

/** Measures a black picture with dots. The side of a dot is one 256th of the picture's width. */
const focusOf = async (width: number, height: number, ...dots: readonly Dot[]) => {
  const picture = recordingPicture(width, height, (px, py) => {
    const [x, y] = [Math.floor((px * 256) / width), Math.floor((py * 256) / width)];
    const [, , red = 0, green = 0, blue = 0] = dots.find(([dx, dy]) => dx === x && dy === y) ?? [];
    return [red, green, blue, 255];
  });
  const { focus, ...size } = await onRecordingCanvas(() => measurePicture(picture));
  expect(size).toEqual({ width, height });
  return [focus.x * 256, (focus.y * height * 256) / width];
};

describe('measurePicture', () => {
  it.each<[string, readonly Dot[], readonly number[]]>([
    ['a dot', [[100, 40, 255, 255, 255]], [100.5, 40.5]],
    [
      'the mean of two dots',
      [
        [100, 40, 9, 9, 9],
        [200, 90, 9, 9, 9],
      ],
      [150.5, 65.5],
    ],
    [
      'dots by their brightness',
      [
        [50, 40, 200, 0, 0],
        [150, 40, 0, 200, 0],
      ],
      [50.5 + (100 * 0.7152) / 0.9278, 40.5],
    ],
    [
      'a faint blue dot',
      [
        [50, 40, 200, 0, 0],
        [150, 40, 0, 0, 200],
      ],
      [50.5 + (100 * 0.0722) / 0.2848, 40.5],
    ],
    [
      'dots of mixed colours',
      [
        [50, 40, 200, 200, 0],
        [150, 40, 0, 200, 200],
      ],
      [50.5 + (100 * 0.7874) / 1.7152, 40.5],
    ],
    // The detail of a pixel is the difference between its two neighbours. A dot in the outermost row or column counts for
    // only the pixel beside it.
    ['a dot at the left edge', [[0, 40, 255, 255, 255]], [1.5, 40.5]],
    ['a dot at the right edge', [[255, 40, 255, 255, 255]], [254.5, 40.5]],
    ['a dot at the upper edge', [[100, 0, 255, 255, 255]], [100.5, 1.5]],
    ['a dot at the lower edge', [[100, 127, 255, 255, 255]], [100.5, 126.5]],
  ])('returns the position of the detail as the focus: %s', async (_what, dots, expected) => {
    for (const scale of [1, 4]) {
      const [x = NaN, y = NaN] = await focusOf(256 * scale, 128 * scale, ...dots);
      expect(x).toBeCloseTo(expected[0] ?? NaN, 9);
      expect(y).toBeCloseTo(expected[1] ?? NaN, 9);
    }
  });

  it.each([
    ['a blank picture', 300, 200],
    ['a picture one pixel high', 5000, 1],
    ['a picture one pixel wide', 1, 5000],
  ])('returns the middle of %s as the focus', async (_what, width, height) => {
    const picture = recordingPicture(width, height, () => [90, 90, 90, 255]);
    const { focus } = await onRecordingCanvas(() => measurePicture(picture));
    expect(focus).toEqual({ x: 0.5, y: 0.5 });
  });

  it('measures a small copy without smoothing, which is fast', async () => {
    const record = await recordDrawing(() => measurePicture(recordingPicture(300, 1200)));
    expect(record).toBe('  [64×256] drawImage 300×1200 0 0 64 256\n');
    const rounded = await recordDrawing(() => measurePicture(recordingPicture(303, 1200)));
    expect(rounded).toContain('[65×256]');
    const flat = await recordDrawing(() => measurePicture(recordingPicture(1200, 303)));
    expect(flat).toContain('[256×65]');
    const narrow = await recordDrawing(() => measurePicture(recordingPicture(5, 1200)));
    expect(narrow).toBe('  [3×256] drawImage 5×1200 0 0 3 256\n');
  });
});

it.each([
  [1024, true],
  [1025, false],
])('hasFewColours of a picture with %d colours returns %s', async (count, expected) => {
  const picture = recordingPicture(256, 256, (x, y) => {
    const colour = (Math.floor(x) + 256 * Math.floor(y)) % count;
    return [colour & 255, colour >> 8, 0, 255];
  });
  const record = await recordDrawing(() => expect(hasFewColours(picture)).toBe(expected));
  // Smoothing would add colours.
  expect(record).toContain('drawImage 256×256 0 0 256 256 · imageSmoothingEnabled false');
});
