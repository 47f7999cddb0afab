import { createHash } from 'node:crypto';
import type { Failure } from '#shared/failure.ts';
import type { ImageFormat, PictureFile } from '#shared/picture/picture.ts';
import { maxPicturePixels } from '#shared/picture/picture-size.ts';

/** The kind of a file, read from its bytes. Sizes are in pixels. */
export type ImageHeader =
  | {
      readonly kind: 'image';
      readonly format: ImageFormat;
      readonly width: number;
      readonly height: number;
      /**
       * The largest number of pixels that a decoder may hold: more than `width` × `height` if frames of a GIF exceed
       * its screen.
       */
      readonly pixels: number;
    }
  /** More bytes are needed to decide. */
  | { readonly kind: 'incomplete' }
  | {
      readonly kind: 'not-an-image';
      readonly found: Extract<Failure, { kind: 'not-an-image' }>['found'];
    };

/** Yields a number of bytes to skip, and receives the byte that follows them. */
type Parser = Generator<number, ImageHeader, number>;
type ByteReads = Generator<number, number, number>;

const incompleteHeader: ImageHeader = { kind: 'incomplete' };
const unknownHeader: ImageHeader = { kind: 'not-an-image', found: 'unknown' };

/** The number of bytes that determine the format. */
const magicLength = 12;

/**
 * Reads the format and the size of a file whose bytes arrive in pieces. Accepts JPEG, PNG, GIF and WebP; names HTML and
 * SVG so that their refusal can be explained. Never throws. Reads each byte at most once, whatever the size of the
 * pieces.
 */
export class HeaderReader {
  /** The first bytes; null as soon as the format is known. */
  #early: Uint8Array | null = new Uint8Array();
  /** Null until the format is known, and after the parser has ended. */
  #parser: Parser | null = null;
  #skip = 0;
  #header = incompleteHeader;

  /** Returns the header as known after this piece. The frames of a GIF can change it up to the end of the file. */
  take(piece: Uint8Array): ImageHeader {
    if (this.#early === null) {
      this.#parse(piece);
      return this.#header;
    }
    const earlyBytes = Buffer.concat([this.#early, piece]);
    this.#early = earlyBytes;
    if (earlyBytes.length < magicLength) return this.#header;
    this.#parser = parserOf(earlyBytes, (header) => (this.#header = header));
    if (this.#parser === null) this.#header = { kind: 'not-an-image', found: textKind(earlyBytes) };
    else this.#step(this.#parser.next());
    this.#parse(earlyBytes);
    this.#early = null;
    return this.#header;
  }

  #parse(piece: Uint8Array): void {
    let offset = 0;
    while (this.#parser !== null && this.#skip < piece.length - offset) {
      offset += this.#skip;
      this.#step(this.#parser.next(piece[offset] ?? 0));
      offset += 1;
    }
    this.#skip -= piece.length - offset;
  }

  #step({ done, value }: IteratorResult<number, ImageHeader>): void {
    if (done === true) [this.#header, this.#parser] = [value, null];
    else this.#skip = value;
  }
}

/** The parser for the format of the first bytes; null for an unknown format. */
function parserOf(begin: Uint8Array, report: (header: ImageHeader) => void): Parser | null {
  const magic = asciiAt(begin, 0, magicLength);
  if (magic.startsWith('\xff\xd8\xff')) return jpegParser();
  if (magic.startsWith('\x89PNG\r\n\x1a\n')) return pngParser();
  if (/^GIF8[79]a/.test(magic)) return gifParser(report);
  return /^RIFF[^]{4}WEBP/.test(magic) ? webpParser() : null;
}

function imageHeader(
  format: ImageFormat,
  width: number,
  height: number,
  pixels = width * height,
): ImageHeader {
  return width > 0 && height > 0 ? { kind: 'image', format, width, height, pixels } : unknownHeader;
}

function asciiAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function* readBigEndian(skip: number, length: number): ByteReads {
  let value = yield skip;
  for (let n = 1; n < length; n += 1) value = value * 256 + (yield 0);
  return value;
}

function* readLittleEndian(skip: number, length: number): ByteReads {
  let value = yield skip;
  for (let n = 1; n < length; n += 1) value += (yield 0) * 256 ** n;
  return value;
}

/**
 * The markers of tables, definitions and comments, which may precede a frame header; `isSegment` adds application data.
 */
const skippedSegments = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xfe]);
const isSegment = (marker: number): boolean =>
  skippedSegments.has(marker) || (marker >= 0xe0 && marker <= 0xef);
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Whether the marker is TEM or RST, which have no length. */
const hasNoLength = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Walks from segment to segment up to the frame header (SOF), ITU T.81 annex B. Refuses the markers that libjpeg
 * refuses. Also refuses bytes between segments: libjpeg skips them, and could then read another frame than this parser.
 */
