import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodePng } from './encode.ts';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.push({
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, end),
    });
    at = end + 4;
  }
  return chunks;
}

/** Undoes the filters of three bytes per pixel, as the PNG specification words it. */
function unfilter(rows: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width * 3;
  const rgb = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const type = rows[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const left = i < 3 ? 0 : (rgb[y * stride + i - 3] ?? 0);
      const above = y === 0 ? 0 : (rgb[(y - 1) * stride + i] ?? 0);
      const guess = [0, left, above, Math.floor((left + above) / 2)][type ?? 9] ?? NaN;
      rgb[y * stride + i] = (rows[y * (stride + 1) + 1 + i] ?? 0) + guess;
    }
  }
  return rgb;
}

/** Hands the picture over in bands of 7 rows, in memory that is used again. */
function* bandsOf(rgb: Uint8Array, width: number): Generator<Uint8Array> {
  const memory = new Uint8Array(width * 3 * 7);
  for (let at = 0; at < rgb.length; at += memory.length) {
    const band = rgb.subarray(at, at + memory.length);
    memory.set(band);
    yield memory.subarray(0, band.length);
    memory.fill(0);
  }
}

describe('encodePng', () => {
  const [width, height] = [37, 23];
  const pictures = {
    'across the picture': (x: number) => x * 6,
    'down the picture': (_x: number, y: number) => y * 11,
    'along the diagonal': (x: number, y: number) => 100 + Math.floor((x - y) * 3.5),
    'in all directions': (x: number, y: number) => (x * x * 7 + y * 31 + x * y) & 255,
  };

  test.each(Object.entries(pictures))('gives back what went in: %s', async (_name, value) => {
    const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) =>
      value(Math.floor(i / 3) % width, Math.floor(i / 3 / width)),
    );
    const file = await encodePng(bandsOf(rgb, width), width, height);
    expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    const chunks = chunksOf(file);
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'sRGB', 'IDAT', 'IEND']);
    expect([...(chunks[0]?.data ?? [])]).toEqual([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
    const rows = inflateSync(chunks[2]?.data ?? '');
    expect(rows.length).toBe((width * 3 + 1) * height);
    expect(Buffer.compare(unfilter(rows, width, height), rgb)).toBe(0);
  });

  test('ends with the error of what it is made of', async () => {
    const broken = (async function* () {
      yield new Uint8Array(width * 3);
      await Promise.reject(new Error('no more light'));
    })();
    await expect(encodePng(broken, width, height)).rejects.toThrow('no more light');
  });
});
