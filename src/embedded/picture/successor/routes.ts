import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { type ServiceEnv, worldOf } from '../../scenarios/definition.ts';
import { addDays, countDays, firstDay } from '../calendar.ts';
import { isPublished, newestDay, type PictureWorld, plainWorld } from '../world.ts';
import { dateOf } from './code.ts';
import { itemOf } from './item.ts';
import { listQuerySchema } from './schemas.ts';

export const successorPath = '/wp-json/wp/v2/apod-basic';

/** The successor of v1: the same days, listed newest first or one by one, with no key. */
export function addSuccessor(
  app: Hono<ServiceEnv<PictureWorld>>,
  { now }: { readonly now: () => number },
): void {
  app.get(successorPath, (c) => {
    const parsed = listQuerySchema.safeParse(c.req.query());
    if (!parsed.success) return c.json(invalidParameters(parsed.error), 400);
    const { page, per_page, date_from, date_to } = parsed.data;
    const world = worldOf(c.env, plainWorld);
    const newest = newestDay(world, now());
    const from = later(firstDay, dateOf(date_from ?? '') ?? firstDay);
    const to = earlier(newest, dateOf(date_to ?? '') ?? newest);
    const total = Math.max(0, countDays(from, to));
    const before = (page - 1) * per_page;
    const length = Math.max(0, Math.min(per_page, total - before));
    const origin = originOf(c);
    const items = Array.from({ length }, (_, n) =>
      itemOf(world, addDays(to, -before - n), newest, origin),
    );
    return c.json(items, 200, {
      'X-WP-Total': String(total),
      'X-WP-TotalPages': String(Math.ceil(total / per_page)),
    });
  });

  app.get(`${successorPath}/:code{[0-9]{6}}`, (c) => {
    const date = dateOf(c.req.param('code'));
    const world = worldOf(c.env, plainWorld);
    const newest = newestDay(world, now());
    if (date === undefined || !isPublished(date, newest)) {
      const notThere = { code: 'apod_basic_not_found', message: 'APOD not found.' };
      return c.json({ ...notThere, data: { status: 404 } }, 404);
    }
    return c.json(itemOf(world, date, newest, originOf(c)));
  });

  app.all('/wp-json/*', (c) => {
    const message = 'No route was found matching the URL and request method.';
    return c.json({ code: 'rest_no_route', message, data: { status: 404 } }, 404);
  });
}

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

function originOf(c: Context): string {
  return new URL(c.req.url).origin;
}

/** In the shape of WordPress: every parameter that is wrong, with why. */
function invalidParameters({ issues }: z.ZodError) {
  const params: Record<string, string> = {};
  for (const { path, message } of issues) params[String(path[0])] ??= message;
  return {
    code: 'rest_invalid_param',
    message: `Invalid parameter(s): ${Object.keys(params).join(', ')}`,
    data: { status: 400, params, details: {} },
  };
}
