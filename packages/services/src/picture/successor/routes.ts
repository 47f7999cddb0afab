import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { type ServiceEnv, worldOf } from '#services/scenarios/definition.ts';
import { dateOfDayCode } from '../addresses.ts';
import { easternMidnight } from '../calendar.ts';
import {
  isPublished,
  missingDays,
  newestSuccessorDay,
  type PictureWorld,
  defaultPictureWorld,
} from '../world.ts';
import { successorItemOf } from './item.ts';
import { listPageOf } from './list.ts';
import { listQuerySchema, type SuccessorItem } from './schemas.ts';

const successorPath = '/wp-json/wp/v2/apod-basic';
const feedPath = '/feed/apod-basic/';

const jsonHeaders = { 'Content-Type': 'application/json; charset=UTF-8' };

type RouteContext = Context<ServiceEnv<PictureWorld>>;

/** Adds the successor of v1, which needs no key: a list of days (newest first), single days, and the feed. */
export function addSuccessor(
  app: Hono<ServiceEnv<PictureWorld>>,
  { now }: { readonly now: () => number },
): void {
  const dayAt = (c: RouteContext): SuccessorItem | undefined => {
    const date = dateOfDayCode(c.req.param('code') ?? '');
    const world = worldOf(c.env, defaultPictureWorld);
    const newestDate = newestSuccessorDay(world, now());
    const isThere =
      date !== undefined &&
      isPublished(date, newestDate) &&
      !(missingDays as readonly string[]).includes(date);
    return isThere ? successorItemOf(world, date, newestDate, originOf(c)) : undefined;
  };
  const notFoundAnswer = (c: Context): Response => {
    const body = { code: 'apod_basic_not_found', message: 'APOD not found.' };
    return c.json({ ...body, data: { status: 404 } }, 404, jsonHeaders);
  };

  app.get(successorPath, (c: RouteContext) => {
    const parseResult = listQuerySchema.safeParse(c.req.query());
    if (!parseResult.success) return c.json(invalidParameters(parseResult.error), 400, jsonHeaders);
    const world = worldOf(c.env, defaultPictureWorld);
    const { data } = parseResult;
    const { items, total, pages } = listPageOf(
      world,
      data,
      newestSuccessorDay(world, now()),
      originOf(c),
    );
    return c.json(items.map(createFieldFilter(data._fields)), 200, {
      ...jsonHeaders,
      'X-WP-Total': String(total),
      'X-WP-TotalPages': String(pages),
    });
  });

  app.get(`${successorPath}/:code{[0-9]{6}}`, (c: RouteContext) => {
    const item = dayAt(c);
    return item === undefined
      ? notFoundAnswer(c)
      : c.json(createFieldFilter(c.req.query('_fields'))(item), 200, jsonHeaders);
  });

  app.get(`${successorPath}/:code{[0-9]{6}}/html`, (c: RouteContext) => {
    const item = dayAt(c);
    return item === undefined ? notFoundAnswer(c) : c.html(item.basic_html);
  });

  app.get(feedPath, (c: RouteContext) => {
    const world = worldOf(c.env, defaultPictureWorld);
    const newestDate = newestSuccessorDay(world, now());
    const { items } = listPageOf(world, { page: 1, per_page: 10 }, newestDate, originOf(c));
    return c.body(feedOf(items, originOf(c)), 200, {
      'Content-Type': 'application/rss+xml; charset=UTF-8',
    });
  });

  app.all('/wp-json/*', (c) => {
    const message = 'No route was found matching the URL and request method.';
    return c.json({ code: 'rest_no_route', message, data: { status: 404 } }, 404, jsonHeaders);
  });
}

function originOf(c: Context): string {
  return new URL(c.req.url).origin;
}

/** Returns a function that keeps the named fields of a day (`a,b,c`), or all fields if none are named. */
function createFieldFilter(
  wanted: string | undefined,
): (item: SuccessorItem) => Partial<SuccessorItem> {
  if (wanted === undefined) return (item) => item;
  const names = new Set(wanted.split(',').map((name) => name.trim()));
  return (item) => Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

/** WordPress's error, which names every wrong parameter. */
function invalidParameters({ issues }: z.ZodError) {
  const names = new Set(issues.map(({ path }) => String(path[0])));
  const message = `Invalid parameter(s): ${[...names].join(', ')}`;
  return { code: 'rest_invalid_param', message, data: { status: 400 } };
}

const namespaces = [
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:apod="https://science.nasa.gov/apod/"',
];

/** The successor's feed (RSS 2.0): the given days, without `media_type`. */
function feedOf(items: readonly SuccessorItem[], origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" ${namespaces.join(' ')}>
<channel>
	<title>APOD Basic</title>
	<description>APOD Basic markup feed.</description>
	<link>${origin}/</link>
	<atom:link href="${origin}/feed/apod-basic/" rel="self" type="application/rss+xml" />
	<language>en-us</language>
${items.map(entryOf).join('')}</channel>
</rss>
`;
}

function entryOf(item: SuccessorItem): string {
  const { date, title, permalink, hdurl, credit, copyright, alt, explanation, basic_html } = item;
  const element = (name: string, content: string): string => `\t\t<${name}>${content}</${name}>\n`;
  const words = escapeXml(alt === false ? '' : (alt ?? ''));
  return [
    '\t<item>\n',
    // Entities are written as numbers, because XML defines names for only a few characters. The texts already use
    // numbers for HTML.
    element('title', title),
    element('link', permalink),
    `\t\t<guid isPermaLink="true">${permalink}</guid>\n`,
    element('pubDate', rfc822(easternMidnight(date) + 5 * 60_000)),
    element('apod:url', permalink),
    element('apod:hdurl', escapeXml(hdurl === false ? '' : (hdurl ?? ''))),
    element('apod:credit', cdata(credit)),
    element('apod:copyright', cdata(copyright === false ? '' : (copyright ?? ''))),
    element('apod:alt', words),
    element('apod:primary_image_alt', words),
    element('apod:explanation', cdata(explanation)),
    element('description', cdata(explanation)),
    element('content:encoded', cdata(basic_html)),
    '\t</item>\n',
  ].join('');
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&#038;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cdata = (text: string): string => `<![CDATA[${text}]]>`;
/** The time in the format of the feed, such as `Wed, 16 Sep 2026 04:05:00 +0000`. */
const rfc822 = (time: number): string => new Date(time).toUTCString().replace('GMT', '+0000');
