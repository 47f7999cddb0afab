import { pictureUrlsOf, type ServiceUrls, type ServiceTest } from '#shared/settings/settings.ts';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
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
      probeService(test, http, options, urls(), signal),

    /** Aborts all requests and closes the connections. */
    dispose: () => http.close(),
  };
}

/**
 * A failure without the texts of the service. A compromised page could otherwise read the errors of any server in the
 * local network.
 */
function withoutServiceText(failure: Failure): Failure {
  switch (failure.kind) {
    case 'refused':
      return { ...failure, message: '' };
    case 'malformed':
    case 'address-refused':
      return { ...failure, detail: '' };
    default:
      return failure;
  }
}

/**
 * Tests the service at an address: sends its smallest request, and parses and checks the answer as the app does. Sends the user’s
 * API key to the configured picture service only, and the public key to any other. The failure has a text of the service
 * only if the app uses the address.
 *
 * @param configured the addresses that the app uses
 */
export async function probeService(
  test: ServiceTest,
  http: Http,
  options: Pick<ServiceClientsOptions, 'apiKey' | 'now'>,
  configured: ServiceUrls | null,
  signal: AbortSignal,
): Promise<Result<null>> {
  const result = await sendProbe(test, http, options, configured, signal);
  const isInUse = URL.parse(test.url)?.href === URL.parse(configured?.[test.service] ?? '')?.href;
  return result.ok || isInUse ? result : fail(withoutServiceText(result.failure));
}

async function sendProbe(
  { service, url }: ServiceTest,
  http: Http,
  { apiKey, now }: Pick<ServiceClientsOptions, 'apiKey' | 'now'>,
  configured: ServiceUrls | null,
  signal: AbortSignal,
): Promise<Result<null>> {
  switch (service) {
    case 'picture': {
      const isConfigured = originOf(url) === originOf(configured?.picture ?? null);
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
