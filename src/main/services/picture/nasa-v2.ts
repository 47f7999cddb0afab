import type { PictureSource } from '../../domain/picture/ports.ts';
import { endpoint } from '../endpoint.ts';
import type { Http } from '../http.ts';
import { longestAnswer, readAnswer } from './read-day.ts';

const path = '/wp-json/wp/v2/apod-basic';

/**
 * The successor of the specified picture service. It knows no key, and so no quota of one.
 *
 * @param baseUrl null while the service is still starting
 */
export function createSuccessorSource({
  http,
  baseUrl,
}: {
  http: Http;
  baseUrl: () => string | null;
}): PictureSource {
  return {
    name: 'successor',
    quota: () => null,
    async fetch(date, signal) {
      // `?date=` is silently ignored: one day has an address of its own, YYMMDD.
      const target =
        date === null
          ? endpoint(baseUrl(), path, { page: '1', per_page: '1' })
          : endpoint(baseUrl(), `${path}/${date.slice(2).replaceAll('-', '')}`);
      if (!target.ok) return target;
      const url = target.value;
      const answer = await http.json({ method: 'GET', url, limit: longestAnswer }, signal);
      return answer.ok
        ? readAnswer(answer.value.body, { date, url, servedBy: 'successor' })
        : answer;
    },
  };
}
