import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { parseJsonOrThrow } from '#shared/json.ts';
import { isNonPublicLiteral, publicConnector } from './addresses.ts';
import { drain, readText, type Sink } from './body.ts';
import { withDeadline, exchange } from './exchange.ts';
import {
  headerOf,
  networkFailure,
  statusFailure,
  type Deadlines,
  looksLikeHtml,
  wordsOf,
} from './failures.ts';
import { observeNothing, type ExchangeObserver, type ObserveExchange } from './observer.ts';
import type { ProxyFor } from './system-proxy.ts';
import { createRoute, isSeenByProxy, noProxy } from './proxy.ts';

export interface JsonRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** The body, sent as JSON. */
  readonly body?: unknown;
  /** Limit of the answer in bytes; default 1 MiB. */
  readonly limit?: number;
  /** False: only the status matters, and a body that is too long or not JSON counts as absent. Default true. */
  readonly needsBody?: boolean;
  /** A key that the answer might repeat; removed from every failure. */
  readonly secret?: string;
  /** Called with the headers of every answer, failures included. */
  readonly onHeaders?: (headers: IncomingHttpHeaders) => void;
}

interface TextRequest {
  readonly url: URL;
  /** The media type, such as `application/rss+xml`. */
  readonly accept: string;
  /** Limit of the answer in bytes. */
  readonly limit: number;
}

export interface JsonAnswer {
  readonly status: number;
  /** Parsed but not validated; null for 204. */
  readonly body: unknown;
}

/**
 * Whether a connection is allowed: `own` for the configured service, wherever it is; `public` only if the address is on
 * the public internet; otherwise why it is refused.
 */
export type Admission = 'own' | 'public' | { readonly refused: string };

export interface DownloadRequest {
  readonly url: URL;
  /** Called for the address and for every redirect. */
  readonly admit: (url: URL) => Admission;
  /** Limit in bytes. */
  readonly limit: number;
  readonly sink: Sink;
  /** Conditions and ranges; sent with every redirect too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with an answer with bytes (200, 206) or without (304), before the bytes are read. */
  readonly onAnswer?: (answer: DownloadAnswer) => Promise<Verdict>;
}

export interface DownloadAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Read the bytes, skip them, or stop with a failure. */
export type Verdict = 'take' | 'enough' | Failure;

export type Http = ReturnType<typeof createHttp>;

interface HttpOptions {
  readonly userAgent: string;
  /** Overrides `jsonDeadlines` and `downloadDeadlines`. */
  readonly deadlines?: Partial<Deadlines>;
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number;
  /** Looks up the names of public hosts. */
  readonly resolve?: LookupFunction;
  /** Called before each request; default: no proxy. */
  readonly proxy?: ProxyFor;
  /** Called for each request, redirects included. */
  readonly observe?: ObserveExchange;
}

export const jsonDeadlines: Deadlines = {
  connect: 10_000,
  headers: 15_000,
  idle: 15_000,
  total: 30_000,
};
/** Enough for 64 MiB at 1 Mbit/s. */
export const downloadDeadlines: Deadlines = { ...jsonDeadlines, total: 600_000 };

const jsonLimit = 2 ** 20;
const errorLimit = 2 ** 16;
const mostRedirects = 5;

/**
 * The HTTP client of all services: deadlines, limits, keep-alive, and failures as data. No failure contains a query
 * string or a key.
 */
