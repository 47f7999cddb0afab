import { z } from 'zod';
import {
  pictureUrlsOf,
  publicKey,
  type ServiceUrls,
  type ServiceTest,
} from '#shared/settings/settings.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { DisplayNeed } from '#picture/download/picture-addresses.ts';
import { createHttp, endpoint, type Http, type JsonAnswer } from '#platform/http/http.ts';
import { createDownloader } from '#picture/download/download.ts';
import {
  createLegacySource,
  createPictureSources,
  createSuccessorSource,
} from '#picture/providers/sources.ts';
import { createPositionSource } from '#station/position-client.ts';
import { createPostsService } from '#journal/posts-client.ts';
import type { ProxyFor } from '#platform/http/system-proxy.ts';
import { malformed } from '#platform/http/failures.ts';

export type ServiceClients = ReturnType<typeof createServiceClients>;

interface ServiceClientsOptions {
  readonly userAgent: string;
  /** Null while the services are starting. */
  readonly urls: () => ServiceUrls | null;
  /** The key for the picture service at this address. */
  readonly apiKey: (service: string) => string;
  /** Where pictures are kept. */
  readonly pictureFolder: string;
  /** The size that the displays need; without it nothing is known of them. */
  readonly pictureNeed?: () => DisplayNeed;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** The proxy for an address; default: none. */
  readonly proxy?: ProxyFor;
}

/** The clients of the three services, over one HTTP layer. */
export function createServiceClients(options: ServiceClientsOptions) {
  const { userAgent, urls, apiKey, pictureFolder, pictureNeed, now, proxy } = options;
  const http = createHttp({ userAgent, ...(proxy === undefined ? {} : { proxy }) });
  const pictureUrl = (): string | null => urls()?.picture ?? null;
  const pictureUrls = () => {
    const known = urls();
    return known === null ? null : pictureUrlsOf(known);
  };
  return {
    /** In the order of asking. */
    pictures: createPictureSources({ http, urls: pictureUrls, apiKey, now }),
    downloader: createDownloader({
      http,
      folder: pictureFolder,
      serviceUrls: () => Object.values(pictureUrls() ?? {}),
      ...(pictureNeed === undefined ? {} : { need: pictureNeed }),
    }),
    position: createPositionSource({ http, baseUrl: () => urls()?.position ?? null, now }),
    posts: createPostsService({ http, baseUrl: () => urls()?.posts ?? null }),

    /** Tests the service at an address. */
    probe: createProbe({ http, apiKey, configured: pictureUrl, now }),

    /** Ends what is under way and closes the connections. */
    dispose: () => http.close(),
  };
}

interface ProbeOptions {
  readonly http: Http;
  /** The key for the picture service at this address. */
  readonly apiKey: (service: string) => string;
  /** The address of the picture service that the app uses. */
  readonly configured: () => string | null;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

type Probe = (test: ServiceTest, signal: AbortSignal) => Promise<Result<null>>;

/**
 * Tests the service at an address with its smallest request, parsed as the app does.
 *
 * A picture service passes if the legacy service or its successor answers there. The person’s API key is sent to the
 * configured picture service only: another one gets the public key, and passes if it refuses that, because only such a
 * service knows of keys.
 */
export function createProbe(options: ProbeOptions): Probe {
  const { http, apiKey, configured, now } = options;
  return async ({ service, url }, signal) => {
    const baseUrl = (): string => url;
    switch (service) {
      case 'picture': {
        const isConfigured = originOf(url) === originOf(configured());
        const key = isConfigured ? apiKey : (): string => publicKey;
        const legacy = createLegacySource({ http, baseUrl, apiKey: key, now });
        const answer = await legacy.fetch(null, signal);
        if (answer.ok) return ok(null);
        const { kind } = answer.failure;
        if (kind === 'key-refused') return isConfigured ? answer : ok(null);
        const successorUrl = pictureUrlsOf({ picture: url }).successor;
        const successor = createSuccessorSource({ http, baseUrl: () => successorUrl });
        return (await successor.fetch(null, signal)).ok ? ok(null) : answer;
      }
      case 'position': {
        const answer = await createPositionSource({ http, baseUrl, now }).fetch(signal);
        return answer.ok ? ok(null) : answer;
      }
      case 'posts':
        return probePosts(http, url, signal);
    }
  };
}

const originOf = (url: string | null): string | null =>
  url === null ? null : (URL.parse(url)?.origin ?? null);

const createdSchema = z.object({ id: z.int() });

/**
 * The posts service can only be written to. A post without its required fields is refused with 400 (specification), or
 * gets a number from the public service, which stores nothing.
 */
async function probePosts(http: Http, base: string, signal: AbortSignal): Promise<Result<null>> {
  const send = (path: string): Promise<Result<JsonAnswer>> => {
    const target = endpoint(base, path);
    return target.ok
      ? http.json({ method: 'POST', url: target.value, body: {} }, signal)
      : Promise.resolve(target);
  };
  const answer = await send('/posts');
  if (answer.ok) {
    const parsed = createdSchema.safeParse(answer.value.body);
    return parsed.success ? ok(null) : fail(malformed(parsed.error));
  }
  if (!isRefusal(answer)) return answer;
  // A service that answers 400 to any unknown request, such as the position service, is not a posts service.
  return isRefusal(await send('/no-posts'))
    ? fail({ kind: 'malformed', detail: 'it refuses everything in the same way' })
    : ok(null);
}

const isRefusal = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 400;
