import { fail, type Result } from '#shared/failure.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import { easternDate } from '#picture/eastern.ts';
import type { PictureSource } from '#picture/ports.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { dateIn, readFeedItems } from '../markup.ts';
import { readAnswer } from '../read-day.ts';
import { longestPage, type SourceOptions } from './options.ts';

/** The feed of science.nasa.gov. It has the newest days only, on the same host as the successor. */
export function createFeedSource({ http, baseUrl }: SourceOptions): PictureSource {
  return {
    name: 'feed',
    quota: () => null,
    async fetch(date, signal) {
      const target = endpoint(baseUrl(), '/feed/apod-basic/');
      if (!target.ok) return target;
      const url = target.value;
      const accept = 'application/rss+xml, application/xml';
      const answer = await http.text({ url, accept, limit: longestPage }, signal);
      return answer.ok ? readFeed(answer.value, url, date) : answer;
    },
  };
}

function readFeed(feed: string, url: URL, date: string | null): Result<PictureRecord> {
  const items = readFeedItems(feed);
  if (items.length === 0) return fail({ kind: 'malformed', detail: 'it is no feed with days' });
  const days = items.map((item) => ({
    date: dayOfItem(item),
    title: item['title'],
    permalink: item['link'],
    explanation: item['apod:explanation'] ?? item['description'],
    credit: item['apod:credit'],
    copyright: item['apod:copyright'],
    alt: item['apod:alt'] ?? item['apod:primary_image_alt'],
    url: item['apod:url'],
    hdurl: item['apod:hdurl'],
    basic_html: item['content:encoded'],
  }));
  const wanted = date === null ? days : days.filter((day) => day.date === date);
  return readAnswer(wanted, { date, url, servedBy: 'feed' });
}

/** The article's address names the day; what is published may be some hours late. */
function dayOfItem(item: Readonly<Record<string, string>>): string {
  const named = dateIn(item['link'] ?? '') ?? dateIn(item['guid'] ?? '');
  const published = Date.parse(item['pubDate'] ?? '');
  return named ?? (Number.isNaN(published) ? '' : easternDate(published));
}
