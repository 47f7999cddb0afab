import { fail, type Failure } from '#shared/failure.ts';
import type { Quota } from '#shared/picture/picture.ts';
import type { PictureSource } from '#picture/ports.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { headerOf } from '#platform/http/failures.ts';
import { longestAnswer, readAnswer } from '../read-day.ts';
import type { SourceOptions } from './options.ts';

/**
 * Version 1 of the picture service (`GET /planetary/apod`), the only one with a key and a quota. Since it is being
 * replaced, it may also answer in the shape of its successor, or with a placeholder.
 *
 * @param apiKey the key for the service at that address
 */
export function createLegacySource({
  http,
  baseUrl,
  apiKey,
  now = Date.now,
}: SourceOptions & {
  readonly apiKey: (service: string) => string;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
}): PictureSource {
  let quota: Quota | null = null;

  return {
    name: 'legacy',
    quota: () => quota,
    async fetch(date, signal) {
      const base = baseUrl();
      const secret = base === null ? '' : apiKey(base);
      const target = endpoint(base, '/planetary/apod', {
        api_key: secret,
        hd: 'true',
        thumbs: 'true',
        ...(date === null ? {} : { date }),
      });
      if (!target.ok) return target;
      const answer = await http.json(
        {
          method: 'GET',
          url: target.value,
          secret,
          limit: longestAnswer,
          onHeaders(headers) {
            const remaining = count(headerOf(headers, 'x-ratelimit-remaining'));
            const limit = count(headerOf(headers, 'x-ratelimit-limit'));
            if (remaining !== null) quota = { limit, remaining, at: now() };
          },
        },
        signal,
      );
      if (!answer.ok) return fail(classify(answer.failure));
      return readAnswer(answer.value.body, { date, url: target.value, servedBy: 'legacy' });
    },
  };
}

function count(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : null;
}

/**
 * The service answers 400 as well as 404 for a day that has no picture (yet). INVALID_DATE is another matter: the
 * question was wrong.
 */
export function classify(failure: Failure): Failure {
  const noSuchDay =
    failure.kind === 'refused' &&
    failure.status === 400 &&
    /No data available for date|Date must be between|no APOD entry found/i.test(failure.message);
  return noSuchDay ? { kind: 'not-found' } : failure;
}
