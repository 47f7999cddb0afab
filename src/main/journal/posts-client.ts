import { z } from 'zod';
import { ok, type Result } from '#shared/failure.ts';
import type { PostsService, Receipt } from './ports.ts';
import { endpoint, type Http, type JsonRequest } from '#platform/http/http.ts';

/** The status says that the post was accepted. Deployments send what they like with it; only an id is of use. */
const receiptSchema = z.object({ id: z.int() });

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
