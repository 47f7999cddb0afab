import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';

/**
 * A gray PNG that can be decoded. The size in the header may differ from the real one, as in a decompression bomb.
 */
export function pngBytes(width = 4, height = 3, claimed = { width, height }): Buffer {
  const image = new PNG({ width, height });
  image.data.fill(128);
  const bytes = PNG.sync.write(image, { colorType: 0 });
  // The header follows the signature of 8 bytes, its own length and its type.
  bytes.writeUInt32BE(claimed.width, 16);
  bytes.writeUInt32BE(claimed.height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

/** The skeleton of a JPEG: an application segment, the frame with the size, and a scan of 2,000 equal bytes. */
export function jpegBytes(width = 640, height = 480): Buffer {
  const segment = (marker: number, data: number[]): number[] => {
    const length = data.length + 2;
    return [0xff, marker, length >> 8, length & 0xff, ...data];
  };
  // An application segment with bytes that resemble a frame and an end, as in a preview.
  const preview = segment(0xe1, [0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0, 0xff, 0xd9]);
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const frame = segment(0xc2, [8, ...size, 1, 1, 0x11, 0]);
  const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), ...Array<number>(2000).fill(0x55)];
  return Buffer.from([0xff, 0xd8, ...preview, ...frame, ...scan, 0xff, 0xd9]);
}

interface Frame {
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
}

/**
 * A GIF whose frames have no valid image data. Default size of a frame: that of the screen.
 *
 * @param flags the flags of the global color table and of each frame's color table
 */
export function gifBytes(
  width = 4,
  height = 3,
  frames: readonly Frame[] = [{}],
  flags = 0,
): Buffer {
  const word = (value: number): number[] => [value & 0xff, value >> 8];
  const colours = (flags & 0x80) === 0 ? [] : Array<number>(3 * 2 ** ((flags & 7) + 1)).fill(0x2c);
  const blocks = frames.flatMap((frame) => [
    // A control extension whose bytes resemble a frame.
    ...[0x21, 0xf9, 4, 0x2c, 0, 0, 0, 0],
    ...[0x2c, ...word(frame.left ?? 0), ...word(frame.top ?? 0)],
    ...[...word(frame.width ?? width), ...word(frame.height ?? height), flags, ...colours],
    ...[2, 2, 0x4c, 0x01, 0],
  ]);
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[...word(width), ...word(height), flags, 0, 0, ...colours],
    ...[...blocks, 0x3b],
  ]);
}
