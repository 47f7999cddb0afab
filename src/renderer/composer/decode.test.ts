import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  onRecordingCanvas,
  recordingPicture,
  type PixelAt,
} from '#renderer-test/drawing-record.ts';
import { maxPicturePixels } from '#shared/picture/picture-size.ts';
import { decodePicture } from './decode.ts';

afterEach(() => vi.restoreAllMocks());

const blue: PixelAt = () => [0, 0, 200, 255];
const grey: PixelAt = () => [128, 128, 128, 255];

interface Browser {
  /** What an `img` element shows; null: it cannot read the file. */
  readonly shown?: PixelAt | null;
  /** The size that the element reads in the header. */
  readonly size?: readonly [width: number, height: number];
  /** What the decoder returns for the file as it is; null: it refuses the file. */
  readonly decoded?: PixelAt | null;
  /** What the decoder returns for the file with an end; null: it refuses that, too. */
  readonly completed?: PixelAt | null;
}

/** How a file is decoded: `decoded`, `drawn` by an element, `completed` with an end of so many bytes, or an error. */
async function decode(
  bytes: readonly number[],
  { shown = blue, size = [64, 64], decoded = null, completed = blue }: Browser = {},
): Promise<string> {
  const [width, height] = size;
  class Image {
    readonly naturalWidth = width;
    readonly naturalHeight = height;
    readonly width = width;
    readonly height = height;
    readonly pixelAt = shown;
    onload: () => void = () => undefined;
    onerror: () => void = () => undefined;
    set src(_address: string) {
      queueMicrotask(() => (shown === null ? this.onerror() : this.onload()));
    }
  }
  const ends: number[] = [];
  const createImageBitmap = async (blob: Blob): Promise<ImageBitmap> => {
    const all = [...new Uint8Array(await blob.arrayBuffer())];
    expect(all.slice(0, bytes.length)).toEqual(bytes);
    const end = all.slice(bytes.length);
    if (end.length > 0) {
      ends.push(end.length);
      expect(end).toEqual(end.length === 2 ? [0xff, 0xd9] : end.map(() => 0));
    }
    const pixelAt = end.length === 0 ? decoded : completed;
    if (pixelAt === null) throw new Error('refused');
    return recordingPicture(width, height, pixelAt);
  };
  const made = vi.spyOn(URL, 'createObjectURL');
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const result = await onRecordingCanvas(async () => {
    vi.stubGlobal('Image', Image);
    vi.stubGlobal('createImageBitmap', createImageBitmap);
    return decodePicture(new Blob([Uint8Array.from(bytes)])).catch((error: unknown) => error);
  });
  expect(revoked.mock.calls).toEqual(made.mock.results.map((one) => [one.value as string]));
  if (result instanceof Error) return result.message;
  return ends.length > 0 ? `completed by ${ends.join()}` : decoded === null ? 'drawn' : 'decoded';
}

const segment = (marker: number, ...payload: readonly number[]): number[] => [
  ...[0xff, marker, (payload.length + 2) >> 8, (payload.length + 2) & 255, ...payload],
];
const isMiddle = (at: number): boolean => at > 10 && at < 50;
const start = [0xff, 0xd8];
const end = [0xff, 0xd9];
const frame = (marker: number, components: number): number[] =>
  segment(marker, 8, 0, 64, 0, 64, components, ...Array<number>(3 * components).fill(1));
/** A scan with some of the coefficients of some components, and its data, with a stuffed byte and a restart. */
const scan = (ids: readonly number[], first: number, last: number, bits: number): number[] => [
  ...segment(0xda, ids.length, ...ids.flatMap((id) => [id, 0]), first, last, bits),
  ...[0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56],
];
const baseline = [
  ...start,
  ...segment(0xdb, 1, 2, 3),
  ...frame(0xc0, 3),
  ...scan([1, 2, 3], 0, 63, 0),
];
const direct = scan([1, 2], 0, 0, 0x10);
const twoComponents = [...start, ...frame(0xc2, 2), ...direct];
const progressive = [...twoComponents, ...scan([1], 1, 63, 0x00), ...scan([2], 1, 63, 0x10)];
const png = (interlaced: number): number[] => [
  0x89,
  0x50,
  ...Array<number>(26).fill(0),
  interlaced,
];

