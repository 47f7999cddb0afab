import type { Context, Hono } from 'hono';
import { notFound, problem } from '../../http/problem.ts';
import { type ServiceEnv, worldOf } from '../../scenarios/definition.ts';
import { dayOf, sizesOf } from '../day.ts';
import type { Draw } from '../gallery.ts';
import { isPublished, newestDay, type PictureWorld, plainWorld } from '../world.ts';
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
    if (file === 'placeholder.png') return png(c, await (mark ??= drawMark()));
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
      return png(c, await draw(date, resized(own, parsed.data), signal));
    } catch (error) {
      // Nobody is there to answer.
      if (signal.aborted) return Response.error();
      throw error;
    }
  });
}

function png(c: Context, file: Buffer<ArrayBuffer>): Response {
  return c.body(file, 200, {
    'Content-Type': 'image/png',
    'Content-Length': String(file.length),
    'Cache-Control': 'public, max-age=86400, immutable',
  });
}
