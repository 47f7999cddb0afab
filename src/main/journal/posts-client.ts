import { z } from 'zod';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { PostsService, Receipt } from './ports.ts';
import { endpointUrl, type Http, type JsonAnswer, type JsonRequest } from '#platform/http/http.ts';
import { malformedAnswer } from '#platform/http/failures.ts';

/** The body of an answer to an accepted post. Deployments send different bodies; only the id is read, if any. */
const receiptSchema = z.object({ id: z.int() });

/**
 * The client of the mock posts service. The service stores nothing, so a receipt means only that the request was
 * accepted.
 *
 * @param baseUrl returns the address of the service; null while the service is still starting
 */
export function createPostsService({
  http,
  baseUrl,
}: {
  http: Http;
  baseUrl: () => string | null;
}): PostsService {
  async function send(
    request: Pick<JsonRequest, 'method' | 'body'>,
    path: string,
    signal: AbortSignal,
  ): Promise<Result<Receipt>> {
    const target = endpointUrl(baseUrl(), path);
    if (!target.ok) return target;
    const url = target.value;
    const answer = await http.json({ ...request, url, needsBody: false }, signal);
    if (!answer.ok) return answer;
    const { status, body } = answer.value;
    return ok({ status, id: receiptSchema.safeParse(body).data?.id ?? null });
  }

  return {
    create: (post, signal) => send({ method: 'POST', body: post }, '/posts', signal),
    replace: (post, signal) => send({ method: 'PUT', body: post }, `/posts/${post.id}`, signal),
    delete: (id, signal) => send({ method: 'DELETE' }, `/posts/${id}`, signal),
  };
}

const createdSchema = z.object({ id: z.int() });

/**
 * Tests the posts service at an address. The service can only be tested with a write, so the test sends a post without
 * its required fields. By the specification, the service refuses this post with 400. The public service answers with an
 * id and stores nothing.
 */
export async function probePosts(
  http: Http,
  base: string,
  signal: AbortSignal,
): Promise<Result<null>> {
  const send = (path: string): Promise<Result<JsonAnswer>> => {
    const target = endpointUrl(base, path);
    return target.ok
      ? http.json({ method: 'POST', url: target.value, body: {} }, signal)
      : Promise.resolve(target);
  };
  const answer = await send('/posts');
  if (answer.ok) {
    const parseResult = createdSchema.safeParse(answer.value.body);
    return parseResult.success ? ok(null) : fail(malformedAnswer(parseResult.error));
  }
  if (!isRefusal(answer)) return answer;
  // A service that answers 400 to any unknown request, such as the position service, is not a posts service.
  return isRefusal(await send('/no-posts'))
    ? fail({ kind: 'malformed', detail: 'it refuses everything in the same way' })
    : ok(null);
}

const isRefusal = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 400;
