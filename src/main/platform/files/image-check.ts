import { createHash } from 'node:crypto';
import type { Failure } from '#shared/failure.ts';
import type { ImageFormat, PictureFile } from '#shared/picture/picture.ts';
import { maxPicturePixels } from '#shared/picture/picture-size.ts';

/** The kind of a file, read from its bytes. Sizes are in pixels. */
export type ImageHeader =
  | {
      readonly kind: 'image';
      readonly format: ImageFormat;
      /** As the picture is shown: the orientation of a JPEG is applied. */
      readonly width: number;
      readonly height: number;
      /**
       * The largest number of pixels that a decoder may hold: more than `width` × `height` if frames of a GIF exceed
       * its screen.
       */
      readonly pixels: number;
      /** Whether the file has several frames. */
      readonly animated: boolean;
    }
  /** More bytes are needed to decide. */
  | { readonly kind: 'incomplete' }
  | {
      readonly kind: 'not-an-image';
      readonly found: Extract<Failure, { kind: 'not-an-image' }>['found'];
    };

/** Yields a number of bytes to skip, or `toMarker`, and receives the byte that follows them. */
type Parser = Generator<number, ImageHeader, number>;
type ByteReads = Generator<number, number, number>;

/** Skips to the next byte 0xFF. */
const toMarker = -1;

/** What a parser reports before its end. */
interface ParserEvents {
  /** The header is known, or was changed by a further frame. */
  readonly onHeader: (header: ImageHeader) => void;
  /** All bytes of the picture have arrived: of an animation, those of its first frame. */
  readonly onEnd: () => void;
}

const incompleteHeader: ImageHeader = { kind: 'incomplete' };
const unknownHeader: ImageHeader = { kind: 'not-an-image', found: 'unknown' };

/** The number of bytes that determine the format. */
const magicLength = 12;

/**
 * Reads the format and the size of a file whose bytes arrive in pieces, and finds the end of the picture. Accepts JPEG,
 * PNG, GIF and WebP. Recognises HTML and SVG, so that the refusal can name them. Never throws. Reads each byte at most
 * once, whatever the size of the pieces. Ignores bytes after the end of the picture, as browsers do.
 */
export class ImageReader {
  /** The first bytes; null as soon as the format is known. */
  #early: Uint8Array | null = new Uint8Array();
  /** Null until the format is known, and after the parser has ended. */
  #parser: Parser | null = null;
  #skip = 0;
  #header = incompleteHeader;
  #hasEnded = false;

