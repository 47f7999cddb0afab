import { createHash } from 'node:crypto';
import type { Failure } from '#shared/failure.ts';
import type { PictureFile } from '#shared/picture/picture.ts';
import { mostPicturePixels } from '#shared/picture/picture-size.ts';
import { createHeaderReader, hasEndMarker, type ImageHeader } from './image-header.ts';

// Profiles and previews may stand before a JPEG's frame header.
const longestHead = 2 ** 21;
const beginLength = 8;
const tailLength = 2 ** 10;

/** Checks a picture while its bytes arrive. */
interface ImageCheck {
  readonly bytes: number;
  /** Returns the failure as soon as the bytes are not an acceptable picture. */
  take(piece: Uint8Array): Failure | null;
  /** Returns the file's properties after the last byte; null if its end is missing. `hash`: 8 hexadecimal digits. */
  conclude(): (Omit<PictureFile, 'name'> & { readonly hash: string }) | null;
}

/** @param limit most bytes to take */
export function createImageCheck(limit: number): ImageCheck {
  const hash = createHash('sha256');
  const reader = createHeaderReader();
  let bytes = 0;
  let begin = Buffer.alloc(0);
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
      if (begin.length < beginLength)
        begin = Buffer.concat([begin, piece.subarray(0, beginLength - begin.length)]);
      header = reader.take(piece);
      if (header.kind === 'incomplete' && bytes >= longestHead)
        header = { kind: 'not-an-image', found: 'unknown' };
      return headerFailure(header);
    },
    conclude() {
      if (header.kind !== 'image') return null;
      const { format, width, height } = header;
      if (!hasEndMarker(format, begin, tail, bytes)) return null;
      return { format, width, height, bytes, hash: hash.digest('hex').slice(0, 8) };
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
      return header.pixels > mostPicturePixels
        ? { kind: 'too-large', limit: mostPicturePixels, unit: 'pixels' }
        : null;
  }
}
