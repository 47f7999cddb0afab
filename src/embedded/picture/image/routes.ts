import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { notFound, problem } from '../../http/problem.ts';
import { type ServiceEnv, worldOf } from '../../scenarios/definition.ts';
import { dayOf, sizesOf } from '../day.ts';
import type { Draw } from '../gallery.ts';
import { isPublished, newestDay, type PictureWorld, plainWorld } from '../world.ts';
import { answerTo } from './conditional.ts';
import { drawMark } from './mark.ts';
import { resized, resizeSchema } from './size.ts';

/** Pictures of the days: `/image/DATE/standard.png` and `hd.png`, and the placeholder's mark. */
export function addImages(
  app: Hono<ServiceEnv<PictureWorld>>,
  { now, draw }: { readonly now: () => number; readonly draw: Draw },
): void {
  let mark: Promise<Buffer<ArrayBuffer>> | undefined;

  app.get('/image/:date/:file', async (c) => {
    const { date, file } = c.req.param();
    const world = worldOf(c.env, plainWorld);
    const newest = newestDay(world, now());
    if (!isPublished(date, newest)) return notFound(c);
    if (file === 'placeholder.png') return png(c, date, await (mark ??= drawMark()));
    if (file !== 'standard.png' && file !== 'hd.png') return notFound(c);
    const parsed = resizeSchema.safeParse(c.req.query());
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const detail = `${issue?.path.join('.') ?? 'query'} ${issue?.message ?? 'is not valid'}`;
      return problem(c, 400, 'Bad Request', detail);
    }
    const sizes = sizesOf(dayOf(date, world, newest));
    const own = file === 'hd.png' ? sizes.hd : sizes.standard;
    const { signal } = c.req.raw;
    try {
      return png(c, date, await draw(date, resized(own, parsed.data), signal));
    } catch (error) {
      // Nobody is there to answer.
      if (signal.aborted) return Response.error();
      throw error;
    }
  });
}

function png(c: Context, date: string, file: Buffer<ArrayBuffer>): Response {
  const { length } = file;
  // The night before the day is published, wherever that is.
  const modified = Date.parse(date);
  const etag = tagOf(file);
  const answer =
    c.req.method === 'GET'
      ? answerTo(c.req.raw.headers, { etag, modified, length })
      : { status: 200 as const };
  const headers = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=86400, immutable',
    ETag: etag,
    'Last-Modified': new Date(modified).toUTCString(),
  };
  if (answer.status === 304) return c.body(null, 304, headers);
  if (answer.status === 416) {
    c.header('Content-Range', `bytes */${length}`);
    return problem(c, 416, 'Range Not Satisfiable', `the file has ${length} bytes`);
  }
  const [from, to] = answer.status === 206 ? [answer.from, answer.to] : [0, length - 1];
  return c.body(file.subarray(from, to + 1), answer.status, {
    ...headers,
    ...(answer.status === 206 ? { 'Content-Range': `bytes ${from}-${to}/${length}` } : {}),
    'Content-Type': 'image/png',
    'Content-Length': String(to + 1 - from),
  });
}

/** Tags of the files that are kept in memory. */
const tags = new WeakMap<Buffer, string>();

/** By its bytes: the next version of this program may draw another sky. */
function tagOf(file: Buffer): string {
  const tag =
    tags.get(file) ?? `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"`;
  tags.set(file, tag);
  return tag;
}
