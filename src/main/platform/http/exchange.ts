import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { fail, type Result, type Failure } from '#shared/failure.ts';
import {
  isUntrustedCertificateError,
  trustsSystemCertificates,
  trustSystemCertificates,
} from './certificates.ts';
import { networkFailure, notHttp, type Deadlines } from './failures.ts';
import { proxyFailure, type Connections } from './proxy.ts';

/** The end of one request. */
export interface RequestEnd {
  readonly url: URL;
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Null: the answer was read without a failure. */
  readonly failure: Failure | null;
}

interface ExchangeOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly onEnd: (end: RequestEnd) => void;
  readonly connections: Connections;
  readonly deadlines: Deadlines;
  /** Combines the total deadline and the caller's signal. */
  readonly deadline: Deadline;
}

/**
 * Sends one request and calls `use` to read the answer. A body that `use` does not read is destroyed with its
 * connection. Network errors are returned as failures. If the server's certificate is not trusted, trusts the system's
 * certificates and sends the request again: the refused connection has sent no byte of the request.
 */
export async function sendRequest<T>(
  options: ExchangeOptions,
  use: (answer: Dispatcher.ResponseData) => Promise<Result<T>>,
): Promise<Result<T>> {
  let status: number | null = null;
  const result = await sendRequestOnce(options, (answer) => {
    status = answer.statusCode;
    return use(answer);
  });
  if (result !== 'untrusted') {
    options.onEnd({ url: options.url, status, failure: result.ok ? null : result.failure });
    return result;
  }
  trustSystemCertificates();
  return sendRequest(options, use);
}

/** As `sendRequest`, but resolves with `untrusted` if the request may succeed with the system's certificates. */
async function sendRequestOnce<T>(
  { url, connections, deadlines, deadline, method, headers, body: content }: ExchangeOptions,
  use: (answer: Dispatcher.ResponseData) => Promise<Result<T>>,
): Promise<Result<T> | 'untrusted'> {
  let body: Readable | null = null;
  const isTrusting = trustsSystemCertificates();
  try {
    const dispatcher = await connections.dispatcher(url.href, deadline.signal);
    const answer = await dispatcher.request({
      method,
      headers,
      body: content,
      origin: url.origin,
      path: url.pathname + url.search,
      signal: deadline.signal,
      headersTimeout: deadlines.headers,
      bodyTimeout: deadlines.idle,
    });
    body = answer.body;
    return await use(answer);
  } catch (error) {
    if (!isTrusting && isUntrustedCertificateError(error) && deadline.failure() === null)
      return 'untrusted';
    const failure = deadline.failure() ?? proxyFailure(error) ?? networkFailure(error, deadlines);
    // If an assertion of undici fails, Node parses the source for the message, which throws a SyntaxError in a bundle.
    if (failure === null && body === null && error instanceof SyntaxError) return fail(notHttp);
    if (failure === null) throw new Error('an HTTP exchange went wrong', { cause: error });
    return fail(failure);
  } finally {
    // An unread body emits an error when it is destroyed: add a handler, because there is no other.
    body?.on('error', () => undefined).destroy();
  }
}

interface Deadline {
  readonly signal: AbortSignal;
  /** The failure after `signal` was aborted: `cancelled` or `timeout`. Null before that. */
  failure(): Failure | null;
}

/** Runs `work` with a signal that is aborted after `totalMs` milliseconds or together with `caller`. */
export async function withDeadline<T>(
  totalMs: number,
  caller: AbortSignal,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, totalMs);
  caller.addEventListener('abort', abort, { once: true });
  if (caller.aborted) abort();
  try {
    return await work({
      signal: controller.signal,
      failure() {
        if (caller.aborted) return { kind: 'cancelled' };
        return controller.signal.aborted
          ? { kind: 'timeout', stage: 'total', afterMs: totalMs }
          : null;
      },
    });
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', abort);
  }
}
