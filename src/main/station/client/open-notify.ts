import type { PositionSource } from '../ports.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import type { Http } from '#platform/http/http.ts';
import { parseFix } from './wire.ts';

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
