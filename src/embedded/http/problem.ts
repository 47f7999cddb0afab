import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/**
 * How all three services say that something is wrong: JSON with `error`, the name that the
 * specification gives it (`Bad Request`, `API_KEY_INVALID`, …), and `message`, a sentence on what is
 * wrong with this very request. The specification leaves the shape open.
 */
export interface Problem {
  readonly error: string;
  readonly message: string;
}

/** An answer that says what is wrong. Headers that were set on the context go with it. */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  error: string,
  message: string,
): Response {
  return c.json({ error, message } satisfies Problem, status);
}

/** 404 for a path or a method that the service does not have. */
export function notFound(c: Context): Response {
  return problem(c, 404, 'Not Found', `there is no ${c.req.method} ${c.req.path} here`);
}

/** 500 for a defect in the service itself. */
export function unexpected(error: Error, c: Context): Response {
  return problem(c, 500, 'Internal Server Error', error.message);
}
