import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { described, type Description } from '#embedded/openapi.ts';
import { type ServiceEnv, worldOf } from '#embedded/scenarios/definition.ts';
import { dateOf } from '../code.ts';
import {
  isPublished,
  missingDays,
  newestSuccessorDay,
  type PictureWorld,
  plainWorld,
} from '../world.ts';
import { feedOf } from './feed.ts';
import { itemOf } from './item.ts';
import { listOf } from './list.ts';
import {
  listQuerySchema,
  type SuccessorItem,
  successorErrorSchema,
  successorItemSchema,
} from './schemas.ts';

const successorPath = '/wp-json/wp/v2/apod-basic';
const feedPath = '/feed/apod-basic/';

const json = { 'Content-Type': 'application/json; charset=UTF-8' };

type Ask = Context<ServiceEnv<PictureWorld>>;

const listDays: Description = {
  operationId: 'listPictures',
  summary: 'The days, newest first',
  description:
    'Unknown parameters are ignored. X-WP-Total and X-WP-TotalPages count the days and the pages. Any other path below `/wp-json` is 404.',
  query: listQuerySchema,
  answers: { 200: z.array(successorItemSchema), 400: successorErrorSchema },
};
const readDay: Description = {
  operationId: 'readPictureOfDay',
  summary: 'One day, YYMMDD',
  query: listQuerySchema.pick({ _fields: true }),
  answers: { 200: successorItemSchema, 404: successorErrorSchema },
};
const readPage: Description = {
  operationId: 'readPageOfDay',
  summary: '`basic_html` of one day, YYMMDD',
  answers: { 200: 'text/html', 404: successorErrorSchema },
};
const readFeed: Description = {
  operationId: 'readFeed',
  summary: 'The last ten days of the successor, RSS 2.0',
  answers: { 200: 'application/rss+xml' },
};

/** The successor of v1: the days, listed newest first or one by one, with no key; and its feed. */
export function addSuccessor(
  app: Hono<ServiceEnv<PictureWorld>>,
  { now }: { readonly now: () => number },
): void {
  const dayAt = (c: Ask): SuccessorItem | undefined => {
    const date = dateOf(c.req.param('code') ?? '');
    const world = worldOf(c.env, plainWorld);
    const newest = newestSuccessorDay(world, now());
    const isThere =
      date !== undefined &&
      isPublished(date, newest) &&
      !(missingDays as readonly string[]).includes(date);
    return isThere ? itemOf(world, date, newest, originOf(c)) : undefined;
  };
  const notThere = (c: Context): Response => {
    const body = { code: 'apod_basic_not_found', message: 'APOD not found.' };
    return c.json({ ...body, data: { status: 404 } }, 404, json);
  };

  app.get(
    successorPath,
    described(listDays, (c: Ask) => {
      const parsed = listQuerySchema.safeParse(c.req.query());
      if (!parsed.success) return c.json(invalidParameters(parsed.error), 400, json);
      const world = worldOf(c.env, plainWorld);
      const { data } = parsed;
      const { items, total, pages } = listOf(
        world,
        data,
        newestSuccessorDay(world, now()),
        originOf(c),
      );
      if (data.page > pages && world.behindLastPage === 'error') return c.json(null, 400, json);
      return c.json(items.map(only(data._fields)), 200, {
        ...json,
        'X-WP-Total': String(total),
        'X-WP-TotalPages': String(pages),
      });
    }),
  );

  app.get(
    `${successorPath}/:code{[0-9]{6}}`,
    described(readDay, (c: Ask) => {
      const item = dayAt(c);
      return item === undefined
        ? notThere(c)
        : c.json(only(c.req.query('_fields'))(item), 200, json);
    }),
  );

  app.get(
    `${successorPath}/:code{[0-9]{6}}/html`,
    described(readPage, (c: Ask) => {
      const item = dayAt(c);
      return item === undefined ? notThere(c) : c.html(item.basic_html);
    }),
  );

  app.get(
    feedPath,
    described(readFeed, (c: Ask) => {
      const world = worldOf(c.env, plainWorld);
      const newest = newestSuccessorDay(world, now());
      const { items } = listOf(world, { page: 1, per_page: 10 }, newest, originOf(c));
      return c.body(feedOf(items, originOf(c)), 200, {
        'Content-Type': 'application/rss+xml; charset=UTF-8',
      });
    }),
  );

  app.all('/wp-json/*', (c) => {
    const message = 'No route was found matching the URL and request method.';
    return c.json({ code: 'rest_no_route', message, data: { status: 404 } }, 404, json);
  });
}

function originOf(c: Context): string {
  return new URL(c.req.url).origin;
}

/** Leaves the fields of a day that are wanted: `a,b,c`; all, where none are named. */
function only(wanted: string | undefined): (item: SuccessorItem) => Partial<SuccessorItem> {
  if (wanted === undefined) return (item) => item;
  const names = new Set(wanted.split(',').map((name) => name.trim()));
  return (item) => Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

/** In the shape of WordPress: every parameter that is wrong. */
function invalidParameters({ issues }: z.ZodError) {
  const names = new Set(issues.map(({ path }) => String(path[0])));
  const message = `Invalid parameter(s): ${[...names].join(', ')}`;
  return { code: 'rest_invalid_param', message, data: { status: 400 } };
}
