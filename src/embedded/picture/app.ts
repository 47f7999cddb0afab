import { Hono } from 'hono';
import { notFound, problem, unexpected } from '../http/problem.ts';
import type { Draw } from './gallery.ts';
import { isPublished, parseQuery } from './query.ts';
import { createQuota, demoWindows, personalWindows } from './quota.ts';
import { recordOf } from './record.ts';
import type { Size } from './sky/render.ts';

/** The shared key of the public service, always accepted. */
export const demoKey = 'DEMO_KEY';

const sizes: Readonly<Record<string, Size>> = {
  'standard.png': { width: 1280, height: 720 },
  'hd.png': { width: 1920, height: 1080 },
};

export interface PictureDependencies {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly draw: Draw;
  /** A personal key, accepted beside the demonstration key. */
  readonly key?: string | undefined;
}

/** The picture service (specification 2.3, 4.3, 5, 7, 8) and the pictures that it names. */
export function createPictureApp({ now, draw, key }: PictureDependencies): Hono {
  const quotas = new Map([[demoKey, createQuota(demoWindows)]]);
  if (key !== undefined && key !== demoKey) quotas.set(key, createQuota(personalWindows));

  const app = new Hono();

  app.get('/planetary/apod', (c) => {
    const { api_key: given = '', ...query } = c.req.query();
    const quota = quotas.get(given);
    if (quota === undefined) {
      const what = given === '' ? 'api_key is missing' : 'api_key is not a key of this service';
      return problem(c, 403, 'API_KEY_INVALID', what);
    }
    const time = now();
    const { allowed, limit, remaining, nextAt } = quota(time);
    c.header('X-RateLimit-Limit', String(limit));
    c.header('X-RateLimit-Remaining', String(remaining));
    if (!allowed) {
      c.header('Retry-After', String(Math.ceil((nextAt - time) / 1000)));
      const message = `no more than ${limit} requests in this window; the next one is let in later`;
      return problem(c, 429, 'RATE_LIMIT_EXCEEDED', message);
    }
    const parsed = parseQuery(query, time);
    if (!parsed.ok) return problem(c, 400, parsed.error, parsed.message);
    c.header('Cache-Control', 'public, max-age=60');
    return c.json(recordOf(parsed.date, new URL(c.req.url).origin, parsed.hd));
  });

  app.get('/image/:date/:file', async (c) => {
    const { date, file } = c.req.param();
    const size = Object.hasOwn(sizes, file) ? sizes[file] : undefined;
    if (size === undefined || !isPublished(date, now())) return notFound(c);
    const png = await draw(date, size);
    c.header('Content-Type', 'image/png');
    c.header('Cache-Control', 'public, max-age=86400, immutable');
    return c.body(png);
  });

  app.notFound(notFound);
  app.onError(unexpected);
  return app;
}
