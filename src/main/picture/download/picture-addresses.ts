import type { PictureRecord } from '#shared/picture/picture.ts';
import type { Admission } from '#platform/http/http.ts';
import type { Display } from '#platform/windows/display.ts';
import { isPlaceholderAddress } from '../providers/trust.ts';

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
/** Originals of up to 38 MB were seen. */
const mostBytes = 64 * mebibyte;
/** On a connection that is paid by the byte, as long as another address is left. */
const meteredBytes = 4 * mebibyte;

/** The standard resolution of the legacy service is about this wide; a display up to it needs no more. */
const standardPixels = 1280;
/** Widths that the resizing host is asked for: few, so that its caches know them. */
const widths = [standardPixels, 1920, 2560, 3840, 5120] as const;

/**
 * Where to take a record's picture from, the best address first: a resized rendition where the displays need less
 * than the original, else the original, else the address as the service sent it, else another one of the record.
 * A video has its still; anything else than a picture or a video has at most that. Pure.
 */
export function imageSources(record: PictureRecord, need: DisplayNeed): readonly ImageSource[] {
  const { url, hdUrl, mediaType, thumbnailUrl } = record;
  const isSmall = need.metered || (need.longestSide ?? Infinity) <= standardPixels;
  const named =
    mediaType !== 'image'
      ? [thumbnailUrl]
      : isSmall && (hdUrl === null || partsOf(hdUrl) === null)
        ? [url, hdUrl]
        : [hdUrl, url];
  const usable = named.filter((address) => address !== null);
  const addresses = [
    ...new Set(
      usable
        .filter((address) => !isPlaceholderAddress(address))
        .flatMap((address) => formsOf(address, need)),
    ),
  ];
  return addresses.map((address, index) => {
    const isLast = index === addresses.length - 1;
    return { url: address, limit: need.metered && !isLast ? meteredBytes : mostBytes };
  });
}

/** An address of the image host, which keeps each original below `content/dam` and resizes it at `dynamicimage`. */
interface HostedImage {
  readonly original: string;
  readonly resizable: URL | null;
}

function partsOf(address: string): HostedImage | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const isResizable = url.pathname.includes('/dynamicimage/assets/');
  if (!isResizable && !url.pathname.includes('/content/dam/')) return null;
  const original = new URL(url);
  original.pathname = url.pathname.replace('/dynamicimage/assets/', '/content/dam/');
  original.search = '';
  return { original: original.href, resizable: isResizable ? url : null };
}

/** The addresses under which the picture of one address can be had, the best one first. */
function formsOf(address: string, need: DisplayNeed): readonly string[] {
  const hosted = partsOf(address);
  if (hosted === null) return [address];
  const { original, resizable } = hosted;
  // The resizing host answers 404 for GIF.
  if (/\.gif$/i.test(URL.parse(original)?.pathname ?? '')) return [original];
  const rendition = resizable === null ? null : renditionOf(resizable, need);
  return [...(rendition === null ? [] : [rendition]), original, address];
}

/**
 * Returns the address of the smallest rendition that is wide enough for the displays, or null if the original is not
 * wider than that. `w` and `h` in the address are the size of the original in pixels, 0 if unknown. A rendition larger
 * than the original is never asked for: the host would only upscale.
 */
function renditionOf(address: URL, { longestSide, metered }: DisplayNeed): string | null {
  const [width, height] = ['w', 'h'].map((name) => Number(address.searchParams.get(name)));
  const needed = metered ? standardPixels : (longestSide ?? 3840);
  const wanted = widths.find((one) => one >= needed) ?? 5120;
  if (!width || !height || wanted >= width) return null;
  const url = new URL(address);
  url.searchParams.delete('crop');
  url.searchParams.set('w', String(wanted));
  url.searchParams.set('h', String(Math.round((wanted * height) / width)));
  // The whole picture: how to fill a display is decided by the app.
  url.searchParams.set('fit', 'clip');
  return url.href;
}

/** NASA serves the pictures from several hosts of its own, and the editors from theirs. */
const trustedDomains = ['nasa.gov', 'apod.com'];

/** Where the stills of videos lie, besides. */
const stillHosts = new Set(['img.youtube.com', 'i.ytimg.com', 'i.vimeocdn.com']);

/**
 * Which addresses a picture may come from: a configured service's own origin, wherever that is; else
 * https, a host of NASA, of the editors, of stills or the service's own, and a public address.
 */
export function pictureAddressPolicy(serviceUrls: readonly string[]): (url: URL) => Admission {
  const services = serviceUrls.map((url) => URL.parse(url)).filter((url) => url !== null);
  return (url) => {
    if (url.username + url.password !== '') return { refused: 'it holds a name or a password' };
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    if (isWeb && services.some(({ origin }) => origin === url.origin)) return 'own';
    if (url.protocol !== 'https:') return { refused: 'it is not https' };
    const trusted =
      trustedDomains.some((one) => url.hostname === one || url.hostname.endsWith(`.${one}`)) ||
      stillHosts.has(url.hostname) ||
      services.some(({ hostname }) => hostname === url.hostname);
    return trusted ? 'public' : { refused: `${url.hostname} is not a host of the service` };
  };
}

/** How large a picture these displays can show: the longest side of the largest one, in physical pixels. */
export function pictureNeed(displays: readonly Display[]): DisplayNeed {
  const sides = displays.map(({ bounds: { width, height }, scaleFactor }) =>
    Math.round(Math.max(width, height) * scaleFactor),
  );
  return { longestSide: sides.length === 0 ? null : Math.max(...sides), metered: false };
}
