import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The error body of all three services. The specification lists the errors, but does not define the body. */
export interface Problem {
  /** The same word as `message`. */
  readonly error: string;
  /** The word of the specification (Bad Request, API_KEY_INVALID, …), or else the reason phrase. */
  readonly message: string;
  /** What is wrong with this request. */
  readonly detail: string;
}

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
