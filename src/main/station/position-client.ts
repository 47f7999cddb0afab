import { z } from 'zod';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { Fix } from '#shared/station/station.ts';
import { endpointUrl } from '#platform/http/http.ts';
import type { Http } from '#platform/http/http.ts';
import { malformedAnswer } from '#platform/http/failures.ts';
import { geodeticLatitude } from './orbit/frames.ts';
import { checkFixAlone } from './plausibility.ts';

export interface PositionSource {
  fetch(signal: AbortSignal): Promise<Result<Fix>>;
}

/**
 * Requests the position from the service (`GET /iss-now.json`) and checks the form of the answer; `plausibility.ts`
 * checks the position.
 *
 * @param baseUrl null while the service is still starting
 * @param now milliseconds since the Unix epoch
 */
export async function fetchPosition(
  http: Http,
  baseUrl: string | null,
  now: () => number,
  signal: AbortSignal,
): Promise<Result<Fix>> {
  const target = endpointUrl(baseUrl, '/iss-now.json');
  if (!target.ok) return target;
  const answer = await http.json({ method: 'GET', url: target.value }, signal);
  return answer.ok ? parseFix(answer.value.body, now()) : answer;
}

/**
 * Requests the position as `fetchPosition`, and fails if the position is implausible on its own: a test of a service
 * must not accept an answer that the app would refuse.
 */
export async function probePosition(
  ...request: Parameters<typeof fetchPosition>
): Promise<Result<Fix>> {
  const answer = await fetchPosition(...request);
  if (!answer.ok) return answer;
  const implausible = checkFixAlone(answer.value, null);
  return implausible === null ? answer : fail(implausible);
}

/** A decimal number, as text or as a number: deployments differ. */
const decimalSchema = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,12}(\.\d+)?$/, 'not a decimal number')
    .transform(Number),
]);

const answerSchema = z.object({
  message: z.literal('success'),
  timestamp: decimalSchema.pipe(z.int().min(0).max(99_999_999_999)),
  iss_position: z.object({
    latitude: decimalSchema.pipe(z.number().min(-90).max(90)),
    longitude: decimalSchema.pipe(z.number().min(-180).max(180)),
  }),
});

/**
 * Parses an answer of the position service. The service sends a geocentric latitude and rounds the second down; the fix
 * is geodetic and valid in the middle of that second.
 *
 * @param receivedAt milliseconds since the Unix epoch
 * @returns fails with `malformed` when the answer is no position, for example if its message is "failure"
 */
export function parseFix(answer: unknown, receivedAt: number): Result<Fix> {
  const parseResult = answerSchema.safeParse(answer);
  if (!parseResult.success) return fail(malformedAnswer(parseResult.error));
  const { timestamp, iss_position: position } = parseResult.data;
  return ok({
    time: timestamp + 0.5,
    latitude: geodeticLatitude(position.latitude),
    longitude: position.longitude,
    receivedAt,
  });
}
