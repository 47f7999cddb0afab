import { z } from 'zod';
import { fail, ok, type Result } from '#shared/failure.ts';
import { pictureUrlsOf, type ServiceTest } from '#shared/settings/settings.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import type { Http, JsonAnswer } from '#platform/http/http.ts';
import { malformed } from '#platform/http/issues.ts';
import { createLegacySource, createSuccessorSource } from '#picture/providers/sources.ts';
import { createPositionSource } from '#station/position-client.ts';

/** A key that is nobody’s. */
const publicKey = 'DEMO_KEY';

export interface ProbeOptions {
  readonly http: Http;
  /** The key for the picture service at this address. */
  readonly apiKey: (service: string) => string;
  /** The address of the picture service that the app uses. */
  readonly configured: () => string | null;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

export type Probe = (test: ServiceTest, signal: AbortSignal) => Promise<Result<null>>;

/**
 * Asks the service at an address for its smallest answer, and reads it as the app does.
 *
 * A picture service passes when the legacy service or its successor answers there. The person’s API key goes to the
 * configured picture service alone: another one is asked with the public key, and passes when it refuses that one,
 * since only such a service knows of keys.
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
 * The posts service can only be written to. A post without its required fields is refused with 400 by the
 * specification, and numbered by the public service: nothing is created either way.
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
  // A service that says 400 to whatever it does not know, as that of positions does, is not the one.
  return isRefusal(await send('/no-posts'))
    ? fail({ kind: 'malformed', detail: 'it refuses everything in the same way' })
    : ok(null);
}

const isRefusal = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 400;
