import { describe, expect, it } from 'vitest';
import { decodeForDrawing } from './decode.ts';
import { encodeCanvas } from './encode.ts';
import { makeCanvas } from './canvas.ts';

const word = (value: number): number[] => [value & 0xff, value >> 8];

/**
 * An animation of 8 × 8 pixels with four colours, uncompressed: each code of three bits is a colour, and a clear code
 * after every second one keeps the codes at three bits.
 */
function gif(...frames: readonly ((index: number) => number)[]): Blob {
  const data = (colourAt: (index: number) => number): number[] => {
    const codes = Array.from({ length: 64 }, (_, index) => index).flatMap((index) =>
      index % 2 === 0 ? [4, colourAt(index)] : [colourAt(index)],
    );
    const bits = [...codes, 5]
      .map((code) => code.toString(2).padStart(3, '0'))
      .reverse()
      .join('');
    const padded = bits.padStart(Math.ceil(bits.length / 8) * 8, '0');
    const bytes = Array.from({ length: padded.length / 8 }, (_, n) =>
      Number.parseInt(padded.slice(padded.length - 8 * (n + 1), padded.length - 8 * n), 2),
    );
    return [2, bytes.length, ...bytes, 0];
  };
  return new Blob([
    new Uint8Array([
      ...new TextEncoder().encode('GIF89a'),
      ...[...word(8), ...word(8), 0x81, 0, 0],
      // Black, white, red, and the transparent colour.
      ...[0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0],
      ...frames.flatMap((colourAt) => [
        ...[0x21, 0xf9, 4, 9, 10, 0, 3, 0],
        ...[0x2c, 0, 0, 0, 0, ...word(8), ...word(8), 0],
        ...data(colourAt),
      ]),
      0x3b,
    ]),
  ]);
}

const fourBytes = (value: number): number[] =>
  [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

function crc32(bytes: readonly number[]): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

function chunk(type: string, data: readonly number[]): number[] {
  const content = [...new TextEncoder().encode(type), ...data];
  return [...fourBytes(data.length), ...content, ...fourBytes(crc32(content))];
}

/** The compressed rows of a picture of 8 × 8 pixels. */
async function pngRows(colourAt: (index: number) => readonly number[]): Promise<number[]> {
  const rows = Array.from({ length: 8 }, (_row, y) => [
    0,
    ...Array.from({ length: 8 }, (_pixel, x) => colourAt(8 * y + x)).flat(),
  ]).flat();
  const stream = new Blob([new Uint8Array(rows)]).stream();
  const compressed = stream.pipeThrough(new CompressionStream('deflate'));
  return [...new Uint8Array(await new Response(compressed).arrayBuffer())];
}

/**
 * An animated PNG with a transparent frame and a frame with a drawing. A comment of 900 bytes precedes the chunk `acTL`,
 * which marks the file as animated.
 */
async function animatedPng(): Promise<Blob> {
  const control = (sequence: number): number[] =>
    chunk('fcTL', [...[sequence, 8, 8, 0, 0].flatMap(fourBytes), ...[0, 20, 0, 100, 0, 0]]);
  return new Blob([
    new Uint8Array([
      ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      ...chunk('IHDR', [...fourBytes(8), ...fourBytes(8), 8, 6, 0, 0, 0]),
      ...chunk('tEXt', [
        ...new TextEncoder().encode('Comment\0'),
        ...Array<number>(900).fill(0x78),
      ]),
      ...chunk('acTL', [...fourBytes(2), ...fourBytes(0)]),
      ...control(0),
      ...chunk('IDAT', await pngRows(() => [0, 0, 0, 0])),
      ...control(1),
      ...chunk('fdAT', [
        ...fourBytes(2),
        ...(await pngRows((index) => (index % 2 === 0 ? [255, 255, 255, 255] : [255, 0, 0, 255]))),
      ]),
      ...chunk('IEND', []),
    ]),
  ]);
}
const nothing = (): number => 3;
const black = (): number => 0;
const drawing = (index: number): number => (index % 2 === 0 ? 1 : 2);

function colours(picture: ImageBitmap): number {
  const { context } = makeCanvas(8, 8);
  context.drawImage(picture, 0, 0);
  return new Set(new Uint32Array(context.getImageData(0, 0, 8, 8).data.buffer)).size;
}

describe('decodeForDrawing', () => {
  it.each([
    ['transparent', gif(nothing, drawing)],
    ['black', gif(black, black, drawing)],
  ])('draws a later frame of an animation whose first frame is %s', async (_name, blob) => {
    const picture = await decodeForDrawing(blob, false);
    expect([picture.width, picture.height, colours(picture)]).toEqual([8, 8, 2]);
  });

  it('draws a later frame of an animated PNG with metadata before its control chunk', async () => {
    const picture = await decodeForDrawing(await animatedPng(), false);
    expect([picture.width, picture.height, colours(picture)]).toEqual([8, 8, 2]);
  });

  it('draws the best of the frames before a damaged one', async () => {
    const whole = gif(black, drawing, drawing);
    const picture = await decodeForDrawing(whole.slice(0, whole.size - 20), false);
    expect(colours(picture)).toBe(2);
  });

  it('draws the first frame of an animation if that shows something', async () => {
    const mostly = (index: number): number => (index < 32 ? 1 : drawing(index));
    const picture = await decodeForDrawing(gif(drawing, mostly), false);
    const { context } = makeCanvas(8, 8);
    context.drawImage(picture, 0, 0);
    expect([...context.getImageData(1, 0, 1, 1).data]).toEqual([255, 0, 0, 255]);
  });

  it('cuts the black bars of a still, but not those of a picture', async () => {
    const { canvas, context } = makeCanvas(160, 120);
    context.fillStyle = '#000';
    context.fillRect(0, 0, 160, 120);
    context.fillStyle = '#48c';
    context.fillRect(0, 15, 160, 90);
    const blob = await encodeCanvas(canvas, true);
    expect((await decodeForDrawing(blob, true)).height).toBe(90);
    expect((await decodeForDrawing(blob, false)).height).toBe(120);
  });

  it('refuses a still that is black, but no black picture', async () => {
    const { canvas, context } = makeCanvas(160, 120);
    context.fillStyle = '#020303';
    context.fillRect(0, 0, 160, 120);
    const blob = await encodeCanvas(canvas, true);
    await expect(decodeForDrawing(blob, true)).rejects.toThrow('black');
    expect((await decodeForDrawing(blob, false)).height).toBe(120);
  });
});
