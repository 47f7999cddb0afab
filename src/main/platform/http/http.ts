import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { parseJsonOrThrow } from '#shared/json.ts';
import { isNonPublicLiteral, publicConnector } from './addresses.ts';
import { drainBody, readText, type BodySink } from './body.ts';
import { withDeadline, sendRequest, type RequestEnd } from './exchange.ts';
import {
  headerOf,
  networkFailure,
  statusFailure,
  type Deadlines,
  looksLikeHtml,
  messageOfErrorBody,
} from './failures.ts';
import type { ProxyFor } from './system-proxy.ts';
import { createConnections, isSeenByProxy, noProxy } from './proxy.ts';

export interface JsonRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** The body, sent as JSON. */
  readonly body?: unknown;
  /** The size limit of the answer, in bytes. Default: 1 MiB. */
  readonly limit?: number;
  /**
   * Whether the body is needed. False: only the status is used, so a body that is too long or not JSON counts as
   * absent. Default: true.
   */
  readonly needsBody?: boolean;
  /** The key of the request: removed from every failure, because the answer may repeat it. */
  readonly secret?: string;
  /** Called with the headers of every answer, failures included. */
  readonly onHeaders?: (headers: IncomingHttpHeaders) => void;
}

interface TextRequest {
  readonly url: URL;
  /** The media type, such as `application/rss+xml`. */
  readonly accept: string;
  /** The size limit of the answer, in bytes. */
  readonly limit: number;
}

export interface JsonAnswer {
  readonly status: number;
  /** The parsed JSON, not validated; null if the body is absent. */
  readonly body: unknown;
}

/**
 * Whether a connection is allowed. `own`: allowed at any address, because it is the configured service. `public`:
 * allowed only if the address is on the public internet. `refused`: the reason why the connection is not allowed.
 */
export type ConnectionAdmission = 'own' | 'public' | { readonly refused: string };

export interface DownloadRequest {
  readonly url: URL;
  /** Decides whether a connection is allowed; called for the first address and for every redirect. */
  readonly admit: (url: URL) => ConnectionAdmission;
  /** The size limit of the download, in bytes. */
  readonly limit: number;
  readonly sink: BodySink;
  /** Additional headers, such as conditions and ranges; also sent to every address of a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the final answer (200, 206, 304), before its body is read. */
  readonly onAnswer?: (answer: DownloadAnswer) => Promise<BodyVerdict>;
}

export interface DownloadAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** What to do with a body: `take` reads it, `enough` skips it, a failure ends the download. */
export type BodyVerdict = 'take' | 'enough' | Failure;

export type Http = ReturnType<typeof createHttp>;

interface HttpOptions {
  readonly userAgent: string;
  /** Values that replace those in `jsonDeadlines` and `downloadDeadlines`. */
  readonly deadlines?: Partial<Deadlines>;
  /** The current time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Looks up the names of hosts for connections with the admission `public`. */
  readonly resolve?: LookupFunction;
  /** Chooses the proxy of each request. Default: no proxy. */
  readonly proxy?: ProxyFor;
  /** Called at the end of each request, redirects included. */
  readonly onEnd?: (end: RequestEnd) => void;
}

export const jsonDeadlines: Deadlines = {
  connect: 10_000,
  headers: 15_000,
  idle: 15_000,
  total: 30_000,
};
/** The total deadline is enough for 64 MiB at 1 Mbit/s. */
export const downloadDeadlines: Deadlines = { ...jsonDeadlines, total: 600_000 };

const jsonLimit = 2 ** 20;
const errorLimit = 2 ** 16;
const maxRedirects = 5;

/**
 * The HTTP client of all services: deadlines, limits, keep-alive, and failures as data. No failure contains a query
 * string or a key.
 */
