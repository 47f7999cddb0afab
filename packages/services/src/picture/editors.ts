import type { Context, Hono } from 'hono';
import { notFoundAnswer } from '../http/problem.ts';
import { type ServiceEnv, worldOf } from '../scenarios/definition.ts';
import { dayCodeOf, dateOfDayCode, fileNameOf, longDate, monthFirstDate } from './addresses.ts';
import { addDays, easternMidnight } from './calendar.ts';
import { classicHeading } from './classic-heading.ts';
import { type Day, dayOf } from './day.ts';
import { toHtml, pictureWordsOf } from './words.ts';
import { isPublished, newestDay, type PictureWorld, defaultPictureWorld } from './world.ts';

type RouteContext = Context<ServiceEnv<PictureWorld>>;

/** Adds the editors' own site: the classic pages, the pictures on them, and a feed. */
export function addEditors(
  app: Hono<ServiceEnv<PictureWorld>>,
  { now }: { readonly now: () => number },
): void {
  app.get('/en/', (c: RouteContext) => {
    const world = worldOf(c.env, defaultPictureWorld);
    const newestDate = newestDay(world, now());
    return c.html(classicPage(dayOf(newestDate, world, newestDate)));
  });

  app.get('/en/:page{ap[0-9]{6}\\.html}', (c: RouteContext) => {
    const world = worldOf(c.env, defaultPictureWorld);
    const newestDate = newestDay(world, now());
    const date = dateOfDayCode((c.req.param('page') ?? '').slice(2, 8));
    if (date === undefined || !isPublished(date, newestDate)) return notFoundAnswer(c);
    return c.html(classicPage(dayOf(date, world, newestDate)));
  });

  app.get('/feed.rss', (c: RouteContext) => {
    const world = worldOf(c.env, defaultPictureWorld);
    const newestDate = newestDay(world, now());
    const { origin } = new URL(c.req.url);
    const items = Array.from({ length: 7 }, (_, n) =>
      entryOf(dayOf(addDays(newestDate, -n), world, newestDate), origin),
    );
    return c.body(feedOf(items, origin), 200, { 'Content-Type': 'application/rss+xml' });
  });
}

/** The path of the picture, relative to the page: `image/2611/NAME`. */
const imagePath = ({ date, photo }: Day): string =>
  `image/${dayCodeOf(date).slice(0, 4)}/${fileNameOf(date, photo)}`;

/** The pages before this day write the month first, and their first year has another layout. */
const yearFirstSince = '1998-01-01';
const secondLayoutSince = '1996-07-01';

/** A page of the first year: title, credit and explanation are separated by their labels only. */
function firstPage(day: Day): string {
  const words = pictureWordsOf(day);
  const picture = imagePath(day);
  const media =
    day.kind === 'image'
      ? `<A HREF="${picture}"><IMG SRC="${picture}" ALT="${toHtml(words.alt)}"></A>`
      : '';
  return `<HTML><HEAD><TITLE>APOD: ${monthFirstDate(day.date)} - ${toHtml(words.title)}</TITLE></HEAD>
<BODY BGCOLOR="#000000">
<CENTER>
<H1>Astronomy Picture of the Day</H1>
<P>
Today's Picture: ${monthFirstDate(day.date)}
<P>${media}
</CENTER>
<B>${toHtml(words.title)}</B><BR>
<B>Picture Credit:</B> ${day.copyright ?? "Overhead's embedded picture service"}
<P>
<B>Explanation:</B>
${wrapLines(toHtml(words.explanation))}
<P><B>Tomorrow's Picture:</B> another simulated sky
<P><HR>
We keep an archive of these pictures.
</BODY></HTML>
`;
}

/** A page in the classic layout, with the irregularities of hand-written pages: capitals, blanks, unclosed elements. */
function classicPage(day: Day): string {
  if (day.date < secondLayoutSince) return firstPage(day);
  const { date, kind, copyright } = day;
  const writtenDate = date < yearFirstSince ? monthFirstDate(date) : longDate(date);
  const words = pictureWordsOf(day);
  const title = toHtml(words.title);
  const picture = imagePath(day);
  const media = {
    image: `<a href="${picture}">\n<IMG SRC="${picture}"\nalt="${toHtml(words.alt)}" style="max-width:100%"></a>`,
    video: `<iframe width="960" height="540" src="/video/${date}?rel=0" frameborder="0" allowfullscreen></iframe>`,
    other: '',
  }[kind];
  const label = `${kind === 'video' ? 'Video' : 'Image'} Credit`;
  const rights =
    copyright === null ? '' : ' &\n<a href="lib/about_apod.html#srapply">Copyright</a>';
  const previousCode = dayCodeOf(addDays(date, -1));
  const nextCode = dayCodeOf(addDays(date, 1));
  return `<!doctype html>
<html>
<head>
<title> APOD: ${writtenDate} - ${title}
</title>
<meta name="keywords" content="simulated sky">
</head>

${classicHeading('archivepix.html')}
${writtenDate}
<br>
${media}
</center>

<center>
<b> ${title} </b> <br>
<b> ${label}${rights}: </b>
<a href="/feed.rss">${copyright ?? "Overhead's embedded picture service"}</a>
</center> <p>

<b> Explanation: </b>
${wrapLines(toHtml(words.explanation).replace('simulated', `<a href="ap${previousCode}.html">simulated</a>`))}

<p> <center>
<b> Tomorrow's picture: </b><a href="ap${nextCode}.html">another simulated sky</a>

<p> <hr>
<a href="ap${previousCode}.html">&lt;</a>
| <a href="archivepix.html">Archive</a>
| <a href="lib/aptree.html">Index</a>
| <a href="ap${nextCode}.html">&gt;</a>

<hr>
<p>
<b> Authors & editors: </b>
The Overhead authors: this service is simulated<br>
</center>
</body>
</html>
`;
}

/** The text with lines of about 80 characters. */
const wrapLines = (text: string): string => text.replace(/(.{60,80}) (?![^<]*>)/g, '$1\n');

function feedOf(items: readonly string[], origin: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>APOD</title>
<link>${origin}/</link>
<description>Astronomy Picture of the Day</description>
<language>en-us</language>
${items.join('')}</channel>
</rss>
`;
}

function entryOf(day: Day, origin: string): string {
  const { date, kind, copyright } = day;
  const { title, explanation } = pictureWordsOf(day);
  const link = `${origin}/en/ap${dayCodeOf(date)}.html`;
  const picture = `${origin}/en/${imagePath(day)}`;
  const html =
    kind === 'image'
      ? `<p><a href="${link}"><img src="${picture}" border="0" /></a><br />${toHtml(explanation)}</p>`
      : `<p>${toHtml(explanation)}</p>`;
  return `<item>
<title><![CDATA[${title}]]></title>
<link>${link}</link>
<guid>${link}</guid>
<pubDate>${new Date(easternMidnight(date)).toUTCString()}</pubDate>
<dc:creator>${copyright ?? 'The Overhead authors'}</dc:creator>
${kind === 'image' ? `<enclosure url="${picture}" length="0" type="image/jpeg" />\n` : ''}<description><![CDATA[${toHtml(explanation).slice(0, 160)}…]]></description>
<content:encoded><![CDATA[${html}]]></content:encoded>
</item>
`;
}
