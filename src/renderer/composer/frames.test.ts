import { expect, it, vi } from 'vitest';
import {
  onRecordingCanvas,
  recordDrawing,
  recordingPicture,
  type PixelAt,
} from '#renderer-test/drawing-record.ts';
import { bestFrame } from './frames.ts';

type Frame = ReturnType<typeof recordingPicture>;
/** A frame with vertical stripes of which each second one is lighter than grey by `contrast`. */
const striped = (contrast: number): Frame =>
  recordingPicture(64, 64, (x) => {
    const level = 128 + (Math.floor(x) % 2) * contrast;
    return [level, level, level, 255];
  });

/** Calls `bestFrame` with a double of `ImageDecoder` whose frames are these. The decoding of null fails. */
async function bestOf(
  frames: readonly (Frame | null)[],
  { blob = new Blob(['GIF89a']), width = 64, height = 64, damagedAgain = -1 } = {},
) {
  const decoded: number[] = [];
  const types: string[] = [];
  const images: Frame[] = [];
  let closed = 0;
  class Decoder {
    readonly tracks = {
      ready: Promise.resolve(),
      selectedTrack: { frameCount: frames.length },
    };
    readonly completed = Promise.resolve();
    constructor({ type }: { type: string }) {
      types.push(type);
    }
    decode({ frameIndex }: { frameIndex: number }): Promise<{ image: Frame }> {
      const isRepeated = decoded.includes(frameIndex);
      decoded.push(frameIndex);
      const frame = frames[frameIndex];
      if (!frame || (isRepeated && frameIndex === damagedAgain))
        return Promise.reject(new Error('damaged'));
      const image = recordingPicture(frame.width, frame.height, frame.pixelAt);
      images.push(image);
      return Promise.resolve({ image });
    }
    close(): void {
      closed += 1;
    }
  }
  const picture = await onRecordingCanvas(async () => {
    vi.stubGlobal('ImageDecoder', Decoder);
    return bestFrame(blob, { width, height });
  });
  // An open decoder or frame holds memory.
  expect([closed, ...images.map((image) => image.width)]).toEqual([
    types.length,
    ...images.map(() => 0),
  ]);
  return { decoded, types, picture: picture as Frame | null };
}
const isPictureOf = (frame: Frame, picture: Frame | null): boolean =>
  picture !== null && [0, 1].every((x) => picture.pixelAt(x, 0)[0] === frame.pixelAt(x, 0)[0]);

it('bestFrame returns the frame with the most detail among the first ones', async () => {
  const frames = [0, 10, 40, 30].map(striped);
  const { decoded, picture, types } = await bestOf(frames);
  expect(decoded).toEqual([0, 1, 2, 3, 2]);
  expect(types).toEqual(['image/gif']);
  expect(isPictureOf(striped(40), picture)).toBe(true);
});

it('bestFrame finds no detail in a frame of one colour', async () => {
  const green = recordingPicture(64, 64, () => [0, 200, 40, 255]);
  const { picture } = await bestOf([striped(0), green, striped(1)]);
  expect(isPictureOf(striped(1), picture)).toBe(true);
});

it('bestFrame returns null if no frame has one and a half times the detail of the first one', async () => {
  expect((await bestOf([20, 29, 30].map(striped))).picture).toBeNull();
  expect((await bestOf([20, 29, 31].map(striped))).picture).not.toBeNull();
});

it.each([
  [12, 12, 1],
  [13, 7, 2],
  [48, 12, 4],
  [400, 12, 4],
])('bestFrame of %d frames compares %d of them, each %d apart', async (count, compared, apart) => {
  const { decoded } = await bestOf(Array.from({ length: count }, () => striped(9)));
  expect(decoded).toEqual(Array.from({ length: compared }, (_, k) => k * apart));
});

it('bestFrame measures detail in a small copy of a frame', async () => {
  const record = await recordDrawing(() => bestOf([striped(1)]));
  expect(record).toMatch(/fillRect 0 0 64 64 · #808080\n.*drawImage 64×64 0 0 64 64 /);
});

it('bestFrame measures detail on grey: a transparent frame has none, and many edges are more than one', async () => {
  const ground: PixelAt = (x) => [128, 128, 128, x < 32 ? 255 : 0];
  const frames = [recordingPicture(64, 64), recordingPicture(64, 64, ground)];
  expect((await bestOf(frames)).picture).toBeNull();
  const half: PixelAt = (x) => [128, x < 32 ? 128 : 129, 128, 255];
  const { picture } = await bestOf([
    recordingPicture(64, 64),
    striped(1),
    recordingPicture(64, 64, half),
  ]);
  expect(isPictureOf(striped(1), picture)).toBe(true);
});

it('bestFrame uses the frames before a damaged one, and none if the best one cannot be decoded again', async () => {
  const { decoded, picture } = await bestOf([striped(1), striped(9), null, striped(90)]);
  expect(decoded).toEqual([0, 1, 2, 1]);
  expect(isPictureOf(striped(9), picture)).toBe(true);
  const again = await bestOf([striped(1), striped(9)], { damagedAgain: 1 });
  expect([again.decoded, again.picture]).toEqual([[0, 1, 1], null]);
});

const png = '\x89PNG\r\n\x1a\n';
it.each<[string, string, readonly string[]]>([
  ['a GIF', 'GIF87a', ['image/gif']],
  ['a text about GIF8', 'The GIF8 format', []],
  ['an animated WebP', 'RIFF\n\0\0\0WEBPVP8X', ['image/webp']],
  ['another WebP', 'RIFF\n\0\0\0WEBPVP8 ', []],
  ['a WebP after other bytes', '-RIFF\n\0\0\0WEBPVP8X', []],
  ['an animated PNG', `${png}IHDR acTL IDAT`, ['image/png']],
  ['a PNG whose pixels contain acTL', `${png}IHDR IDAT acTL`, []],
  ['another PNG', `${png}IHDR IDAT`, []],
  ['other bytes with acTL', 'acTL IDAT', []],
  ['a PNG behind other bytes', `--${png}acTL IDAT`, []],
])('bestFrame decodes an animation only: %s', async (_what, bytes, expected) => {
  const blob = new Blob([Uint8Array.from(bytes, (one) => one.charCodeAt(0))]);
  expect((await bestOf([striped(1)], { blob })).types).toEqual(expected);
});

it('bestFrame looks for the control chunk of a PNG in its first mebibyte', async () => {
  const typesWith = async (padding: number) => {
    const bytes = Uint8Array.from(png.padEnd(padding), (one) => one.charCodeAt(0));
    const blob = new Blob([bytes, 'acTL']);
    return (await bestOf([striped(1)], { blob })).types;
  };
  expect(await typesWith(2 ** 20 - 4)).toEqual(['image/png']);
  expect(await typesWith(2 ** 20 - 3)).toEqual([]);
});

it('bestFrame does not decode an animation of more than 16 megapixels', async () => {
  expect((await bestOf([striped(1)], { width: 4000, height: 4000 })).types).toHaveLength(1);
  expect((await bestOf([striped(1)], { width: 4000, height: 4001 })).types).toEqual([]);
});