describe('decodePicture', () => {
  it.each<[string, readonly number[], Browser, string]>([
    ['a whole JPEG', baseline, { decoded: blue }, 'decoded'],
    ['a file that is no picture', [1, 2, 3], { shown: null }, 'the picture cannot be read'],
    ['a damaged file of another format', [1, 2, 3], {}, 'refused'],
    ['a GIF without its end', [0x47, 0x49], {}, 'completed by 256'],
    ['a GIF without pixels', [0x47, 0x49], { completed: null }, 'refused'],
    ['a file that begins with the first letter of a GIF', [0x47, 0x48], {}, 'refused'],
    ['a PNG without its end', png(0), {}, 'drawn'],
    ['a PNG without rows', png(0), { shown: (_x, y) => [0, 0, 0, y < 60 ? 255 : 0] }, 'refused'],
    ['an interlaced PNG without its end', png(1), {}, 'refused'],
    ['a JPEG without its end', baseline, {}, 'drawn'],
    ['an extended JPEG', [...start, ...frame(0xc1, 3)], {}, 'drawn'],
    ['a JPEG of another kind', [...start, ...frame(0xc3, 3)], {}, 'refused'],
    ['a JPEG without a frame', start, {}, 'refused'],
    ['a file with half of the signature', [0xff, 0xd9, ...frame(0xc0, 3)], {}, 'refused'],
    ['a JPEG behind other data', [...start, 0, 0, 0xff, 0xff, ...frame(0xc0, 1)], {}, 'drawn'],
    ['a JPEG with a fill byte', [...start, 0xff, ...frame(0xc0, 1)], {}, 'drawn'],
    ['a JPEG that ends before its frame', [...start, ...end, ...frame(0xc0, 1)], {}, 'refused'],
  ])('reads %s: %s', async (_what, bytes, browser, expected) => {
    expect(await decode(bytes, browser)).toBe(expected);
  });

  it.each<[string, PixelAt]>([
    ['upper', (x, y) => [0, 0, 200, y < 1 && isMiddle(x) ? 254 : 255]],
    ['lower', (x, y) => [0, 0, 200, y >= 63 && isMiddle(x) ? 254 : 255]],
    ['left', (x, y) => [0, 0, 200, x < 1 && isMiddle(y) ? 254 : 255]],
    ['right', (x, y) => [0, 0, 200, x >= 63 && isMiddle(y) ? 254 : 255]],
  ])(
    'adds an end to a JPEG if the element leaves the %s edge transparent',
    async (_edge, shown) => {
      expect(await decode(baseline, { shown })).toBe('completed by 2');
      expect(await decode(baseline, { shown, completed: null })).toBe('refused');
    },
  );

  it.each<[string, (x: number, y: number) => boolean, string]>([
    ['no corner', () => false, 'completed by 2'],
    ['the upper left corner', (x, y) => x < 2 && y < 2, 'the picture breaks off'],
    ['the upper right corner', (x, y) => x >= 62 && y < 2, 'the picture breaks off'],
    ['the lower left corner', (x, y) => x < 2 && y >= 62, 'the picture breaks off'],
    ['the lower right corner', (x, y) => x >= 62 && y >= 62, 'the picture breaks off'],
    ['a single pixel in the corner', (x, y) => x < 1 && y < 1, 'completed by 2'],
  ])(
    'refuses a JPEG with an added end that is grey in a corner: %s',
    async (_what, isGrey, expected) => {
      for (const [level, isMissing] of [
        [127, true],
        [129, true],
        [126, false],
        [130, false],
      ] as const) {
        const completed: PixelAt = (x, y) =>
          isGrey(x, y) ? [level, 128, level, 255] : [0, 0, 200, 255];
        const result = await decode(baseline, { shown: () => [0, 0, 0, 0], completed });
        expect(result).toBe(isMissing ? expected : 'completed by 2');
      }
    },
  );

  it.each<[string, readonly number[], string]>([
    ['all coefficients and a refining last scan', progressive, 'drawn'],
    [
      'bytes between the scans',
      [...twoComponents, 1, 2, ...progressive.slice(twoComponents.length)],
      'drawn',
    ],
    ['data behind the end', [...progressive, ...end, ...scan([1], 1, 63, 0)], 'drawn'],
    ['a last scan that refines nothing', [...progressive, ...scan([2], 1, 63, 0x00)], 'refused'],
    [
      'a last scan that refines another bit',
      [...progressive, ...scan([2], 1, 63, 0x21)],
      'refused',
    ],
    [
      'only the first coefficients, with a whole thumbnail in its metadata',
      [
        ...start,
        ...segment(0xe1, ...Array<number>(300).fill(1), ...baseline),
        ...twoComponents.slice(2),
      ],
      'refused',
    ],
    ['only the first coefficients', twoComponents, 'refused'],
    ['one component', [...twoComponents, ...scan([1], 1, 63, 0x10)], 'refused'],
    [
      'no scan of the second component',
      [...start, ...frame(0xc2, 2), ...scan([1], 0, 63, 0x10)],
      'refused',
    ],
    ['all but the last coefficient', [...twoComponents, ...scan([1, 2], 1, 62, 0x10)], 'refused'],
    ['all but the second coefficient', [...twoComponents, ...scan([1, 2], 2, 63, 0x10)], 'refused'],
    [
      'coefficients without their lowest bit',
      [...twoComponents, ...scan([1, 2], 1, 63, 0x11), ...direct],
      'refused',
    ],
    ['both components in one scan', [...twoComponents, ...scan([1, 2], 1, 63, 0x10)], 'drawn'],
    ['a frame without components', [...start, ...frame(0xc2, 0)], 'refused'],
    ['scans behind the end', [...twoComponents, ...end, ...scan([1, 2], 1, 63, 0x10)], 'refused'],
  ])(
    'draws a progressive JPEG without its end only if it is complete: %s',
    async (_what, bytes, expected) => {
      expect(await decode(bytes)).toBe(expected);
    },
  );

  it.each<[string, PixelAt, string]>([
    ['all grey', grey, 'decoded'],
    [
      'grey in the lowest tenth',
      (_x, y) => [y < 58 ? 0 : 128, 128, 128, 255],
      'the picture breaks off',
    ],
    ['grey below that', (_x, y) => [y < 59 ? 0 : 128, 128, 128, 255], 'decoded'],
    [
      'grey but for the first row',
      (_x, y) => [y < 1 ? 126 : 128, 128, 128, 255],
      'the picture breaks off',
    ],
    [
      'grey but for the second row',
      (_x, y) => [y >= 1 && y < 2 ? 0 : 128, 128, 128, 255],
      'decoded',
    ],
    ['grey but for a column', (x, y) => [y < 58 || x < 1 ? 0 : 128, 128, 128, 255], 'decoded'],
  ])('refuses a JPEG with missing data: %s', async (_what, decoded, expected) => {
    expect(await decode(baseline, { decoded })).toBe(expected);
    expect(await decode(png(0), { decoded })).toBe('decoded');
  });

  it('refuses a picture that is too large, by its header', async () => {
    const side = 10_000;
    const height = maxPicturePixels / side;
    expect(await decode([1], { decoded: blue, size: [side, height] })).toBe('decoded');
    const large = { decoded: blue, size: [side, height + 1] } as const;
    expect(await decode([1], large)).toMatch(/megapixels$/);
    // Before the decoder needs memory for it.
    expect(await decode([1], { ...large, decoded: null })).toMatch(/megapixels$/);
  });
});