export function createHttp(options: HttpOptions) {
  const { now } = options;
  const requestDeadlines = { ...jsonDeadlines, ...options.deadlines };
  const fileDeadlines = { ...downloadDeadlines, ...options.deadlines };
  const textHeaders = {
    'user-agent': options.userAgent,
    'accept-encoding': 'gzip, deflate, br',
  };
  const proxy = options.proxy ?? (() => noProxy);
  const onEnd = options.onEnd ?? (() => undefined);
  const ownConnections = createConnections(
    (tls) => ({ timeout: requestDeadlines.connect, allowH2: false, ...tls }),
    requestDeadlines.connect,
    proxy,
  );
  // A proxy looks up the names itself, so the app cannot check the addresses. Then only the list of allowed hosts
  // protects.
  const guardedConnections = createConnections(
    (tls, undici) => publicConnector(undici, fileDeadlines.connect, options.resolve, tls),
    fileDeadlines.connect,
    proxy,
  );

  return {
    /** Whether a proxy can read the requests to this address. Asks the system for its current proxy. */
    isSeenByProxy: async (address: string) => isSeenByProxy(await proxy(address, true), address),

    /** Exchanges JSON. Does not follow redirects: a redirect counts as one to a sign-in page. */
    json: (request: JsonRequest, signal: AbortSignal) =>
      withDeadline(requestDeadlines.total, signal, (deadline) =>
        sendRequest(
          {
            onEnd,
            connections: ownConnections,
            deadlines: requestDeadlines,
            deadline,
            url: request.url,
            method: request.method,
            headers: {
              ...textHeaders,
              accept: 'application/json',
              ...(request.method === 'GET' ? {} : { 'content-type': 'application/json' }),
            },
            body: request.body === undefined ? null : JSON.stringify(request.body),
          },
          (answer) => {
            request.onHeaders?.(answer.headers);
            return jsonAnswer(answer, request, now(), signal);
          },
        ),
      ),

    /** Gets a page or a feed of a configured service as text. Does not follow redirects. */
    text: ({ url, accept, limit }: TextRequest, signal: AbortSignal) =>
      withDeadline(requestDeadlines.total, signal, (deadline) =>
        sendRequest(
          {
            onEnd,
            connections: ownConnections,
            deadlines: requestDeadlines,
            deadline,
            url,
            method: 'GET',
            headers: { ...textHeaders, accept },
            body: null,
          },
          async (answer) => {
            const failure = await failureOfAnswer(answer, undefined, now(), signal);
            if (failure !== null) return fail(failure);
            const readResult = await readText(
              answer.body,
              headerOf(answer.headers, 'content-encoding'),
              limit,
            );
            return 'failure' in readResult ? fail(readResult.failure) : ok(readResult.text);
          },
        ),
      ),

    /** Downloads the file at an address and passes its bytes to the sink. Follows up to 5 redirects. */
    download: (request: DownloadRequest, signal: AbortSignal) =>
      withDeadline(fileDeadlines.total, signal, (deadline) =>
        followRedirects(request, (url, admission) =>
          sendRequest(
            {
              onEnd,
              connections: admission === 'own' ? ownConnections : guardedConnections,
              deadlines: fileDeadlines,
              deadline,
              url,
              method: 'GET',
              headers: { 'user-agent': options.userAgent, accept: 'image/*', ...request.headers },
              body: null,
            },
            (answer) => readBytesOrRedirect(answer, url, request, fileDeadlines, now()),
          ),
        ),
      ),

    /** Cancels running requests and closes all connections. */
    async close() {
      await Promise.all([ownConnections.destroy(), guardedConnections.destroy()]);
    },
  };
}

/** @param request sends one request; resolves with the target of a redirect, or with null after the final answer */
async function followRedirects(
  { url: start, admit }: Pick<DownloadRequest, 'url' | 'admit'>,
  request: (url: URL, admission: 'own' | 'public') => Promise<Result<URL | null>>,
): Promise<Result<null>> {
  let url = start;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const admission = admit(url);
    if (typeof admission === 'object')
      return fail({ kind: 'address-refused', detail: admission.refused });
    // A literal address is checked here too, because a proxy would connect to it without a check.
    if (admission === 'public' && isNonPublicLiteral(url.hostname))
      return fail({
        kind: 'address-refused',
        detail: `${url.hostname} is not on the public internet`,
      });
    const redirect = await request(url, admission);
    if (!redirect.ok) return redirect;
    if (redirect.value === null) return ok(null);
    url = redirect.value;
  }
  return fail({ kind: 'address-refused', detail: 'it redirects too often' });
}

