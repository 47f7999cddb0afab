import {
  articlePath,
  assetPath,
  dayCodeOf,
  longDate,
  monthFirstDate,
  originalsPath,
  placeholderPath,
  renditionsPath,
} from '../addresses.ts';
import { addDays, countDays, easternMidnight, firstDay } from '../calendar.ts';
import { classicHeading } from '../classic-heading.ts';
import { type Day, dayOf } from '../day.ts';

import { originalFileOf } from '../photos.ts';
import { toHtml, type PictureWords, pictureWordsOf } from '../words.ts';
import type { PictureWorld } from '../world.ts';
import { type AnswerForm, answerFormOf } from './forms.ts';
import type { SuccessorItem } from './schemas.ts';

const mediaTypes = { image: 'image', video: 'video', other: 'iframe' } as const;
/** The number of the first post, which is larger than any day, month or page number. */
const firstPostNumber = 1_300_000;
const boilerplateText =
  'See Explanation. Clicking on the picture will download the highest resolution version available.';

/** The record of a day in the successor's HTML format, with the irregularities of the day. */
export function successorItemOf(
  world: PictureWorld,
  date: string,
  newest: string,
  origin: string,
): SuccessorItem {
  const day = dayOf(date, world, newest);
  const form = answerFormOf(date);
  const words = pictureWordsOf(day);
  const code = dayCodeOf(date);
  const articleUrl = `${origin}${articlePath(date, words.title)}`;
  const title = toHtml(words.title);
  const explanation = `${form.label}${explanationWithLink(words, articleUrl)}${form.notices}`;
  const credit = creditOf(day, form, articleUrl);
  const hdurl = hdurlOf(world, day, form, newest, origin);
  return {
    date,
    post_id: firstPostNumber + countDays(firstDay, date),
    title: form.hasTitlePrefix ? `APOD: ${titleDateOf(date)} &#8211; ${title}` : title,
    permalink: articleUrl,
    media_type: form.mediaType === 'known' ? mediaTypes[day.kind] : null,
    explanation,
    credit,
    ...rightsOf(day, form, credit),
    alt: { words: words.alt, boilerplate: boilerplateText, false: false as const, empty: '' }[
      form.alt
    ],
    url: articleUrl,
    ...(hdurl === undefined ? {} : { hdurl }),
    basic_html: basicHtml({
      world,
      day,
      form,
      words,
      explanation,
      credit,
      article: articleUrl,
      origin,
      newest,
    }),
    basic_html_url: `${origin}/wp-json/wp/v2/apod-basic/${code}/html`,
  };
}

/** Old titles have the date as the pages of their years. */
const titleDateOf = (date: string): string =>
  date < '1998-01-01' ? monthFirstDate(date) : longDate(date);

/** The explanation with a link, and with a space before the punctuation after the link. */
function explanationWithLink({ explanation }: PictureWords, article: string): string {
  const [first = '', ...rest] = toHtml(explanation).split('simulated:');
  return `${first}<a href="${article}">simulated</a> :${rest.join('simulated:')}`;
}

function creditOf({ kind, copyright }: Day, { creditLabel }: AnswerForm, article: string): string {
  const label = kind === 'video' ? creditLabel.replace('Image', 'Video') : creditLabel;
  const creditName = copyright ?? 'Overhead&#8217;s embedded picture service';
  const processing = copyright === null ? '' : ' ; <em>Processing</em>: the star drawing';
  return `${label}<a href="${article}">${creditName}</a>${processing}`;
}

/** The field `copyright`, which repeats the credit even if the picture is in the public domain. */
function rightsOf(
  day: Day,
  { copyright }: AnswerForm,
  credit: string,
): { copyright?: string | false } {
  if (day.copyright !== null || copyright === 'credit') return { copyright: credit };
  return copyright === 'false' ? { copyright: false } : {};
}

