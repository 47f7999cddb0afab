import type { PictureRecord } from '../../../shared/picture.ts';
import { isPlaceholderAddress } from './providers/trust.ts';

/** What the pictures are for. */
export interface DisplayNeed {
  /** Physical pixels along the longest side of the largest display; null while nothing is known of them. */
  readonly longestSide: number | null;
  /** The connection is paid by the byte. */
  readonly metered: boolean;
}

export interface ImageSource {
  readonly url: string;
  /** Most bytes to take from there. */
  readonly limit: number;
}

const mebibyte = 2 ** 20;
/** Where nothing smaller is to be had. */
const mostBytes = 64 * mebibyte;
/** Where a smaller one is: a high resolution beyond this is not worth its bytes. */
const worthBytes = 32 * mebibyte;
const meteredBytes = 4 * mebibyte;

/** The standard resolution of the specified service is about this wide; a display up to it needs no more. */
const standardPixels = 1280;
/** What the resizing host is asked for: few sizes, so that its caches know them. */
const sizes = [standardPixels, 1920, 2560, 3840, 5120] as const;

/**
 * Where to take a record's picture from, the best address first. A video has its still, anything else than
 * a picture or a video has at most that. Pure.
 */
export function imageSources(record: PictureRecord, need: DisplayNeed): readonly ImageSource[] {
  const { url, hdUrl, mediaType, thumbnailUrl } = record;
  const small = need.metered || (need.longestSide ?? Infinity) <= standardPixels;
  const wanted =
    mediaType !== 'image'
      ? [isPlaceholderAddress(thumbnailUrl) ? null : thumbnailUrl]
      : record.servedBy === 'successor'
        ? [hdUrl === null ? null : resized(hdUrl, need), hdUrl]
        : small
          ? [url, hdUrl]
          : [hdUrl, url];
  const addresses = [...new Set(wanted.filter((address) => address !== null))];
  return addresses.map((address, index) => {
    const isLast = index === addresses.length - 1;
    return { url: address, limit: isLast ? mostBytes : need.metered ? meteredBytes : worthBytes };
  });
}

/** The successor's address with the size that the displays need, and the whole of the picture. */
function resized(address: string, { longestSide, metered }: DisplayNeed): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const needed = metered ? standardPixels : (longestSide ?? 3840);
  const side = sizes.find((size) => size >= needed) ?? 5120;
  url.searchParams.delete('crop');
  url.searchParams.set('w', String(side));
  url.searchParams.set('h', String(side));
  // Within the box and never cut: how to fill a display is decided here, not there.
  url.searchParams.set('fit', 'clip');
  return url.href;
}
