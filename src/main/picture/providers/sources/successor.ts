import type { PictureSource } from '#picture/ports.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { longestAnswer, readAnswer } from '../read-day.ts';
import { dayCode, type SourceOptions } from './options.ts';

const path = '/wp-json/wp/v2/apod-basic';

/** The service at science.nasa.gov that succeeds the legacy one. It has no key, and so no quota of one. */
export function createSuccessorSource({ http, baseUrl }: SourceOptions): PictureSource {
  return {
    name: 'successor',
    quota: () => null,
    async fetch(date, signal) {
      // `?date=` is silently ignored: each day has an address of its own.
      const target =
        date === null
          ? endpoint(baseUrl(), path, { page: '1', per_page: '1' })
          : endpoint(baseUrl(), `${path}/${dayCode(date)}`);
      if (!target.ok) return target;
      const url = target.value;
      const answer = await http.json({ method: 'GET', url, limit: longestAnswer }, signal);
      return answer.ok
        ? readAnswer(answer.value.body, { date, url, servedBy: 'successor' })
        : answer;
    },
  };
}
