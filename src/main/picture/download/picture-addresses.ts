import type { PictureRecord } from '#shared/picture/picture.ts';
import { providers } from '#shared/picture/providers.ts';
import type { ConnectionAdmission } from '#platform/http/http.ts';
import { pixelSize, type Display } from '#platform/windows/display.ts';
import { isPlaceholderAddress } from '../providers/trust.ts';

export interface DisplayNeed {
  /** Physical pixels along the longest side of the largest display; null if unknown. */
  readonly longestSide: number | null;
}

/** The width of the legacy service's standard resolution; enough for displays up to this size. */
const standardWidth = 1280;
/** The widths that are requested from the resizing host: only a few, so that the caches of the host have them. */
const requestedWidths = [standardWidth, 1920, 2560, 3840] as const;
/** The width that is requested for larger displays. */
const largestWidth = 5120;

/**
 * Lists the addresses of a record's picture, the best first: a resized rendition if the displays need less than the
 * original, then the original, then the address as the service sent it, then another address of the record. For media
 * other than images, only the still is listed. Pure.
 */
export function imageAddresses(record: PictureRecord, need: DisplayNeed): readonly string[] {
  const { url, hdUrl, mediaType, thumbnailUrl } = record;
  const isSmall = (need.longestSide ?? Infinity) <= standardWidth;
  const namedAddresses =
    mediaType !== 'image'
      ? [thumbnailUrl]
      : isSmall && (hdUrl === null || parseHostedAddress(hdUrl) === null)
        ? [url, hdUrl]
        : [hdUrl, url];
  const usableAddresses = namedAddresses.filter((address) => address !== null);
  return [
    ...new Set(
      usableAddresses
        .filter((address) => !isPlaceholderAddress(address))
        .flatMap((address) => addressesServing(address, need)),
    ),
  ];
}

/**
 * Parses an address of the image host, which serves originals below `content/dam` and resized pictures at
 * `dynamicimage`. Null for an address of another host.
 */
function parseHostedAddress(
  address: string,
): { readonly original: string; readonly resizable: URL | null } | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const isResizable = url.pathname.includes('/dynamicimage/assets/');
  if (!isResizable && !url.pathname.includes('/content/dam/')) return null;
  const originalUrl = new URL(url);
  originalUrl.pathname = url.pathname.replace('/dynamicimage/assets/', '/content/dam/');
  originalUrl.search = '';
  return { original: originalUrl.href, resizable: isResizable ? url : null };
}

/** Lists the addresses that serve the picture of one address, the best first. */
function addressesServing(address: string, need: DisplayNeed): readonly string[] {
  const hostedAddress = parseHostedAddress(address);
  if (hostedAddress === null) return [address];
  const { original, resizable } = hostedAddress;
  // The resizing host answers 404 for GIF.
  if (/\.gif$/i.test(URL.parse(original)?.pathname ?? '')) return [original];
  const rendition = resizable === null ? null : renditionAddressOf(resizable, need);
  return [...(rendition === null ? [] : [rendition]), original, address];
}

/**
 * Returns the address of the smallest rendition that is wide enough for the displays, or null if the original is not
 * wider than that or of unknown size. `w` and `h` in the address are the size of the original in pixels, 0 if unknown.
 * A rendition larger than the original is never requested, because the host would upscale it.
 */
function renditionAddressOf(address: URL, { longestSide }: DisplayNeed): string | null {
  const [width, height] = ['w', 'h'].map((name) => Number(address.searchParams.get(name)));
  const neededWidth = longestSide ?? 3840;
  const targetWidth = requestedWidths.find((one) => one >= neededWidth) ?? largestWidth;
  if (!width || !height || targetWidth >= width) return null;
  const url = new URL(address);
  url.searchParams.delete('crop');
  url.searchParams.set('w', String(targetWidth));
  url.searchParams.set('h', String(Math.round((targetWidth * height) / width)));
  // Request the whole picture: the app decides how to fill a display.
  url.searchParams.set('fit', 'clip');
  return url.href;
}

/** The sources serve pictures from each other's domains, so the domains of all of them are trusted. */
const trustedDomains = Object.values(providers).flatMap(({ domains }) => domains);

const videoStillHosts = new Set(['img.youtube.com', 'i.ytimg.com', 'i.vimeocdn.com']);

/**
 * Decides which addresses may be downloaded: all at the origin of a configured service; else only https addresses whose
 * host belongs to a source, to a configured service or to a site of stills, and has a public IP address. Addresses with
 * a user name or a password are refused.
 */
export function pictureAddressPolicy(
  serviceUrls: readonly string[],
): (url: URL) => ConnectionAdmission {
  const services = serviceUrls.map((url) => URL.parse(url)).filter((url) => url !== null);
  return (url) => {
    if (url.username + url.password !== '') return { refused: 'it holds a name or a password' };
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    if (isWeb && services.some(({ origin }) => origin === url.origin)) return 'own';
    if (url.protocol !== 'https:') return { refused: 'it is not https' };
    const isTrusted =
      trustedDomains.some((one) => url.hostname === one || url.hostname.endsWith(`.${one}`)) ||
      videoStillHosts.has(url.hostname) ||
      services.some(({ hostname }) => hostname === url.hostname);
    return isTrusted ? 'public' : { refused: `${url.hostname} is not a host of the service` };
  };
}

/** Returns the longest side of the largest display, in physical pixels. */
export function displayNeedOf(displays: readonly Display[]): DisplayNeed {
  const sides = displays.map(pixelSize).flatMap(({ width, height }) => [width, height]);
  return { longestSide: sides.length === 0 ? null : Math.max(...sides) };
}
