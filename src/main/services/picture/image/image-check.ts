import { createHash } from 'node:crypto';
import type { Failure } from '../../../../shared/failure.ts';
import type { PictureFile } from '../../../../shared/picture.ts';
import { hasEndMarker, readImageHeader, type ImageHeader } from './image-header.ts';

const mostPixels = 200_000_000;
// Profiles and previews may stand before a JPEG's frame header.
const longestHead = 2 ** 21;
const tailLength = 2 ** 10;

/** Judges a picture by its bytes while they come. */
export interface ImageCheck {
  readonly bytes: number;
  /** Answers the failure as soon as the bytes show that they are not what the app accepts. */
  take(piece: Uint8Array): Failure | null;
  /** What it is, now that all of it is there; null when its end is missing. `hash`: 8 hexadecimal digits. */
  conclude(): (Omit<PictureFile, 'name'> & { readonly hash: string }) | null;
}

/** @param limit most bytes to take */
export function createImageCheck(limit: number): ImageCheck {
  const hash = createHash('sha256');
  const head = createHead();
  let bytes = 0;
  let tail = Buffer.alloc(0);
  let header: ImageHeader = { kind: 'incomplete' };

  return {
    get bytes() {
      return bytes;
    },
    take(piece) {
      hash.update(piece);
      bytes += piece.length;
      if (bytes > limit) return { kind: 'too-large', limit, unit: 'bytes' };
      tail = Buffer.concat([tail, piece.subarray(-tailLength)]).subarray(-tailLength);
      if (header.kind === 'image') return null;
      head.add(piece);
      header = readImageHeader(head.bytes());
      if (header.kind === 'incomplete' && bytes >= longestHead)
        header = { kind: 'not-an-image', found: 'unknown' };
      return headerFailure(header);
    },
    conclude() {
      if (header.kind !== 'image') return null;
      const { format, width, height } = header;
      if (!hasEndMarker(format, head.bytes(), tail, bytes)) return null;
      return { format, width, height, bytes, hash: hash.digest('hex').slice(0, 8) };
    },
  };
}

/** The beginning of a file, in a buffer that grows by doubling: joining it anew for each piece takes its square. */
function createHead() {
  let buffer = Buffer.allocUnsafe(2 ** 16);
  let length = 0;
  return {
    bytes: (): Uint8Array => buffer.subarray(0, length),
    add(piece: Uint8Array): void {
      if (length + piece.length > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length + piece.length));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      buffer.set(piece, length);
      length += piece.length;
    },
  };
}

function headerFailure(header: ImageHeader): Failure | null {
  switch (header.kind) {
    case 'incomplete':
      return null;
    case 'not-an-image':
      return header;
    case 'image':
      return header.width * header.height > mostPixels
        ? { kind: 'too-large', limit: mostPixels, unit: 'pixels' }
        : null;
  }
}
