import { deflateSync, inflateSync, crc32 } from 'node:zlib';

/** Pixels in rows from the top, four bytes each: red, green, blue, alpha (not premultiplied). */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Takes the row filters off. `step` is the bytes of a pixel, `stride` those of a row. */
function unfilter(data: Buffer, height: number, stride: number, step: number): Buffer {
  const out = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const kind = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= step ? (out[at - step] ?? 0) : 0;
      const up = y > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[at - stride - step] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind];
      if (guess === undefined) throw new Error(`unknown row filter ${kind} in a PNG`);
      out[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return out;
}

/** Reads a PNG of 8 bits a channel, not interlaced. Throws on anything else. */
export function decodePng(png: Buffer): Bitmap {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('not a PNG');
  const parts: Buffer[] = [];
  let palette = Buffer.alloc(0);
  let alphas = Buffer.alloc(0);
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') parts.push(body);
    if (type === 'PLTE') palette = Buffer.from(body);
    if (type === 'tRNS') alphas = Buffer.from(body);
  }
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const colour = png[25] ?? -1;
  const channels = channelsOf[colour];
  if (png[24] !== 8 || png[28] !== 0 || channels === undefined)
    throw new Error('only PNGs of 8 bits a channel, not interlaced, can be read');
  const data = unfilter(inflateSync(Buffer.concat(parts)), height, width * channels, channels);
  const rgba = Buffer.alloc(width * height * 4, 0xff);
  for (let i = 0; i < width * height; i++) {
    const pixel = data.subarray(i * channels, (i + 1) * channels);
    const first = pixel[0] ?? 0;
    if (colour === 3) {
      palette.copy(rgba, i * 4, first * 3, first * 3 + 3);
      rgba[i * 4 + 3] = alphas[first] ?? 0xff;
    } else if (channels > 2) pixel.copy(rgba, i * 4);
    else rgba.set([first, first, first, pixel[1] ?? 0xff], i * 4);
  }
  return { width, height, rgba };
}

function chunk(type: string, body: Buffer): Buffer {
  const tagged = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  check.writeUInt32BE(crc32(tagged));
  return Buffer.concat([length, tagged, check]);
}

/** Writes a PNG with alpha. */
export function encodePng({ width, height, rgba }: Bitmap): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y++)
    rgba.copy(rows, y * (width * 4 + 1) + 1, y * width * 4, (y + 1) * width * 4);
  const data = chunk('IDAT', deflateSync(rows));
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
}

/** The same picture at another size, each pixel the mean of those it covers (nearest when larger). */
export function resizeBitmap(from: Bitmap, width: number, height: number): Bitmap {
  const rgba = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0, 0];
      const [x0, y0] = [
        Math.floor((x * from.width) / width),
        Math.floor((y * from.height) / height),
      ];
      const x1 = Math.max(x0 + 1, Math.floor(((x + 1) * from.width) / width));
      const y1 = Math.max(y0 + 1, Math.floor(((y + 1) * from.height) / height));
      for (let v = y0; v < y1; v++)
        for (let u = x0; u < x1; u++) {
          const pixel = from.rgba.subarray((v * from.width + u) * 4, (v * from.width + u) * 4 + 4);
          const alpha = pixel[3] ?? 0;
          // Weighed by alpha, or what is behind a transparent pixel would bleed into the edges.
          for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + (pixel[c] ?? 0) * alpha;
          sum[3] = (sum[3] ?? 0) + alpha;
        }
      const [red = 0, green = 0, blue = 0, alpha = 0] = sum;
      const mean = (channel: number): number => (alpha === 0 ? 0 : Math.round(channel / alpha));
      const opacity = Math.round(alpha / ((x1 - x0) * (y1 - y0)));
      rgba.set([mean(red), mean(green), mean(blue), opacity], (y * width + x) * 4);
    }
  return { width, height, rgba };
}

/** The pixels as a StatusNotifierItem wants them: alpha, red, green, blue. */
export function toArgb({ rgba }: Bitmap): Buffer {
  const argb = Buffer.alloc(rgba.length);
  for (let i = 0; i < rgba.length; i += 4)
    argb.set([rgba[i + 3] ?? 0, rgba[i] ?? 0, rgba[i + 1] ?? 0, rgba[i + 2] ?? 0], i);
  return argb;
}
