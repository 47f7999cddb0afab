import { describe, expect, it } from 'vitest';
import {
  onRecordingCanvas,
  recordingPicture,
  type PixelAt,
} from '#renderer-test/drawing-record.ts';
import { isBlackPicture, withGround, withoutBars } from './ground.ts';

type Pixel = ReturnType<PixelAt>;
const grey = (level: number): Pixel => [level, level, level, 255];

describe('withGround', () => {
  /** A drawing in the middle fifth of a transparent picture. */
  const transparent = (colour: Pixel) =>
    recordingPicture(300, 200, (x) => (x > 120 && x < 180 ? colour : [0, 0, 0, 0]));

  it.each<[string, Pixel, Pixel]>([
    ['a dark drawing on white', [17, 34, 51, 255], grey(255)],
    ['a light drawing on black', [238, 238, 221, 255], grey(0)],
    ['a grey drawing a little darker than the middle on white', grey(127), grey(255)],
    ['a grey drawing a little lighter than the middle on black', grey(128), grey(0)],
    // By Rec. 709, green has 72 % of the luminance of white, red 21 % and blue 7 %.
    ['a green drawing on black', [0, 255, 0, 255], grey(0)],
    ['a purple drawing on white', [255, 0, 255, 255], grey(255)],
    ['a pink drawing on black', [255, 82, 255, 255], grey(0)],
    ['an orange drawing on black', [255, 110, 0, 255], grey(0)],
    ['a light drawing that is nearly transparent on black', [255, 255, 255, 1], grey(0)],
  ])('draws %s, if its picture is transparent', async (_name, colour, ground) => {
    const drawing = transparent(colour);
    const picture = await onRecordingCanvas(() => withGround(drawing));
    // A closed picture has no size.
    expect([drawing.width, picture.width, picture.height]).toEqual([0, 300, 200]);
    const { pixelAt } = picture as typeof drawing;
    expect(pixelAt(5, 5)).toEqual(ground);
    expect(pixelAt(299, 199)).toEqual(ground);
    expect(pixelAt(150, 100)).not.toEqual(ground);
  });

  it('counts opaque parts of a drawing more than transparent ones', async () => {
    const drawing = recordingPicture(300, 200, (x) => (x < 200 ? [255, 255, 255, 51] : grey(0)));
    const picture = await onRecordingCanvas(() => withGround(drawing));
    expect((picture as typeof drawing).pixelAt(250, 5)).toEqual(grey(0));
    expect((picture as typeof drawing).pixelAt(5, 5)).toEqual(grey(255));
  });

  it.each([
    [252, false],
    [253, true],
  ])('leaves an opaque picture unchanged: opacity %d of 255, %s', async (opacity, isUnchanged) => {
    const picture = recordingPicture(30, 20, () => [9, 9, 9, opacity]);
    expect((await onRecordingCanvas(() => withGround(picture))) === picture).toBe(isUnchanged);
  });

  it('draws an empty picture on black', async () => {
    const picture = await onRecordingCanvas(() => withGround(recordingPicture(30, 20)));
    expect((picture as ReturnType<typeof recordingPicture>).pixelAt(5, 5)).toEqual(grey(0));
  });
});

it.each([
  ['nothing but noise', grey(20), true],
  ['a bit of red', [21, 0, 0, 255], false],
  ['a bit of blue', [0, 0, 21, 255], false],
] as const)('isBlackPicture of a picture with %s: %j → %s', async (_what, pixel, isBlack) => {
  const picture = recordingPicture(300, 200, () => pixel);
  expect(await onRecordingCanvas(() => isBlackPicture(picture))).toBe(isBlack);
});

describe('withoutBars', () => {
  /** A picture of `side` × 40 pixels in which each line has the level of grey that `levelAt` returns. */
  const lines = (side: number, levelAt: (line: number) => number, isUpright: boolean) =>
    isUpright
      ? recordingPicture(40, side, (_x, y) => grey(levelAt(Math.floor(y))))
      : recordingPicture(side, 40, (x) => grey(levelAt(Math.floor(x))));

  it.each([
    [0, 0, true],
    [0, 99, true],
    [99, 0, true],
    [0, 0, false],
    [99, 0, false],
    [0, 99, false],
  ])('cuts no bars if there is a light pixel in a corner: %d, %d', async (left, top, isUpright) => {
    const still = recordingPicture(100, 100, (x, y) => {
      const line = isUpright ? y : x;
      const isBar = line < 10 || line >= 90;
      return grey(isBar && !(Math.floor(x) === left && Math.floor(y) === top) ? 0 : 100);
    });
    expect(await onRecordingCanvas(() => withoutBars(still))).toBe(still);
  });

  /** Bars at the beginning and at the end, with shaded lines beside the first bar. */
  const bars =
    (side: number, first: number, last: number, { black = 0, shaded = 0, shade = 49 } = {}) =>
    (line: number): number =>
      line < first || line >= side - last ? black : line < first + shaded ? shade : 100;

  it.each<[string, number, (line: number) => number, number]>([
    ['even bars', 200, bars(200, 20, 20), 20],
    ['bars with noise', 200, bars(200, 20, 20, { black: 20 }), 20],
    ['bars that are not black', 200, bars(200, 20, 20, { black: 21 }), 0],
    ['bars of 3 %', 200, bars(200, 6, 6), 6],
    ['narrower bars', 200, bars(200, 5, 5), 0],
    ['bars of half of the picture', 200, bars(200, 50, 50), 50],
    ['wider bars', 200, bars(200, 51, 51), 0],
    ['bars that differ by 2 %', 200, bars(200, 20, 24), 24],
    ['bars that differ by more', 200, bars(200, 25, 20), 0],
    ['bars of a small picture that differ by a line', 40, bars(40, 4, 3), 4],
    ['bars of a small picture that differ by two lines', 40, bars(40, 5, 3), 0],
    ['one bar', 200, bars(200, 20, 0), 0],
    ['no bars', 200, bars(200, 0, 0), 0],
    ['nothing but black', 200, () => 0, 0],
    ['a shaded line beside a bar', 200, bars(200, 20, 20, { shaded: 1 }), 21],
    ['four shaded lines beside a bar', 200, bars(200, 20, 20, { shaded: 4 }), 24],
    ['a line half as light beside a bar', 200, bars(200, 20, 20, { shaded: 1, shade: 50 }), 20],
    ['eight shaded lines beside a bar', 200, bars(200, 20, 28, { shaded: 8 }), 28],
    ['nine shaded lines beside a bar', 200, bars(200, 20, 24, { shaded: 9 }), 24],
    ['a dark line at the edge without a bar', 200, bars(200, 0, 6, { shaded: 6 }), 0],
  ])('cuts even black bars: %s', async (_what, side, levelAt, cut) => {
    for (const isUpright of [true, false]) {
      const still = lines(side, levelAt, isUpright);
      const picture = await onRecordingCanvas(() => withoutBars(still));
      const size = isUpright ? [40, side - 2 * cut] : [side - 2 * cut, 40];
      expect([picture.width, picture.height]).toEqual(size);
      expect(still.width === 0).toBe(cut > 0);
      const { pixelAt } = picture as typeof still;
      if (cut > 0) expect(pixelAt(0.5, 0.5)).toEqual(grey(levelAt(cut)));
    }
  });
});
