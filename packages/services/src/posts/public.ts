import { isJson, type PostsContext, handleBodyText } from './body.ts';
import { createdId } from './schemas.ts';

/**
 * Answers like the public service (JSONPlaceholder, as of 2026), which merges any JSON with an id, and answers
 * unexpected requests with 500 and a stack trace in plain text.
 */
export function createLikePublicService(c: PostsContext): Promise<Response> {
  return handleBodyText(c, (text) => {
    const fields = fieldsOf(c, text);
    if (fields === null) return brokenBodyAnswer();
    c.header('Location', `${new URL(c.req.url).origin}/posts/${createdId}`);
    return c.json({ ...fields, id: createdId }, 201);
  });
}

export function replaceLikePublicService(
  c: PostsContext,
  id: string,
  isKnown: boolean,
): Promise<Response> {
  return handleBodyText(c, (text) => {
    const fields = fieldsOf(c, text);
    if (fields === null) return brokenBodyAnswer();
    if (!isKnown)
      return stackTraceAnswer("TypeError: Cannot read properties of undefined (reading 'id')");
    return c.json({ ...fields, id: Number(id) });
  });
}

/**
 * The fields of a JSON body; no fields for another media type; null for broken JSON, and for JSON that is neither an
 * object nor a list.
 */
function fieldsOf(c: PostsContext, text: string): object | null {
  if (!isJson(c) || text === '') return {};
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : null;
  } catch {
    return null;
  }
}

const brokenBodyAnswer = (): Response =>
  stackTraceAnswer('SyntaxError: Unexpected token in JSON at position 0');

const stackTraceAnswer = (words: string): Response =>
  new Response(
    `${words}\n    at update (/app/node_modules/json-server/lib/server/router/plural.js)\n`,
    {
      status: 500,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    },
  );