function hdurlOf(
  world: PictureWorld,
  { date, kind, photo }: Day,
  form: AnswerForm,
  newest: string,
  origin: string,
): string | false | undefined {
  if (!world.hasHdurl) return false;
  if (kind === 'other') return undefined;
  const { width, height } = originalFileOf(photo);
  const size = `w=${width}&h=${height}`;
  const path = assetPath(date, photo);
  const placeholderUrl = (name: Parameters<typeof placeholderPath>[0]): string =>
    `${origin}${placeholderPath(name)}?w=594&h=516&fit=clip&crop=faces%2Cfocalpoint`;
  if (world.placeholder !== null && date === newest) return placeholderUrl(world.placeholder.name);
  const addressForm = kind === 'video' ? form.still : form.hdurl;
  switch (addressForm) {
    case 'rendition':
      return `${origin}${renditionsPath}${path}?${size}&fit=clip&crop=faces%2Cfocalpoint`;
    case 'no-crop':
      return `${origin}${renditionsPath}${path}?${size}&fit=clip`;
    case 'original':
      return `${origin}${originalsPath}${path}?${size}&fit=clip&crop=faces%2Cfocalpoint`;
    case 'no-size':
      return `${origin}${renditionsPath}${path}?w=0&h=0`;
    case 'placeholder':
      return placeholderUrl('news-thumbnail.png');
    case 'false':
      return false;
    case 'absent':
      return undefined;
  }
}

interface Page {
  readonly world: PictureWorld;
  readonly day: Day;
  readonly form: AnswerForm;
  readonly words: PictureWords;
  readonly explanation: string;
  readonly credit: string;
  readonly article: string;
  readonly origin: string;
  readonly newest: string;
}

/** The part of the page before the first `</center>`: the video, or the picture if the page shows it. */
function mediaOf({ world, day, form, words, origin, newest }: Page): string {
  const { date, kind, photo } = day;
  if (kind === 'other') return '';
  if (kind === 'video') {
    const videoUrl = `${origin}${originalsPath}${assetPath(date, photo, 'mp4')}`;
    const frameUrl = `//${new URL(origin).host}/video/${date}?rel=0&amp;showinfo=0`;
    return form.video === 'file'
      ? `<video width="960" height="540" controls>\n<source src="${videoUrl}" type="video/mp4">\n</video>\n`
      : `<iframe width="960" height="540" src="${frameUrl}" allowfullscreen></iframe>\n`;
  }
  const isReplaced = world.placeholder !== null && date === newest;
  if (isReplaced ? !world.placeholder.hasImage : !form.hasImage) return '';
  const pictureUrl = `${origin}${originalsPath}${assetPath(date, photo)}`;
  return `<a href="${pictureUrl}">\n<IMG SRC="${pictureUrl}" alt="${toHtml(words.alt)}"></a>\n`;
}

/** The classic page in the successor's version, which has two labels and empty parts. */
function basicHtml(page: Page): string {
  const { day, words, explanation, credit, article, origin } = page;
  const { date } = day;
  const title = toHtml(words.title);
  const flatText = toHtml(`Explanation: ${words.explanation}`);
  const publishTime = new Date(easternMidnight(date) + 5 * 60_000).toISOString();
  return `<!doctype html>
<html>
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title> APOD: ${longDate(date)} - ${title}</title>
<link rel="canonical" href="${article}">
<meta name="description" content="${flatText}">
<!-- -->
<meta property="og:type" content="article">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${article}">
<meta property="og:site_name" content="NASA Science">
<meta property="article:published_time" content="${publishTime}">
</head>
${classicHeading(`${origin}/en/`)}
${longDate(date)}<br>

${mediaOf(page)}</center>

<center>
<b> ${title} </b> <br>

<b>Image Credit &
<a href="https://science.nasa.gov/apod/about-apod/">Copyright</a>:</b>

${credit}
</center>

<p>

<b> Explanation: </b>

${explanation}
<p> <center>

<p> <hr>
<a href="${origin}/en/ap${dayCodeOf(addDays(date, -1))}.html">&lt;</a>
| <a href="/feed/apod-basic/">RSS</a>
| &gt;

<hr><p>
<b> Authors & editors: </b>
The Overhead authors: this service is simulated<br>
</center>
</body>
</html>`;
}
