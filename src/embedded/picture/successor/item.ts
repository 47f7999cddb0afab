import { dayOf, sizesOf } from '../day.ts';
import { countDays, firstDay } from '../calendar.ts';
import { toHtml } from '../pages/html.ts';
import { wordsOf } from '../words.ts';
import type { PictureWorld } from '../world.ts';
import { codeOf } from './code.ts';
import type { SuccessorItem } from './schemas.ts';

const mediaTypes = { image: 'image', video: 'video', other: 'iframe' } as const;
/** So that no number is that of a day, a month or a page. */
const firstPost = 300_000;

/** One day for the successor: what v1 says of it, in other words and as HTML. */
export function itemOf(
  world: PictureWorld,
  date: string,
  newest: string,
  origin: string,
): SuccessorItem {
  const day = dayOf(date, world, newest);
  const words = wordsOf(day);
  const title = toHtml(words.title);
  const code = codeOf(date);
  const article = `${origin}/apod/${code}`;
  const { width, height } = sizesOf(day).hd;
  const picture = `${origin}/image/${date}/hd.png?w=${width}&h=${height}&fit=clip&crop=faces%2Cfocalpoint`;
  const hasPicture = day.kind !== 'other' && world.hasHdurl;
  const explanation = `<p>${toHtml(words.explanation)}</p>\n`;
  return {
    date,
    post_id: firstPost + countDays(firstDay, date),
    title,
    permalink: article,
    media_type: mediaTypes[day.kind],
    explanation,
    credit: `<a href="${article}">Overhead&#8217;s embedded picture service</a>`,
    copyright: toHtml(day.copyright ?? ''),
    alt: words.alt,
    url: article,
    ...(hasPicture ? { hdurl: picture } : {}),
    basic_html: `<h1>${title}</h1>\n${explanation}`,
    basic_html_url: `${origin}/apod/ap${code}.html`,
  };
}
