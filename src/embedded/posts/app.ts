import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { notFound, problem, unexpected } from '../http/problem.ts';
import { faults, newPostSchema, postSchema } from './schemas.ts';

/** The id of every post that is created. */
const createdId = 101;
/** Posts 1 to 100 exist; nothing ever changes that. */
const posts = 100;
const maxBodyBytes = 1024 * 1024;

const requireJson: MiddlewareHandler = async (c, next) => {
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return next();
  return problem(c, 415, 'Unsupported Media', 'Content-Type must be application/json');
};

const tooLarge = (c: Context): Response => {
  // The rest of the body is still under way: this connection cannot carry another request.
  c.header('Connection', 'close');
  return problem(c, 413, 'Payload Too Large', `the body is over ${maxBodyBytes} bytes`);
};

const countBody = bodyLimit({ maxSize: maxBodyBytes, onError: tooLarge });

/**
 * A length that was declared is held to by HTTP itself, and is all that has to be looked at: to touch
 * the body as a stream costs four fifths of the speed.
 */
const limitBody: MiddlewareHandler = async (c, next) => {
  const declared = c.req.header('content-length');
  if (declared === undefined || c.req.header('transfer-encoding') !== undefined) {
    return countBody(c, next);
  }
  return Number(declared) > maxBodyBytes ? tooLarge(c) : next();
};

/** The mock posts service (specification 2.1, 4.1, 7). It stores nothing. */
export function createPostsApp(): Hono {
  const app = new Hono();

  app.post('/posts', requireJson, limitBody, async (c) => {
    const body = await readBody(c, newPostSchema);
    if (!body.ok) return problem(c, 400, 'Bad Request', body.message);
    try {
      return c.json({ ...body.value, id: createdId }, 201);
    } catch (error) {
      // JSON is read at any depth, and written only as deep as the stack goes.
      if (!(error instanceof RangeError)) throw error;
      return problem(c, 400, 'Bad Request', 'the body is nested too deeply');
    }
  });

  app.put('/posts/:id', requireJson, limitBody, async (c) => {
    const id = c.req.param('id');
    if (!exists(id)) return noSuchPost(c, id);
    const body = await readBody(c, postSchema);
    if (!body.ok) return problem(c, 400, 'Bad Request', body.message);
    return c.json(body.value);
  });

  app.delete('/posts/:id', (c) => {
    const id = c.req.param('id');
    if (!isNumber(id)) return problem(c, 400, 'Bad request', `the id must be a number, not ${id}`);
    return exists(id) ? c.json({}) : noSuchPost(c, id);
  });

  app.notFound(notFound);
  app.onError(unexpected);
  return app;
}

const isNumber = (id: string): boolean => /^-?\d+(\.\d+)?$/.test(id);

const exists = (id: string): boolean => /^\d+$/.test(id) && Number(id) >= 1 && Number(id) <= posts;

const noSuchPost = (c: Context, id: string): Response =>
  problem(c, 404, 'Not Found', `there is no post ${id}: posts 1 to ${posts} exist`);

type Body<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<Body<T>> {
  let json: unknown;
  try {
    json = await c.req.json();
  } catch {
    return { ok: false, message: 'the body is not JSON' };
  }
  const parsed = schema.safeParse(json);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, message: faults(parsed.error) };
}
