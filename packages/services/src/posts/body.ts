import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { maxBodyBytes } from '../http/listen.ts';
import { problemAnswer } from '../http/problem.ts';
import { setEntryBody } from '../request-log.ts';
import type { ServiceEnv } from '../scenarios/definition.ts';
import type { PostsWorld } from './posts-scenarios.ts';
import { bodyFaults } from './schemas.ts';

export type PostsContext = Context<ServiceEnv<PostsWorld>, string>;

/** Whether the Content-Type is application/json, with or without parameters. */
export function isJson(c: PostsContext): boolean {
  const type = c.req.header('content-type');
  if (type === 'application/json') return true;
  return type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/**
 * Parses the body and calls `accept` for the answer. Answers 413 if the body is too large, and 400 if the body is not
 * JSON or does not fit the schema.
 */
export function handleParsedBody<T>(
  c: PostsContext,
  schema: z.ZodType<T>,
  accept: (value: T) => Response,
): Promise<Response> {
  return handleBodyText(c, (text) => {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return problemAnswer(c, 400, 'Bad Request', 'the body is not JSON');
    }
    const parseResult = schema.safeParse(json);
    if (!parseResult.success)
      return problemAnswer(c, 400, 'Bad Request', bodyFaults(parseResult.error));
    return accept(parseResult.data);
  });
}

/** Reads the body and calls `accept` for the answer. Answers 413 if the body is over 1 MiB. */
export async function handleBodyText(
  c: PostsContext,
  accept: (text: string) => Response,
): Promise<Response> {
  const declaredLength = c.req.header('content-length');
  // If the length is declared, the bytes need not be counted, because HTTP ends the body at its declared length, and
  // Node refuses a request that also has chunks.
  const refusal =
    declaredLength !== undefined
      ? Number(declaredLength) > maxBodyBytes && tooLargeAnswer(c)
      : await countBody(c, () => Promise.resolve());
  if (refusal instanceof Response) return refusal;
  const text = await c.req.text();
  const { entry } = (c.env as PostsContext['env'] | undefined) ?? {};
  if (entry !== undefined) setEntryBody(entry, text);
  return accept(text);
}

/** Counts the bytes of a body without a declared length. */
const countBody: MiddlewareHandler<ServiceEnv<PostsWorld>> = bodyLimit({
  maxSize: maxBodyBytes,
  onError: (c: Context) => tooLargeAnswer(c),
});

function tooLargeAnswer(c: Context): Response {
  // The connection cannot carry another request, because the rest of the body still arrives on this connection.
  c.header('Connection', 'close');
  return problemAnswer(c, 413, 'Payload Too Large', `the body is over ${maxBodyBytes} bytes`);
}
