import type { PositionSource } from './ports.ts';
import { endpoint } from '#platform/http/http.ts';
import type { Http } from '#platform/http/http.ts';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { Fix } from '#shared/station/station.ts';
import { malformed } from '#platform/http/failures.ts';
import { geodeticLatitude } from './orbit/frames.ts';

/**
 * The position service (`GET /iss-now.json`). Whether a fix is plausible is for the domain to judge.
 *
 * @param baseUrl null while the service is still starting
 * @param now milliseconds since the Unix epoch
 */
export function createPositionSource({
  http,
  baseUrl,
  now,
}: {
  http: Http;
  baseUrl: () => string | null;
  now: () => number;
}): PositionSource {
  return {
    async fetch(signal) {
      const target = endpoint(baseUrl(), '/iss-now.json');
      if (!target.ok) return target;
      const answer = await http.json({ method: 'GET', url: target.value }, signal);
      return answer.ok ? parseFix(answer.value.body, now()) : answer;
    },
  };
}

/** A decimal number, as text or as a number: deployments differ. */
const decimal = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,12}(\.\d+)?$/, 'not a decimal number')
    .transform(Number),
]);

const answerSchema = z.object({
  message: z.literal('success'),
  timestamp: decimal.pipe(z.int().min(0).max(99_999_999_999)),
  iss_position: z.object({
    latitude: decimal.pipe(z.number().min(-90).max(90)),
    longitude: decimal.pipe(z.number().min(-180).max(180)),
  }),
});

/**
 * Checks an answer of the position service and turns it into a fix. The service sends the geocentric
 * latitude, and the second rounded down: the fix is geodetic and valid in the middle of that second.
 *
 * @param receivedAt milliseconds since the Unix epoch
 * @returns `malformed` when it is no fix, also when the service says "failure"
 */
export function parseFix(answer: unknown, receivedAt: number): Result<Fix> {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) return fail(malformed(parsed.error));
  const { timestamp, iss_position: position } = parsed.data;
  return ok({
    time: timestamp + 0.5,
    latitude: geodeticLatitude(position.latitude),
    longitude: position.longitude,
    receivedAt,
  });
}
