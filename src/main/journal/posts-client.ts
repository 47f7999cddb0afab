import { z } from 'zod';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { PostsService, Receipt } from './ports.ts';
import { endpoint, type Http, type JsonRequest } from '#platform/http/http.ts';
import { malformed } from '#platform/http/failures.ts';

/** Public deployments echo what they like; only the id is of use. */
const receiptSchema = z.object({ id: z.int().optional() });

/**
 * The answer repeats the post, and may be longer than the request of 1 MiB: a service that writes ASCII only escapes a
 * character of 2 bytes as 6 bytes.
 */
const echoLimit = 4 * 2 ** 20;

/**
 * The mock posts service. It stores nothing: a receipt says only that the request was accepted.
 *
 * @param baseUrl null while the service is still starting
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
    const target = endpoint(baseUrl(), path);
    if (!target.ok) return target;
    const answer = await http.json({ ...request, url: target.value, limit: echoLimit }, signal);
    if (!answer.ok) return answer;
    const { status, body } = answer.value;
    const parsed = receiptSchema.safeParse(body ?? {});
    return parsed.success
      ? ok({ status, id: parsed.data.id ?? null })
      : fail(malformed(parsed.error));
  }

  return {
    create: (post, signal) => send({ method: 'POST', body: post }, '/posts', signal),
    replace: (post, signal) => send({ method: 'PUT', body: post }, `/posts/${post.id}`, signal),
    delete: (id, signal) => send({ method: 'DELETE' }, `/posts/${id}`, signal),
  };
}