/** The failure for a status other than 2xx. For 2xx null, and the body is not read. */
async function failureOfAnswer(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  secret: string | undefined,
  now: number,
  signal: AbortSignal,
): Promise<Failure | null> {
  if (status >= 400) {
    const encoding = headerOf(headers, 'content-encoding');
    // If the message cannot be read, the status is enough for a failure.
    const message = await readText(body, encoding, errorLimit).catch(() => null);
    if (signal.aborted) return { kind: 'cancelled' };
    const words =
      message !== null && 'text' in message ? messageOfErrorBody(message.text, secret) : '';
    return statusFailure(status, headers, words, now);
  }
  return status >= 300 ? { kind: 'offline', reason: 'portal' } : null;
}

async function jsonAnswer(
  answer: Dispatcher.ResponseData,
  { secret, limit = jsonLimit, needsBody = true }: JsonRequest,
  now: number,
  signal: AbortSignal,
): Promise<Result<JsonAnswer>> {
  const { statusCode: status, headers, body } = answer;
  const failure = await failureOfAnswer(answer, secret, now, signal);
  if (failure !== null) return fail(failure);
  if (status === 204) return ok({ status, body: null });
  const readResult = await readText(body, headerOf(headers, 'content-encoding'), limit);
  const parseResult =
    'failure' in readResult
      ? fail(readResult.failure)
      : parseJsonAnswer(readResult.text, headerOf(headers, 'content-type'));
  if (parseResult.ok) return ok({ status, body: parseResult.value });
  // A sign-in page has the status 200, so an answer with 201 comes from the service.
  const isAnswered =
    status === 201 || ['malformed', 'too-large'].includes(parseResult.failure.kind);
  return !needsBody && isAnswered ? ok({ status, body: null }) : parseResult;
}

function parseJsonAnswer(text: string, contentType: string | null): Result<unknown> {
  try {
    return ok(parseJsonOrThrow(text));
  } catch {
    return looksLikeHtml(text) || contentType?.includes('text/html')
      ? fail({ kind: 'offline', reason: 'portal' })
      : fail({ kind: 'malformed', detail: 'it is not JSON' });
  }
}

/** Passes the body to the sink. Returns the target of a redirect; null: the answer was final. */
async function readBytesOrRedirect(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  from: URL,
  { limit, sink, onAnswer }: DownloadRequest,
  deadlines: Deadlines,
  now: number,
): Promise<Result<URL | null>> {
  if (status >= 400) return fail(statusFailure(status, headers, '', now));
  if (status >= 300 && status !== 304) {
    const target = URL.parse(headerOf(headers, 'location') ?? '', from.href);
    return target === null || target.href === from.href
      ? fail({ kind: 'address-refused', detail: 'it redirects to nowhere' })
      : ok(target);
  }
  const verdict = (await onAnswer?.({ status, headers })) ?? 'take';
  if (verdict !== 'take') return verdict === 'enough' ? ok(null) : fail(verdict);
  try {
    const encoding = headerOf(headers, 'content-encoding');
    const failure = await drainBody(body, encoding, limit, sink);
    return failure === null ? ok(null) : fail(failure);
  } catch (error) {
    // If the connection breaks during the body, the file is truncated.
    const failure = networkFailure(error, deadlines);
    if (failure?.kind === 'offline' && failure.reason === 'reset') {
      return fail({ kind: 'truncated' });
    }
    throw error;
  }
}

/**
 * The address of one operation of a service.
 *
 * @param base the service's own address, which may contain a path; null while the service is still starting
 * @param path begins with a slash
 */
export function endpointUrl(
  base: string | null,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Result<URL> {
  if (base === null) return fail({ kind: 'offline', reason: 'starting' });
  const url = URL.parse(base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    return fail({
      kind: 'address-refused',
      detail: 'the address of the service is not a plain http or https address',
    });
  }
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = new URLSearchParams(query).toString();
  url.hash = '';
  return ok(url);
}
