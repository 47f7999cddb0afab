import { fail, ok, type Result } from '#shared/failure.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import { easternDate } from '#picture/eastern.ts';
import { dateIn, readClassicPage, readFeedItems } from './markup.ts';
import { readAnswer } from './read-day.ts';

/** The day of a code `YYMMDD`; years from 95 on are those before 2000. */
const dayOfCode = (code: string): string =>
  `${code >= '95' ? '19' : '20'}${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`;

/** The wanted or the newest day of the feed of science.nasa.gov. */
export function readFeed(feed: string, url: URL, date: string | null): Result<PictureRecord> {
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

/** The article's address names the day; `pubDate` may be some hours later. */
function dayOfItem(item: Readonly<Record<string, string>>): string {
  const named = dateIn(item['link'] ?? '') ?? dateIn(item['guid'] ?? '');
  const published = Date.parse(item['pubDate'] ?? '');
  return named ?? (Number.isNaN(published) ? '' : easternDate(published));
}

/** The newest day that the editors' feed names: its items link to the pages of their days. */
export function newestDay(feed: string): string | null {
  const days = readFeedItems(feed).flatMap((item) => {
    const [, code] = /\/ap(\d{6})\.html/.exec(`${item['link'] ?? ''} ${item['guid'] ?? ''}`) ?? [];
    return code === undefined ? [] : [dayOfCode(code)];
  });
  return days.sort().at(-1) ?? null;
}

/** A day from its page in the classic layout. */
export function readPage(html: string, url: URL, date: string): Result<PictureRecord> {
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
