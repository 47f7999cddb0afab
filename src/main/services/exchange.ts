import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { fail, type Result } from '../../shared/failure.ts';
import type { Deadline } from './deadline.ts';
import { networkFailure, type Deadlines } from './failures.ts';

export type Exchange = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'> & {
  readonly url: URL;
  readonly agent: Agent;
  readonly deadlines: Deadlines;
  /** Holds the total deadline and the caller's signal. */
  readonly deadline: Deadline;
};

const keepAliveMs = 65_000;

/** A pool of kept-alive connections, at most two per origin. */
export function createAgent(connect: Agent.Options['connect']): Agent {
  return new Agent({
    connections: 2,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    ...(connect === undefined ? {} : { connect }),
  });
}

/**
 * One request and one answer, which `use` reads. A body that `use` leaves unread takes its connection along.
 * What the network does wrong comes back as a failure.
 */
export async function exchange<T>(
  { url, agent, deadlines, deadline, ...request }: Exchange,
  use: (answer: Dispatcher.ResponseData) => Promise<Result<T>>,
): Promise<Result<T>> {
  let body: Readable | null = null;
  try {
    const answer = await agent.request({
      ...request,
      origin: url.origin,
      path: url.pathname + url.search,
      signal: deadline.signal,
      headersTimeout: deadlines.headers,
      bodyTimeout: deadlines.idle,
    });
    body = answer.body;
    return await use(answer);
  } catch (error) {
    const failure = deadline.failure() ?? networkFailure(error, deadlines);
    if (failure === null) throw new Error('an HTTP exchange went wrong', { cause: error });
    return fail(failure);
  } finally {
    // Destroying an unread body emits an error that nobody waits for any more.
    body?.on('error', () => undefined).destroy();
  }
}
