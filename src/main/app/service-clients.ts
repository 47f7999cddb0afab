import { pictureUrlsOf, type ServiceUrls, type ServiceTest } from '#shared/settings/settings.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { DisplayNeed } from '#picture/download/picture-addresses.ts';
import type { RequestEnd } from '#platform/http/exchange.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { createDownloader, type ProvePicture } from '#picture/download/download.ts';
import { createPictureSources, probePicture } from '#picture/providers/sources.ts';
import { fetchPosition, probePosition } from '#station/position-client.ts';
import { createPostsService, probePosts } from '#journal/posts-client.ts';
import type { ProxyFor } from '#platform/http/system-proxy.ts';

export type ServiceClients = ReturnType<typeof createServiceClients>;

interface ServiceClientsOptions {
  readonly userAgent: string;
  /** The addresses of the services; null while the services are starting. */
  readonly urls: () => ServiceUrls | null;
  readonly apiKey: (service: string) => string;
  readonly pictureFolder: string;
  /** The resolution that the displays need; absent: the resolution is unknown. */
  readonly pictureNeed?: () => DisplayNeed;
  /** Decodes a downloaded picture before it counts. */
  readonly provePicture?: ProvePicture;
  /** Returns the present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** The proxy for an address; default: none. */
  readonly proxy?: ProxyFor;
  /** Called at the end of each request. */
  readonly onRequestEnd?: (end: RequestEnd) => void;
}

/** The clients of the three services, over one HTTP layer. */
export function createServiceClients(options: ServiceClientsOptions) {
  const {
    userAgent,
    urls,
    apiKey,
    pictureFolder,
    pictureNeed,
    provePicture,
    now,
    proxy,
    onRequestEnd,
  } = options;
  const http = createHttp({
    userAgent,
    ...(proxy && { proxy }),
    ...(onRequestEnd && { onEnd: onRequestEnd }),
  });
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
      prove: provePicture,
      now,
    }),
    position: {
      fetch: (signal: AbortSignal) => fetchPosition(http, urls()?.position ?? null, now, signal),
    },
    posts: createPostsService({ http, baseUrl: () => urls()?.posts ?? null }),

    /** Tests the service at an address. */
    probe: (test: ServiceTest, signal: AbortSignal) =>
      probeService(test, http, options, urls()?.picture ?? null, signal),

    /** Aborts all requests and closes the connections. */
    dispose: () => http.close(),
  };
}

/**
 * Tests the service at an address: sends its smallest request, and parses and checks the answer as the app does. Sends the user’s
 * API key to the configured picture service only, and the public key to any other.
 *
 * @param configured the address of the picture service that the app uses
 */
export async function probeService(
  { service, url }: ServiceTest,
  http: Http,
  { apiKey, now }: Pick<ServiceClientsOptions, 'apiKey' | 'now'>,
  configured: string | null,
  signal: AbortSignal,
): Promise<Result<null>> {
  switch (service) {
    case 'picture': {
      const isConfigured = originOf(url) === originOf(configured);
      return probePicture({ http, url, apiKey: isConfigured ? apiKey(url) : null, now }, signal);
    }
    case 'position': {
      const answer = await probePosition(http, url, now, signal);
      return answer.ok ? ok(null) : answer;
    }
    case 'posts':
      return probePosts(http, url, signal);
  }
}

const originOf = (url: string | null): string | null =>
  url === null ? null : (URL.parse(url)?.origin ?? null);
