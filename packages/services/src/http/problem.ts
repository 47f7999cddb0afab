import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

/** The error body of all three services. The specification lists the errors, but does not define the body. */
export const problemSchema = z.object({
  error: z.string().meta({ description: 'the same word as message' }),
  message: z.string().meta({
    description:
      'the word of the specification (Bad Request, API_KEY_INVALID, …), else the reason phrase',
  }),
  detail: z.string().meta({ description: 'what is wrong with this very request' }),
});
export type Problem = z.infer<typeof problemSchema>;

export const problemOf = (word: string, detail: string): Problem => ({
  error: word,
  message: word,
  detail,
});

/** Makes an error answer with the headers of the context. */
export function problemAnswer(
  c: Context,
  status: ContentfulStatusCode,
  word: string,
  detail: string,
): Response {
  return c.json(problemOf(word, detail), status);
}

/** Answers 404 for a path or a method that the service does not have. */
export function notFoundAnswer(c: Context): Response {
  return problemAnswer(c, 404, 'Not Found', `there is no ${c.req.method} ${c.req.path} here`);
}

/** Answers 500 for a defect in the service itself. */
export function answerDefect(error: Error, c: Context): Response {
  return problemAnswer(c, 500, 'Internal Server Error', error.message);
}