function* jpegParser(): Parser {
  let byte = yield 2;
  while (byte === 0xff) {
    let marker = yield 0;
    // Skip fill bytes.
    while (marker === 0xff) marker = yield 0;
    if (isFrameMarker(marker)) {
      const height = yield* readBigEndian(3, 2);
      const width = yield* readBigEndian(0, 2);
      return imageHeader('jpeg', width, height);
    }
    if (hasNoLength(marker)) byte = yield 0;
    else {
      if (!isSegment(marker)) return unknownHeader;
      const length = yield* readBigEndian(0, 2);
      if (length < 2) return unknownHeader;
      byte = yield length - 2;
    }
  }
  return unknownHeader;
}

function* pngParser(): Parser {
  if ((yield* readBigEndian(12, 4)) !== 0x49484452) return unknownHeader; // IHDR
  const width = yield* readBigEndian(0, 4);
  const height = yield* readBigEndian(0, 4);
  return imageHeader('png', width, height);
}

/**
 * Walks through all blocks of GIF89a. In Chromium, a first frame larger than the screen enlarges the screen, and
 * decoders may hold each later frame whole: `pixels` covers both cases.
 */
function* gifParser(report: (header: ImageHeader) => void): Parser {
  let width = yield* readLittleEndian(6, 2);
  let height = yield* readLittleEndian(0, 2);
  let pixels = 0;
  const colours = (flags: number): number =>
    (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
  const flags = yield 0;
  let block = yield 2 + colours(flags);
  let header = incompleteHeader;
  for (;;) {
    if (block === 0x2c) {
      const left = yield* readLittleEndian(0, 2);
      const top = yield* readLittleEndian(0, 2);
      const right = left + (yield* readLittleEndian(0, 2));
      const bottom = top + (yield* readLittleEndian(0, 2));
      if (header === incompleteHeader) {
        width = Math.max(width, right);
        height = Math.max(height, bottom);
      }
      pixels = Math.max(pixels, Math.max(width, right) * Math.max(height, bottom));
      header = imageHeader('gif', width, height, pixels);
      if (header.kind !== 'image') return header;
      report(header);
      // Skip the colour table of the frame and the minimum code size; the data follow.
      yield colours(yield 0);
    } else if (block === 0x21) yield 0;
    else return header === incompleteHeader ? unknownHeader : header;
    for (let length = yield 0; length > 0;) length = yield length;
    block = yield 0;
  }
}

/** RFC 9649: a lossy, a lossless or an extended file. */
function* webpParser(): Parser {
  switch (yield* readBigEndian(12, 4)) {
    case 0x56503820: {
      // "VP8 "
      const width = (yield* readLittleEndian(10, 2)) & 0x3fff;
      const height = (yield* readLittleEndian(0, 2)) & 0x3fff;
      return imageHeader('webp', width, height);
    }
    case 0x5650384c: {
      // "VP8L"
      const bits = yield* readLittleEndian(5, 4);
      return imageHeader('webp', (bits & 0x3fff) + 1, (Math.floor(bits / 2 ** 14) & 0x3fff) + 1);
    }
    case 0x56503858: {
      // "VP8X"
      const width = yield* readLittleEndian(8, 3);
      const height = yield* readLittleEndian(0, 3);
      return imageHeader('webp', width + 1, height + 1);
    }
    default:
      return unknownHeader;
  }
}

function textKind(bytes: Uint8Array): 'html' | 'svg' | 'text' | 'unknown' {
  const text = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart().toLowerCase();
  if (/<svg[\s>]/.test(text) && text.startsWith('<')) return 'svg';
  if (/^<(!--|!doctype html|html|head|body|script|meta|title)/.test(text)) return 'html';
  // Bytes with control characters or invalid UTF-8 are not text. Ignore the last character: it may be incomplete.
  return /[\p{Cc}\ufffd]/u.test(text.slice(0, -1).replaceAll(/\s/g, '')) ? 'unknown' : 'text';
}

/**
 * Whether the end of a file is there: a JPEG or PNG has its end marker, a WebP its stated length. A GIF always passes,
 * because many end with stray bytes.
 *
 * @param begin at least the first 8 bytes of the file
 * @param tail the last bytes of the file, up to 1 KiB; some writers pad after the end marker
 */
export function hasEndMarker(
  format: ImageFormat,
  begin: Uint8Array,
  tail: Uint8Array,
  bytes: number,
): boolean {
  switch (format) {
    case 'jpeg':
      // Inside a scan, 0xFF is followed by 0x00, so that this pair occurs only at the end.
      return asciiAt(tail, 0, tail.length).includes('\xff\xd9');
    case 'png':
      return asciiAt(tail, 0, tail.length).includes('IEND\xaeB`\x82');
    case 'webp':
      return bytes >= 8 + new DataView(begin.buffer, begin.byteOffset, 8).getUint32(4, true);
    case 'gif':
      return true;
  }
}

/** The limit on the bytes before the size is known: profiles and previews may precede a JPEG's frame header. */
const maxHeadBytes = 2 ** 21;
const beginLength = 8;
const tailLength = 2 ** 10;

/** Checks a picture while its bytes arrive. */
export class ImageCheck {
  readonly #limit: number;
  readonly #hash = createHash('sha256');
  readonly #reader = new HeaderReader();
  #bytes = 0;
  #begin = Buffer.alloc(0);
  #tail = Buffer.alloc(0);
  #header: ImageHeader = { kind: 'incomplete' };

  /** @param limit the largest accepted number of bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of bytes that were added so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds the next bytes. Returns the failure as soon as the bytes are not an acceptable picture. */
  take(piece: Uint8Array): Failure | null {
    this.#hash.update(piece);
    this.#bytes += piece.length;
    if (this.#bytes > this.#limit) return { kind: 'too-large', limit: this.#limit, unit: 'bytes' };
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-tailLength)]).subarray(-tailLength);
    if (this.#begin.length < beginLength)
      this.#begin = Buffer.concat([
        this.#begin,
        piece.subarray(0, beginLength - this.#begin.length),
      ]);
    this.#header = this.#reader.take(piece);
    if (this.#header.kind === 'incomplete' && this.#bytes >= maxHeadBytes)
      this.#header = { kind: 'not-an-image', found: 'unknown' };
    return headerFailure(this.#header);
  }

  /** Returns the file's properties after the last byte; null if its end is missing. `hash`: 8 hexadecimal digits. */
  conclude(): (Omit<PictureFile, 'name'> & { readonly hash: string }) | null {
    if (this.#header.kind !== 'image') return null;
    const { format, width, height } = this.#header;
    if (!hasEndMarker(format, this.#begin, this.#tail, this.#bytes)) return null;
    const hash = this.#hash.digest('hex').slice(0, 8);
    return { format, width, height, bytes: this.#bytes, hash };
  }
}

function headerFailure(header: ImageHeader): Failure | null {
  switch (header.kind) {
    case 'incomplete':
      return null;
    case 'not-an-image':
      return header;
    case 'image':
      return header.pixels > maxPicturePixels
        ? { kind: 'too-large', limit: maxPicturePixels, unit: 'pixels' }
        : null;
  }
}
