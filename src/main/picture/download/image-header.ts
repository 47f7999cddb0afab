import type { Failure } from '#shared/failure.ts';
import type { ImageFormat } from '#shared/picture/picture.ts';

/** What a file is by its bytes. Sizes are in pixels. */
export type ImageHeader =
  | {
      readonly kind: 'image';
      readonly format: ImageFormat;
      readonly width: number;
      readonly height: number;
      /** How many pixels a decoder may have to hold: more than `width` × `height` where frames lie beyond the screen. */
      readonly pixels: number;
    }
  /** Not known yet: more bytes are needed. */
  | { readonly kind: 'incomplete' }
  | {
      readonly kind: 'not-an-image';
      readonly found: Extract<Failure, { kind: 'not-an-image' }>['found'];
    };

/** Reads a file that comes in pieces. It looks at each byte once at most, whatever the size of the pieces. */
interface HeaderReader {
  /** What is known after this piece. The frames of a GIF can change it up to the end of the file. */
  take(piece: Uint8Array): ImageHeader;
}

/** Yields a number of bytes to skip, and receives the byte that follows them. */
type Parser = Generator<number, ImageHeader, number>;
type Read = Generator<number, number, number>;

const incomplete: ImageHeader = { kind: 'incomplete' };
const unknown: ImageHeader = { kind: 'not-an-image', found: 'unknown' };

/** The format is known after this many bytes. */
const magicLength = 12;

/**
 * Reads format and size by the bytes alone. Never throws, whatever the bytes.
 * Accepts JPEG, PNG, GIF and WebP; names HTML and SVG so that their refusal can be explained.
 */
export function createHeaderReader(): HeaderReader {
  /** Null as soon as the format is known. */
  let early: Uint8Array | null = new Uint8Array();
  /** Null before the format is known, and after the parser has ended. */
  let parser: Parser | null = null;
  let skip = 0;
  let header = incomplete;

  function step({ done, value }: IteratorResult<number, ImageHeader>): void {
    if (done === true) [header, parser] = [value, null];
    else skip = value;
  }

  function parse(piece: Uint8Array): void {
    let at = 0;
    while (parser !== null && skip < piece.length - at) {
      at += skip;
      step(parser.next(piece[at] ?? 0));
      at += 1;
    }
    skip -= piece.length - at;
  }

  return {
    take(piece) {
      if (early === null) {
        parse(piece);
        return header;
      }
      early = Buffer.concat([early, piece]);
      if (early.length < magicLength) return header;
      parser = parserOf(early, (found) => (header = found));
      if (parser === null) header = { kind: 'not-an-image', found: textKind(early) };
      else step(parser.next());
      parse(early);
      early = null;
      return header;
    },
  };
}

/** The parser for the format of the first bytes; null: they are of no known format. */
function parserOf(begin: Uint8Array, report: (header: ImageHeader) => void): Parser | null {
  const magic = ascii(begin, 0, magicLength);
  if (magic.startsWith('\xff\xd8\xff')) return jpeg();
  if (magic.startsWith('\x89PNG\r\n\x1a\n')) return png();
  if (/^GIF8[79]a/.test(magic)) return gif(report);
  return /^RIFF[^]{4}WEBP/.test(magic) ? webp() : null;
}

function image(
  format: ImageFormat,
  width: number,
  height: number,
  pixels = width * height,
): ImageHeader {
  return width > 0 && height > 0 ? { kind: 'image', format, width, height, pixels } : unknown;
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function* bigEndian(skip: number, length: number): Read {
  let value = yield skip;
  for (let n = 1; n < length; n += 1) value = value * 256 + (yield 0);
  return value;
}

function* littleEndian(skip: number, length: number): Read {
  let value = yield skip;
  for (let n = 1; n < length; n += 1) value += (yield 0) * 256 ** n;
  return value;
}

/** Tables, application data and comments: all that may stand before a frame header. */
const segments = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xfe]);
const isSegment = (marker: number): boolean =>
  segments.has(marker) || (marker >= 0xe0 && marker <= 0xef);
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** TEM and RST have no length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Walks from segment to segment up to the frame header (SOF), ITU T.81 annex B. Takes no marker that libjpeg refuses,
 * and no bytes between segments, which libjpeg skips: what it would find there is another frame than this one.
 */
