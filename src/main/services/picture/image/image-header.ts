import type { Failure } from '../../../../shared/failure.ts';
import type { ImageFormat } from '../../../../shared/picture.ts';

/** What the first bytes of a file say that it is. Sizes are pixels. */
export type ImageHeader =
  | {
      readonly kind: 'image';
      readonly format: ImageFormat;
      readonly width: number;
      readonly height: number;
    }
  /** More bytes are needed to tell. */
  | { readonly kind: 'incomplete' }
  | {
      readonly kind: 'not-an-image';
      readonly found: Extract<Failure, { kind: 'not-an-image' }>['found'];
    };

const incomplete: ImageHeader = { kind: 'incomplete' };
const unknown: ImageHeader = { kind: 'not-an-image', found: 'unknown' };

/**
 * Reads format and size from the beginning of a file, by its bytes alone. Never throws, whatever the bytes.
 * Accepts JPEG, PNG, GIF and WebP; names HTML and SVG so that their refusal can be explained.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader {
  if (bytes.length < 12) return incomplete;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = ascii(bytes, 0, 12);
  try {
    if (begin.startsWith('\xff\xd8\xff')) return jpeg(view);
    if (begin.startsWith('\x89PNG\r\n\x1a\n')) return png(bytes, view);
    if (/^GIF8[79]a/.test(begin)) {
      return image('gif', view.getUint16(6, true), view.getUint16(8, true));
    }
    if (/^RIFF[^]{4}WEBP/.test(begin)) return webp(bytes, view);
  } catch (error) {
    // Reading on past the end of what has come so far.
    if (error instanceof RangeError) return incomplete;
    throw error;
  }
  return { kind: 'not-an-image', found: textKind(bytes) };
}

function image(format: ImageFormat, width: number, height: number): ImageHeader {
  return width > 0 && height > 0 ? { kind: 'image', format, width, height } : unknown;
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Walks from segment to segment up to the frame header (SOF), ITU T.81 annex B. */
function jpeg(view: DataView): ImageHeader {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return unknown;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return image('jpeg', view.getUint16(at + 7), view.getUint16(at + 5));
    // The scan or the end without a frame before it.
    if (marker === 0xda || marker === 0xd9) return unknown;
    // A marker may be preceded by fill bytes; TEM and RST have no length.
    const bare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += marker === 0xff ? 1 : bare ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
  }
}

function png(bytes: Uint8Array, view: DataView): ImageHeader {
  if (bytes.length < 24) return incomplete;
  if (ascii(bytes, 12, 16) !== 'IHDR') return unknown;
  return image('png', view.getUint32(16), view.getUint32(20));
}

/** RFC 9649: a lossy, a lossless or an extended file. */
function webp(bytes: Uint8Array, view: DataView): ImageHeader {
  if (bytes.length < 30) return incomplete;
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      return image('webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return image('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X': {
      const uint24 = (at: number): number =>
        view.getUint16(at, true) + view.getUint8(at + 2) * 65536;
      return image('webp', uint24(24) + 1, uint24(27) + 1);
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
 * Whether a file ends as its format demands. GIF is taken as it comes: many end with stray bytes.
 *
 * @param tail the last bytes of the file, up to 1 KiB; some writers pad behind the end marker
 */
export function hasEndMarker(
  format: ImageFormat,
  head: Uint8Array,
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
      return bytes >= 8 + new DataView(head.buffer, head.byteOffset, 8).getUint32(4, true);
    case 'gif':
      return true;
  }
}
