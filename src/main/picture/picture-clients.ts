import { pictureUrlsOf, type ServiceUrls } from '#shared/settings/settings.ts';
import type { Result } from '#shared/failure.ts';
import type { DisplayNeed } from './download/picture-addresses.ts';
import type { Http } from '#platform/http/http.ts';
import { createDownloader, type ProveDecodable } from './download/download.ts';
import { createPictureSources, probePicture } from './providers/sources.ts';

interface PictureClientsOptions {
  readonly http: Http;
  /** The addresses of the services; null while the services are starting. */
  readonly urls: () => ServiceUrls | null;
  readonly apiKey: (service: string) => string;
  readonly pictureFolder: string;
  /** The resolution that the displays need; absent: the resolution is unknown. */
  readonly pictureNeed?: () => DisplayNeed;
  /** Decodes a downloaded picture before it counts. */
  readonly proveDecodable?: ProveDecodable;
  /** Returns the present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** The clients of the picture services. */
export function createPictureClients(options: PictureClientsOptions) {
  const { http, urls, apiKey, pictureFolder, pictureNeed, proveDecodable, now } = options;
  const pictureUrls = () => {
    const serviceUrls = urls();
    return serviceUrls === null ? null : pictureUrlsOf(serviceUrls);
  };
  return {
    /** The sources, in the order in which requests are sent to them. */
    pictures: createPictureSources({ http, urls: pictureUrls, apiKey, now }),
    downloader: createDownloader({
      http,
      folder: pictureFolder,
      serviceUrls: () => Object.values(pictureUrls() ?? {}),
      ...(pictureNeed === undefined ? {} : { need: pictureNeed }),
      prove: proveDecodable,
      now,
    }),

    /** Tests the picture service at an address. */
    probe: (url: string, signal: AbortSignal) =>
      probePictureService(url, options, urls()?.picture ?? null, signal),
  };
}

/**
 * Tests the picture service at an address: sends its smallest request, and parses the answer as the app does. Sends the
 * user’s API key to the configured service only, and the public key to any other.
 *
 * @param configured the address of the picture service that the app uses
 */
export async function probePictureService(
  url: string,
  { http, apiKey, now }: Pick<PictureClientsOptions, 'http' | 'apiKey' | 'now'>,
  configured: string | null,
  signal: AbortSignal,
): Promise<Result<null>> {
  const isConfigured = originOf(url) === originOf(configured);
  return probePicture({ http, url, apiKey: isConfigured ? apiKey(url) : null, now }, signal);
}

const originOf = (url: string | null): string | null =>
  url === null ? null : (URL.parse(url)?.origin ?? null);
