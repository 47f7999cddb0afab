import { crc32 } from 'node:zlib';

/** Adds an ASCII comment to an image file. The pixels are unchanged. */
export function addComment(
  format: 'jpg' | 'png' | 'gif',
  file: Buffer<ArrayBuffer>,
  text: string,
): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text, 'latin1');
  const offset = commentOffsets[format](file);
  return Buffer.concat([
    file.subarray(0, offset),
    ...comments[format](bytes),
    file.subarray(offset),
  ]);
}

/** Returns the offset at which a comment can be inserted, by the format of the file. */
const commentOffsets = {
  /** A segment JFIF or Exif must be the first segment, so the comment follows this segment if it exists. */
  jpg: (file: Buffer): number => {
    const marker = file.readUInt16BE(2);
    return marker === 0xff_e0 || marker === 0xff_e1 ? 4 + file.readUInt16BE(4) : 2;
  },
  /** The comment follows the signature and IHDR. */
  png: (): number => 33,
  /** The comment follows the header and the colour table. */
  gif: (file: Buffer): number => {
    const flags = file.readUInt8(10);
    return 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  },
};

const comments = {
  /** Makes the segment COM (ITU T.81, B.2.4.5). */
  jpg: (text: Buffer): readonly Uint8Array[] => {
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(text.length + 2, 2);
    return [head, text];
  },
  png: (text: Buffer): readonly Uint8Array[] => pngChunk('tEXt', [Buffer.from('Comment\0'), text]),
  /** Makes the comment extension (GIF89a, section 24), which has up to 255 bytes. */
  gif: (text: Buffer): readonly Uint8Array[] => [
    Uint8Array.of(0x21, 0xfe, text.length),
    text,
    Uint8Array.of(0),
  ],
};

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Makes a chunk of a PNG file: its length, name, data and checksum. The checksum covers the name and the data. */
export function pngChunk(type: string, data: readonly Uint8Array[]): readonly Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  const checksum = Buffer.alloc(4);
  const nameChecksum = crc32(head.subarray(4));
  checksum.writeUInt32BE(data.reduce((crc, piece) => crc32(piece, crc), nameChecksum));
  return [head, ...data, checksum];
}
