import { fail, ok, type Result } from '#shared/failure.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import type { PictureSource } from '#picture/ports.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { readClassicPage, readFeedItems } from '../markup.ts';
import { readAnswer } from '../read-day.ts';
import { dayCode, dayOfCode, longestPage, type SourceOptions } from './options.ts';

/**
 * The editors' own site, which does not depend on the others: a page for each day in the classic layout, and a feed
 * that names the newest ones.
 */
export function createEditorsSource({ http, baseUrl }: SourceOptions): PictureSource {
  async function pageOf(date: string, signal: AbortSignal): Promise<Result<PictureRecord>> {
    const target = endpoint(baseUrl(), `/en/ap${dayCode(date)}.html`);
    if (!target.ok) return target;
    const url = target.value;
    const page = await http.text({ url, accept: 'text/html', limit: longestPage }, signal);
    return page.ok ? readPage(page.value, url, date) : page;
  }

  return {
    name: 'editors',
    quota: () => null,
    async fetch(date, signal) {
      if (date !== null) return pageOf(date, signal);
      const target = endpoint(baseUrl(), '/feed.rss');
      if (!target.ok) return target;
      const accept = 'application/rss+xml, application/xml';
      const feed = await http.text({ url: target.value, accept, limit: longestPage }, signal);
      if (!feed.ok) return feed;
      const newest = newestDay(feed.value);
      return newest === null
        ? fail({ kind: 'malformed', detail: 'its feed names no day' })
        : pageOf(newest, signal);
    },
  };
}

/** The feed's items link to the pages of their days. */
function newestDay(feed: string): string | null {
  const days = readFeedItems(feed).flatMap((item) => {
    const [, code] = /\/ap(\d{6})\.html/.exec(`${item['link'] ?? ''} ${item['guid'] ?? ''}`) ?? [];
    return code === undefined ? [] : [dayOfCode(code)];
  });
  return days.sort().at(-1) ?? null;
}

function readPage(html: string, url: URL, date: string): Result<PictureRecord> {
  const page = readClassicPage(html);
  const { image, linked, video } = page;
  const record = readAnswer(
    {
      date: page.date,
      title: page.title,
      explanation: page.explanation,
      copyright: page.credit,
      alt: image?.alt,
      media_type: video !== null ? 'video' : image !== null ? 'image' : 'other',
      url: video ?? image?.src,
      hdurl: linked !== null && /\.(jpe?g|png|gif|webp)$/i.test(linked.trim()) ? linked : null,
      thumbnail_url: page.poster,
    },
    { date, url, servedBy: 'editors' },
  );
  const pageUrl = url.protocol === 'https:' ? url.href : null;
  return record.ok ? ok({ ...record.value, pageUrl }) : record;
}