function* jpeg(): Parser {
  let byte = yield 2;
  while (byte === 0xff) {
    let marker = yield 0;
    // Fill bytes.
    while (marker === 0xff) marker = yield 0;
    if (isFrame(marker)) {
      const height = yield* bigEndian(3, 2);
      const width = yield* bigEndian(0, 2);
      return image('jpeg', width, height);
    }
    if (isBare(marker)) byte = yield 0;
    else {
      if (!isSegment(marker)) return unknown;
      const length = yield* bigEndian(0, 2);
      if (length < 2) return unknown;
      byte = yield length - 2;
    }
  }
  return unknown;
}

function* png(): Parser {
  if ((yield* bigEndian(12, 4)) !== 0x49484452) return unknown; // IHDR
  const width = yield* bigEndian(0, 4);
  const height = yield* bigEndian(0, 4);
  return image('png', width, height);
}

/**
 * Walks through all blocks of GIF89a. A first frame that is larger than the screen enlarges it in Chromium, and
 * decoders may hold each later frame whole: `pixels` counts both.
 */
function* gif(report: (header: ImageHeader) => void): Parser {
  let width = yield* littleEndian(6, 2);
  let height = yield* littleEndian(0, 2);
  let pixels = 0;
  const colours = (flags: number): number =>
    (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
  const flags = yield 0;
  let block = yield 2 + colours(flags);
  let found = incomplete;
  for (;;) {
    if (block === 0x2c) {
      const left = yield* littleEndian(0, 2);
      const top = yield* littleEndian(0, 2);
      const right = left + (yield* littleEndian(0, 2));
      const bottom = top + (yield* littleEndian(0, 2));
      if (found === incomplete) {
        width = Math.max(width, right);
        height = Math.max(height, bottom);
      }
      pixels = Math.max(pixels, Math.max(width, right) * Math.max(height, bottom));
      found = image('gif', width, height, pixels);
      if (found.kind !== 'image') return found;
      report(found);
      // The colours of the frame, the least length of a code, and then the data.
      yield colours(yield 0);
    } else if (block === 0x21) yield 0;
    else return found === incomplete ? unknown : found;
    for (let length = yield 0; length > 0;) length = yield length;
    block = yield 0;
  }
}

/** RFC 9649: a lossy, a lossless or an extended file. */
function* webp(): Parser {
  switch (yield* bigEndian(12, 4)) {
    case 0x56503820: {
      // "VP8 "
      const width = (yield* littleEndian(10, 2)) & 0x3fff;
      const height = (yield* littleEndian(0, 2)) & 0x3fff;
      return image('webp', width, height);
    }
    case 0x5650384c: {
      // "VP8L"
      const bits = yield* littleEndian(5, 4);
      return image('webp', (bits & 0x3fff) + 1, (Math.floor(bits / 2 ** 14) & 0x3fff) + 1);
    }
    case 0x56503858: {
      // "VP8X"
      const width = yield* littleEndian(8, 3);
      const height = yield* littleEndian(0, 3);
      return image('webp', width + 1, height + 1);
    }
    default:
      return unknown;
  }
}

function textKind(bytes: Uint8Array): 'html' | 'svg' | 'text' | 'unknown' {
  const text = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart().toLowerCase();
  if (/<svg[\s>]/.test(text) && text.startsWith('<')) return 'svg';
  if (/^<(!--|!doctype html|html|head|body|script|meta|title)/.test(text)) return 'html';
  // Control characters and broken UTF-8 are no text; the last character may be cut in half.
  return /[\p{Cc}\ufffd]/u.test(text.slice(0, -1).replaceAll(/\s/g, '')) ? 'unknown' : 'text';
}

/**
 * Whether a file ends as its format demands. A GIF always passes: many end with stray bytes.
 *
 * @param begin the first bytes of the file, 8 at least
 * @param tail the last bytes of the file, up to 1 KiB; some writers pad behind the end marker
 */
export function hasEndMarker(
  format: ImageFormat,
  begin: Uint8Array,
  tail: Uint8Array,
  bytes: number,
): boolean {
  switch (format) {
    case 'jpeg':
      // Inside of a scan 0xFF is followed by 0x00: this pair is the end and nothing else.
      return ascii(tail, 0, tail.length).includes('\xff\xd9');
    case 'png':
      return ascii(tail, 0, tail.length).includes('IEND\xaeB`\x82');
    case 'webp':
      return bytes >= 8 + new DataView(begin.buffer, begin.byteOffset, 8).getUint32(4, true);
    case 'gif':
      return true;
  }
}