  /** Whether all bytes of the picture have arrived. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Returns the header as known after this piece. The frames of a GIF can change it up to the end of the file. */
  take(piece: Uint8Array): ImageHeader {
    if (this.#early === null) {
      this.#parse(piece);
      return this.#header;
    }
    const earlyBytes = Buffer.concat([this.#early, piece]);
    this.#early = earlyBytes;
    if (earlyBytes.length < magicLength) return this.#header;
    this.#parser = parserOf(earlyBytes, {
      onHeader: (header) => (this.#header = header),
      onEnd: () => (this.#hasEnded = true),
    });
    if (this.#parser === null) this.#header = { kind: 'not-an-image', found: textKind(earlyBytes) };
    else this.#step(this.#parser.next());
    this.#parse(earlyBytes);
    this.#early = null;
    return this.#header;
  }

  #parse(piece: Uint8Array): void {
    let offset = 0;
    while (this.#parser !== null) {
      const next = this.#skip === toMarker ? piece.indexOf(0xff, offset) : offset + this.#skip;
      if (next === -1) return;
      if (next >= piece.length) break;
      this.#step(this.#parser.next(piece[next] ?? 0));
      offset = next + 1;
    }
    this.#skip -= piece.length - offset;
  }

  #step({ done, value }: IteratorResult<number, ImageHeader>): void {
    if (done === true) [this.#header, this.#parser] = [value, null];
    else this.#skip = value;
  }
}

/** The parser for the format of the first bytes; null for an unknown format. */
function parserOf(begin: Uint8Array, events: ParserEvents): Parser | null {
  const magic = asciiAt(begin, 0, magicLength);
  if (magic.startsWith('\xff\xd8\xff')) return jpegParser(events);
  if (magic.startsWith('\x89PNG\r\n\x1a\n')) return pngParser(events);
  if (/^GIF8[79]a/.test(magic)) return gifParser(events);
  return /^RIFF[^]{4}WEBP/.test(magic) ? webpParser(events) : null;
}

function imageHeader(
  format: ImageFormat,
  width: number,
  height: number,
  { pixels = width * height, animated = false } = {},
): ImageHeader {
  return width > 0 && height > 0
    ? { kind: 'image', format, width, height, pixels, animated }
    : unknownHeader;
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
const tables = new Set([0xc4, 0xcc, 0xdb, 0xdd]);
const isSegment = (marker: number): boolean =>
  tables.has(marker) || marker === 0xdc || marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Whether the marker is TEM or RST, which have no length. */
const hasNoLength = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** The part of an Exif segment in which the orientation is searched for, in bytes. */
const maxExifBytes = 1024;

/**
 * Whether the start of an application segment is that of Exif metadata by which decoders turn the picture by a quarter:
 * TIFF 6.0, section 2; the orientation has the tag 0x0112.
 */
function turnsByQuarter(segment: Uint8Array): boolean {
  if (asciiAt(segment, 0, 6) !== 'Exif\0\0') return false;
  const view = new DataView(segment.buffer, segment.byteOffset + 6, segment.length - 6);
  if (view.byteLength < 8) return false;
  const isLittle = view.getUint16(0) === 0x4949;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > view.byteLength) return false;
  const count = view.getUint16(start, isLittle);
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + 12 * index;
    if (at + 12 > view.byteLength) return false;
    if (view.getUint16(at, isLittle) !== 0x0112) continue;
    const orientation = view.getUint16(at + 8, isLittle);
    return orientation >= 5 && orientation <= 8;
  }
  return false;
}

/** Reads the next marker as libjpeg does: skips the bytes before it, fill bytes, and 0xFF 0x00. */
function* readMarker(first: number): ByteReads {
  let byte = first;
  for (;;) {
    if (byte !== 0xff) byte = yield toMarker;
    // Skip fill bytes.
    while (byte === 0xff) byte = yield 0;
    if (byte !== 0) return byte;
  }
}

/**
 * Walks from segment to segment up to the frame header (SOF), ITU T.81 annex B, and then to the end marker (EOI).
 * Before the frame header, refuses the markers that libjpeg refuses, and skips the bytes that libjpeg skips, so that
 * both read the same frame.
 */
function* jpegParser({ onHeader, onEnd }: ParserEvents): Parser {
  let header = incompleteHeader;
  let isTurned = false;
  let byte = yield 2;
  for (;;) {
    const marker = yield* readMarker(byte);
    if (marker === 0xd9) {
      if (header === incompleteHeader) return unknownHeader;
      onEnd();
      return header;
    }
    if (header === incompleteHeader && isFrameMarker(marker)) {
      const length = yield* readBigEndian(0, 2);
      const height = yield* readBigEndian(1, 2);
      const width = yield* readBigEndian(0, 2);
      header = isTurned ? imageHeader('jpeg', height, width) : imageHeader('jpeg', width, height);
      onHeader(header);
      byte = yield Math.max(0, length - 7);
    } else if (hasNoLength(marker)) byte = yield 0;
    else if (header === incompleteHeader && !isSegment(marker)) return unknownHeader;
    else {
      const length = yield* readBigEndian(0, 2);
      // A length counts itself. libjpeg refuses a smaller one in tables, and skips nothing in other segments.
      if (length < 2 && header === incompleteHeader && tables.has(marker)) return unknownHeader;
      if (marker === 0xe1 && header === incompleteHeader && !isTurned && length >= 2) {
        const segment = new Uint8Array(Math.min(length - 2, maxExifBytes));
        for (let index = 0; index < segment.length; index += 1) segment[index] = yield 0;
        isTurned = turnsByQuarter(segment);
        byte = yield length - 2 - segment.length;
        continue;
      }
      // After a scan header, the data of the scan are skipped like all other bytes before a marker.
      byte = yield Math.max(0, length - 2);
    }
  }
}

/**
 * Reads the size from the first chunk, and walks through the chunks up to the last one. The chunk acTL has the number
 * of frames of an animation.
 */
function* pngParser({ onHeader, onEnd }: ParserEvents): Parser {
  const ihdrLength = yield* readBigEndian(8, 4);
  if ((yield* readBigEndian(0, 4)) !== 0x49484452) return unknownHeader; // IHDR
  const width = yield* readBigEndian(0, 4);
  const height = yield* readBigEndian(0, 4);
  let header = imageHeader('png', width, height);
  onHeader(header);
  // The rest of the chunk, and its checksum.
  let skip = Math.max(0, ihdrLength - 8) + 4;
  for (;;) {
    const length = yield* readBigEndian(skip, 4);
    const type = yield* readBigEndian(0, 4);
    if (type === 0x6163544c && length >= 4) {
      // acTL
      const animated = (yield* readBigEndian(0, 4)) > 1;
      header = imageHeader('png', width, height, { animated });
      onHeader(header);
      skip = length;
    } else if (type !== 0x49454e44) skip = length + 4;
    else {
      // IEND: its checksum ends the picture.
      yield length + 3;
      onEnd();
      return header;
    }
  }
}

/**
 * Walks through all blocks of GIF89a. In Chromium, a first frame larger than the screen enlarges the screen, and
 * decoders may hold each later frame whole: `pixels` covers both cases.
 */
function* gifParser({ onHeader, onEnd }: ParserEvents): Parser {
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
      const animated = header !== incompleteHeader;
      header = imageHeader('gif', width, height, { pixels, animated });
      onHeader(header);
      // Skip the colour table of the frame and the minimum code size; the data follow.
      yield colours(yield 0);
    } else if (block === 0x21) yield 0;
    else if (block === 0 && header === incompleteHeader) {
      // Some writers pad with zeros between blocks.
      block = yield 0;
      continue;
    } else return header === incompleteHeader ? unknownHeader : header;
    const isFrame = block === 0x2c;
    for (let length = yield 0; length > 0;) length = yield length;
    // A first frame is enough: many files break off, or end with stray bytes.
    if (isFrame) onEnd();
    block = yield 0;
  }
}

