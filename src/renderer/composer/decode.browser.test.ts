import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeCanvas } from './canvas.ts';
import { decodePicture } from './decode.ts';
import { encodeCanvas } from './encode.ts';

const word = (value: number): number[] => [value & 0xff, value >> 8];

/** A GIF of one frame. The frame may be larger than the screen of the GIF. */
const gif = (screen: readonly [number, number], frame: readonly [number, number]): Blob =>
  new Blob([
    new Uint8Array([
      ...new TextEncoder().encode('GIF89a'),
      ...[...word(screen[0]), ...word(screen[1]), 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
      ...[0x2c, 0, 0, 0, 0, ...word(frame[0]), ...word(frame[1]), 0],
      ...[2, 2, 0x4c, 0x01, 0, 0x3b],
    ]),
  ]);

/** A grey gradient of 48 × 32 pixels in six scans, written by libjpeg. */
const progressiveJpeg = Uint8Array.from(
  atob(
    [
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhl',
      'bXd7gYKBTmCNl4x9lnN+gXz/wgALCAAgADABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/9oACAEBAAAAAcsFAKAUg//E',
      'ABUQAQEAAAAAAAAAAAAAAAAAAAAR/9oACAEBAAEFAoiIiIiIiIiIiIiIiP/EABQQAQAAAAAAAAAAAAAAAAAAAED/2gAIAQEA',
      'Bj8CR//EABQQAQAAAAAAAAAAAAAAAAAAAED/2gAIAQEAAT8hR/8A/wD/AP/aAAgBAQAAABAD/wDA/8QAFRABAQAAAAAAAAAA',
      'AAAAAAAAAHH/2gAIAQEAAT8QhCEIQhCEIQhCEIQhCEIQ/9k=',
    ].join(''),
  ),
  (letter) => letter.charCodeAt(0),
);

describe('decodePicture', () => {
  afterEach(() => vi.restoreAllMocks());

  it('decodes a picture', async () => {
    const drawn = makeCanvas(4, 3).canvas;
    const { width, height } = await decodePicture(await encodeCanvas(drawn, true));
    expect([width, height]).toEqual([4, 3]);
  });

  it('refuses a frame of 440 megapixels on a small screen without decoding it', async () => {
    const decode = vi.spyOn(globalThis, 'createImageBitmap');
    await expect(decodePicture(gif([800, 600], [22_000, 20_000]))).rejects.toThrow(
      'the picture has more than 200 megapixels',
    );
    expect(decode).not.toHaveBeenCalled();
  });

  it('refuses a picture whose decoded size exceeds the limit, even if the size in its header does not', async () => {
    const close = (): void => undefined;
    vi.spyOn(globalThis, 'createImageBitmap').mockResolvedValue({
      width: 22_000,
      height: 20_000,
      close,
    });
    await expect(decodePicture(gif([4, 3], [4, 3]))).rejects.toThrow('200 megapixels');
  });

  describe('of a GIF', () => {
    // Codes of 3 bits: a clear code before each 2 of the 12 pixels, and the end code.
    const codes = [...Array.from({ length: 6 }, () => [4, 1, 1]).flat(), 5];
    const bits = codes.map((code) => code.toString(2).padStart(3, '0')).reverse();
    const pixels = [...bits.join('').padStart(64, '0').matchAll(/.{8}/g)]
      .map(([byte]) => Number.parseInt(byte, 2))
      .reverse();
    const head = (width: number, height: number): number[] => [
      ...new TextEncoder().encode('GIF89a'),
      ...[...word(width), ...word(height), 0x80, 0, 0, 200, 30, 30, 255, 255, 255],
      ...[0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0],
    ];
    const bytes = new Uint8Array([...head(4, 3), 2, pixels.length, ...pixels, 0, 0x3b]);

    it('decodes one without its last bytes, as pages draw it', async () => {
      for (const missing of [0, 1, 2, 3]) {
        const { width } = await decodePicture(
          new Blob([bytes.subarray(0, bytes.length - missing)]),
        );
        expect(width).toBe(4);
      }
    });

    it('decodes one whose last block has no end', async () => {
      const unended = new Uint8Array([...bytes.subarray(0, -2), 0x3b]);
      expect((await decodePicture(new Blob([unended]))).width).toBe(4);
    });

    it('refuses one that breaks off', async () => {
      const cut = new Uint8Array([...head(400, 300), 2, 6, ...pixels.slice(0, 6)]);
      await expect(decodePicture(new Blob([cut]))).rejects.toThrow();
    });
  });

  describe('of a PNG', () => {
    async function png(): Promise<Blob> {
      const { canvas, context } = makeCanvas(300, 200);
      context.fillRect(0, 0, 300, 200);
      for (let x = 0; x < 300; x += 1) {
        context.fillStyle = `hsl(${(x * 7) % 360} 90% ${20 + ((x * x) % 60)}%)`;
        context.fillRect(x, 0, 1, 100 + (x % 7));
        context.fillRect(299 - x, 100 + (x % 7), 1, 100);
      }
      return encodeCanvas(canvas, true);
    }

    it('decodes a PNG whose last chunk (IEND) is missing', async () => {
      const file = await png();
      const { width, height } = await decodePicture(file.slice(0, file.size - 12));
      expect([width, height]).toEqual([300, 200]);
    });

    it('refuses one that breaks off', async () => {
      const file = await png();
      await expect(decodePicture(file.slice(0, file.size / 2))).rejects.toThrow('decoded');
    });
  });

  describe('of a JPEG', () => {
    const jpeg = async (): Promise<Uint8Array<ArrayBuffer>> => {
      const { canvas, context } = makeCanvas(320, 240);
      for (let n = 0; n < 60; n += 1) {
        context.fillStyle = `hsl(${n * 47} 80% 50%)`;
        context.fillRect((n * 53) % 300, (n * 31) % 220, 60, 40);
      }
      const blob = await encodeCanvas(canvas, false);
      return new Uint8Array(await blob.arrayBuffer());
    };
    const film = new Uint8Array(4096).fill(0x18);

    it('decodes one with other data behind its end marker', async () => {
      const { width } = await decodePicture(new Blob([await jpeg(), film]));
      expect(width).toBe(320);
    });

    it('decodes one with other data in place of its end marker', async () => {
      const complete = new Blob([(await jpeg()).subarray(0, -2), film]);
      const { width, height } = await decodePicture(complete);
      expect([width, height]).toEqual([320, 240]);
    });

    it('decodes all rows of one without an end marker', async () => {
      const bytes = await jpeg();
      const whole = await decodePicture(new Blob([bytes]));
      const { context } = makeCanvas(320, 240);
      const pixelsOf = (picture: ImageBitmap): Uint8ClampedArray => {
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, 320, 240).data;
      };
      const expected = pixelsOf(whole).slice();
      for (const missing of [1, 2]) {
        const picture = await decodePicture(new Blob([bytes.subarray(0, bytes.length - missing)]));
        context.clearRect(0, 0, 320, 240);
        expect(pixelsOf(picture).every((value, index) => value === expected[index])).toBe(true);
      }
    });

    it('refuses one that breaks off', async () => {
      const bytes = await jpeg();
      for (const length of [bytes.length / 2, bytes.length - 200])
        await expect(decodePicture(new Blob([bytes.subarray(0, length)]))).rejects.toThrow(
          'breaks off',
        );
    });

    it('refuses one that breaks off before its end marker, whose rest decoders draw in grey', async () => {
      const bytes = await jpeg();
      const cut = new Blob([bytes.subarray(0, bytes.length / 2), new Uint8Array([0xff, 0xd9])]);
      await expect(decodePicture(cut)).rejects.toThrow('breaks off');
    });

    it('decodes a drawing on a grey ground', async () => {
      const { canvas, context } = makeCanvas(320, 240);
      context.fillStyle = '#808080';
      context.fillRect(0, 0, 320, 240);
      context.fillStyle = '#fff';
      context.fillRect(80, 60, 160, 90);
      const { width } = await decodePicture(await encodeCanvas(canvas, false));
      expect(width).toBe(320);
    });

    it('decodes a progressive one whose end marker alone is missing', async () => {
      for (const rest of [new Uint8Array(), film]) {
        const { width } = await decodePicture(new Blob([progressiveJpeg.subarray(0, -2), rest]));
        expect(width).toBe(48);
      }
    });

    it('refuses a progressive one whose last scan is missing', async () => {
      for (const length of [200, 250, 290])
        await expect(
          decodePicture(new Blob([progressiveJpeg.subarray(0, length)])),
        ).rejects.toThrow();
    });

    it.each([
      ['lossless', 0xc3, 8],
      ['of 12 bits', 0xc1, 12],
    ])('refuses one whose coding is %s', async (_name, marker, precision) => {
      const bytes = await jpeg();
      const frame = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xc0);
      bytes[frame + 1] = marker;
      bytes[frame + 4] = precision;
      await expect(decodePicture(new Blob([bytes]))).rejects.toThrow();
    });
  });

  it('refuses data that is not a picture', async () => {
    await expect(decodePicture(new Blob(['<svg>']))).rejects.toThrow('cannot be read');
  });
});