export function createHttp(options: HttpOptions) {
  const now = options.now ?? Date.now;
  const forJson = { ...jsonDeadlines, ...options.deadlines };
  const forDownload = { ...downloadDeadlines, ...options.deadlines };
  const textHeaders = {
    'user-agent': options.userAgent,
    'accept-encoding': 'gzip, deflate, br',
  };
  const proxy = options.proxy ?? (() => noProxy);
  const observe = options.observe ?? observeNothing;
  const own = createRoute(
    (tls) => ({ timeout: forJson.connect, allowH2: false, ...tls }),
    forJson.connect,
    proxy,
  );
  // Behind a proxy, the proxy looks up the names: the list of hosts is then the only protection.
  const guardedConnections = createRoute(
    (tls, undici) => publicConnector(undici, forDownload.connect, options.resolve, tls),
    forDownload.connect,
    proxy,
  );

  return {
    /** Whether the proxy for this address can read the requests to it; asks the system again. */
    isSeenByProxy: async (address: string) => isSeenByProxy(await proxy(address, true), address),

    /** Exchanges JSON. Redirects are not followed: only sign-in pages send redirects here. */
    json: (request: JsonRequest, signal: AbortSignal) =>
      withDeadline(forJson.total, signal, (deadline) =>
        exchange(
          {
            observe,
            route: own,
            deadlines: forJson,
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
          (answer, observer) => {
            request.onHeaders?.(answer.headers);
            return jsonAnswer({ answer, observer }, request, now(), signal);
          },
        ),
      ),

    /** Gets a page or a feed of a configured service as text. Redirects are not followed. */
    text: ({ url, accept, limit }: TextRequest, signal: AbortSignal) =>
      withDeadline(forJson.total, signal, (deadline) =>
        exchange(
          {
            observe,
            route: own,
            deadlines: forJson,
            deadline,
            url,
            method: 'GET',
            headers: { ...textHeaders, accept },
            body: null,
          },
          async (answer, observer) => {
            const failed = await failureOf({ answer, observer }, undefined, now(), signal);
            if (failed !== null) return fail(failed);
            const read = await readText(
              answer.body,
              headerOf(answer.headers, 'content-encoding'),
              limit,
              (piece) => observer.piece(piece),
            );
            return 'failure' in read ? fail(read.failure) : ok(read.text);
          },
        ),
      ),

    /** Passes the bytes at an address to the sink; follows up to 5 redirects. */
    download: (request: DownloadRequest, signal: AbortSignal) =>
      withDeadline(forDownload.total, signal, (deadline) =>
        followRedirects(request, (url, admission) =>
          exchange(
            {
              observe,
              route: admission === 'own' ? own : guardedConnections,
              deadlines: forDownload,
              deadline,
              url,
              method: 'GET',
              headers: { 'user-agent': options.userAgent, accept: 'image/*', ...request.headers },
              body: null,
            },
            (answer, observer) =>
              bytesOrRedirect({ answer, observer }, url, request, forDownload, now()),
          ),
        ),
      ),

    /** Cancels running requests and closes all connections. */
    async close() {
      await Promise.all([own.destroy(), guardedConnections.destroy()]);
    },
  };
}

/** @param request sends one request; resolves with the address of a redirect, or with null at the end */
async function followRedirects(
  { url: start, admit }: Pick<DownloadRequest, 'url' | 'admit'>,
  request: (url: URL, admission: 'own' | 'public') => Promise<Result<URL | null>>,
): Promise<Result<null>> {
  let url = start;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const admission = admit(url);
    if (typeof admission === 'object')
      return fail({ kind: 'address-refused', detail: admission.refused });
    // A literal address is checked here, because a proxy would connect to it.
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

interface Observed {
  readonly answer: Dispatcher.ResponseData;
  readonly observer: ExchangeObserver;
}

/** The failure of a status other than 2xx; null for 2xx, with the body still unread. */
async function failureOf(
  { answer: { statusCode: status, headers, body }, observer }: Observed,
  secret: string | undefined,
  now: number,
  signal: AbortSignal,
): Promise<Failure | null> {
  if (status >= 400) {
    const encoding = headerOf(headers, 'content-encoding');
    // The status is enough if the message does not arrive.
    const onPiece = (piece: Uint8Array): void => observer.piece(piece);
    const message = await readText(body, encoding, errorLimit, onPiece).catch(() => null);
    if (signal.aborted) return { kind: 'cancelled' };
    const words = message !== null && 'text' in message ? wordsOf(message.text, secret) : '';
    return statusFailure(status, headers, words, now);
  }
  return status >= 300 ? { kind: 'offline', reason: 'portal' } : null;
}

async function jsonAnswer(
  observed: Observed,
  { secret, limit = jsonLimit, needsBody = true }: JsonRequest,
  now: number,
  signal: AbortSignal,
): Promise<Result<JsonAnswer>> {
  const { answer, observer } = observed;
  const { statusCode: status, headers, body } = answer;
  const failed = await failureOf(observed, secret, now, signal);
  if (failed !== null) return fail(failed);
  if (status === 204) return ok({ status, body: null });
  const onPiece = (piece: Uint8Array): void => observer.piece(piece);
  const read = await readText(body, headerOf(headers, 'content-encoding'), limit, onPiece);
  const parsed =
    'failure' in read ? fail(read.failure) : jsonOf(read.text, headerOf(headers, 'content-type'));
  if (parsed.ok) return ok({ status, body: parsed.value });
  // A portal answers 200, not 201.
  const isAnswered = status === 201 || ['malformed', 'too-large'].includes(parsed.failure.kind);
  return !needsBody && isAnswered ? ok({ status, body: null }) : parsed;
}

function jsonOf(text: string, contentType: string | null): Result<unknown> {
  try {
    return ok(parseJsonOrThrow(text));
  } catch {
    return looksLikeHtml(text) || contentType?.includes('text/html')
      ? fail({ kind: 'offline', reason: 'portal' })
      : fail({ kind: 'malformed', detail: 'it is not JSON' });
  }
}

/** Null when the sink has all bytes, otherwise the target of a redirect. */
async function bytesOrRedirect(
  { answer: { statusCode: status, headers, body }, observer }: Observed,
  from: URL,
  { limit, sink, onAnswer }: DownloadRequest,
  deadlines: Deadlines,
  now: number,
): Promise<Result<URL | null>> {
  if (status >= 400) return fail(statusFailure(status, headers, '', now));
  if (status >= 300 && status !== 304) {
    const to = URL.parse(headerOf(headers, 'location') ?? '', from.href);
    return to === null || to.href === from.href
      ? fail({ kind: 'address-refused', detail: 'it redirects to nowhere' })
      : ok(to);
  }
  const verdict = (await onAnswer?.({ status, headers })) ?? 'take';
  if (verdict !== 'take') return verdict === 'enough' ? ok(null) : fail(verdict);
  try {
    const encoding = headerOf(headers, 'content-encoding');
    const failure = await drain(body, encoding, limit, sink, (piece) => observer.piece(piece));
    return failure === null ? ok(null) : fail(failure);
  } catch (error) {
    // A connection that breaks during a file leaves a truncated file.
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
 * @param base the service's own address, which may hold a path; null while it is still starting
 * @param path begins with a slash
 */
export function endpoint(
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