/**
 * RFC 9649: a lossy, a lossless or an extended file. The picture ends with its first chunk of image data. A wrong length
 * of the whole file in the header is left to the decoder: Chromium refuses most of them.
 */
function* webpParser({ onHeader, onEnd }: ParserEvents): Parser {
  let header = incompleteHeader;
  let skip = 12;
  for (;;) {
    const type = yield* readBigEndian(skip, 4);
    const length = yield* readLittleEndian(0, 4);
    let bytesRead = 0;
    if (header === incompleteHeader) {
      const size = yield* webpSize(type);
      if (size === null) return unknownHeader;
      header = imageHeader('webp', size.width, size.height, { animated: size.animated });
      onHeader(header);
      bytesRead = size.bytesRead;
    }
    // Chunks have an even length.
    const rest = length + (length % 2) - bytesRead;
    const hasImageData = type === 0x56503820 || type === 0x5650384c || type === 0x414e4d46;
    if (!hasImageData) skip = Math.max(0, rest);
    else {
      // A padding byte at the very end of a file may be missing.
      const dataRest = length - bytesRead;
      if (dataRest > 0) yield dataRest - 1;
      onEnd();
      return header;
    }
  }
}

interface WebpSize {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
  readonly bytesRead: number;
}

/** Reads the size at the start of a chunk; null: the chunk has none. */
function* webpSize(type: number): Generator<number, WebpSize | null, number> {
  switch (type) {
    case 0x56503820: {
      // "VP8 "
      const width = (yield* readLittleEndian(6, 2)) & 0x3fff;
      const height = (yield* readLittleEndian(0, 2)) & 0x3fff;
      return { width, height, animated: false, bytesRead: 10 };
    }
    case 0x5650384c: {
      // "VP8L"
      const bits = yield* readLittleEndian(1, 4);
      const width = (bits & 0x3fff) + 1;
      const height = (Math.floor(bits / 2 ** 14) & 0x3fff) + 1;
      return { width, height, animated: false, bytesRead: 5 };
    }
    case 0x56503858: {
      // "VP8X"
      const animated = ((yield 0) & 0x02) !== 0;
      const width = yield* readLittleEndian(3, 3);
      const height = yield* readLittleEndian(0, 3);
      return { width: width + 1, height: height + 1, animated, bytesRead: 10 };
    }
    default:
      return null;
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
 * The limit on the bytes before the size is known: metadata such as profiles, depth maps and histories may precede a
 * JPEG's frame header.
 */
const maxHeadBytes = 2 ** 24;

/** Checks a picture while its bytes arrive. */
export class ImageCheck {
  readonly #limit: number;
  readonly #hash = createHash('sha256');
  readonly #reader = new ImageReader();
  #bytes = 0;
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
    this.#header = this.#reader.take(piece);
    if (this.#header.kind === 'incomplete' && this.#bytes >= maxHeadBytes)
      this.#header = { kind: 'not-an-image', found: 'unknown' };
    return headerFailure(this.#header);
  }

  /**
   * Returns the file's properties after the last byte; null if the bytes before it name no size. `hash`: 8 hexadecimal
   * digits. `isEndMissing`: the picture breaks off, or its end marker is missing; only a decoder can distinguish the
   * two.
   */
  conclude():
    | (Omit<PictureFile, 'name'> & { readonly hash: string; readonly isEndMissing: boolean })
    | null {
    if (this.#header.kind !== 'image') return null;
    const { format, width, height, animated } = this.#header;
    const hash = this.#hash.digest('hex').slice(0, 8);
    const isEndMissing = !this.#reader.hasEnded;
    const facts = { format, width, height, bytes: this.#bytes, ...(animated && { animated }) };
    return { ...facts, hash, isEndMissing };
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
