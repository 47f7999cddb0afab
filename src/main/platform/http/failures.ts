import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { z } from 'zod';
import type { Failure } from '#shared/failure.ts';
import { parseJsonOrThrow } from '#shared/json.ts';
import { cutText, readServiceText } from '#shared/service-text.ts';

type OfflineReason = Extract<Failure, { kind: 'offline' }>['reason'];

/** The deadlines of one exchange, in milliseconds. */
export interface Deadlines {
  /** The limit for the name lookup, TCP and TLS together. */
  readonly connect: number;
  /** The limit from the request to the last byte of the answer's headers. */
  readonly headers: number;
  /** The limit between two pieces of the answer's body. */
  readonly idle: number;
  /** The limit for the whole exchange, redirects included. */
  readonly total: number;
}

/** The error with which `publicConnector` refuses a connection to an address that is not public. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

const offlineReasons: Readonly<Record<string, OfflineReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ENETUNREACH: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EPROTO: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};

const tlsCodePattern =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_|PATH_LENGTH|ERROR_IN_C)/;

/** The failure for an answer of another protocol, or with an impossible status. */
export const notHttp: Failure = { kind: 'malformed', detail: 'the answer is not HTTP' };

/**
 * The failure for an error of undici, a socket or zlib.
 *
 * @returns null for any other error, which is a defect
 */
export function networkFailure(error: unknown, deadlines: Deadlines): Failure | null {
  if (error instanceof AddressRefusedError) {
    return { kind: 'address-refused', detail: error.message };
  }
  // Compare the name of the error, because an import of the class would load undici together with this file.
  if (error instanceof Error && error.name === 'HTTPParserError') return notHttp;
  const code = errorCodeOf(error);
  if (code === null) return null;
  // undici asserts that no status is below 100, and that 101 answers a request for another protocol.
  if (code === 'ERR_ASSERTION') return notHttp;
  const reason = offlineReasons[code];
  if (reason !== undefined) return { kind: 'offline', reason };
  if (tlsCodePattern.test(code)) return { kind: 'offline', reason: 'tls' };
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return { kind: 'timeout', stage: 'connect', afterMs: deadlines.connect };
    case 'UND_ERR_HEADERS_TIMEOUT':
      return { kind: 'timeout', stage: 'headers', afterMs: deadlines.headers };
    case 'UND_ERR_BODY_TIMEOUT':
      return { kind: 'timeout', stage: 'idle', afterMs: deadlines.idle };
    // The agent was closed; the caller has already checked its own signal.
    case 'UND_ERR_ABORTED':
    case 'UND_ERR_CLOSED':
    case 'UND_ERR_DESTROYED':
      return { kind: 'cancelled' };
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'Z_BUF_ERROR':
      return { kind: 'truncated' };
    case 'UND_ERR_HEADERS_OVERFLOW':
      return { kind: 'malformed', detail: 'the headers of the answer are too long' };
  }
  if (/^(Z_|ERR_?BROTLI|ERR__ERROR)/.test(code)) {
    return { kind: 'malformed', detail: 'the answer is not compressed as it says' };
  }
  // An error with `syscall` comes from a socket: the service could not be reached.
  if (error instanceof Error && 'syscall' in error) {
    return { kind: 'offline', reason: 'unreachable' };
  }
  return null;
}

function errorCodeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** The value of a header, or its first value if it has several; null if it is missing. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

/** Request timeout, misdirected request, too early: the same request may succeed later (RFC 9110, RFC 8470). */
const repeatableStatuses: ReadonlySet<number> = new Set([408, 421, 425]);

/**
 * The failure for a status that is neither 2xx nor 3xx.
 *
 * @param words the message of the service, from `messageOfErrorBody`
 * @param now milliseconds since the Unix epoch
 */
export function statusFailure(
  status: number,
  headers: IncomingHttpHeaders,
  words: string,
  now: number,
): Failure {
  if (status >= 500) {
    // 511: the network requires a sign-in. The service itself never sends this status.
    if (status === 511) return { kind: 'offline', reason: 'portal' };
    return { kind: 'unavailable', status, retryAt: retryAt(headers, now) };
  }
  if (status === 404) return { kind: 'not-found' };
  // 407: a proxy on the way wants a password. It answers in place of the service.
  if (status === 407) return { kind: 'offline', reason: 'proxy-password' };
  if (repeatableStatuses.has(status))
    return { kind: 'unavailable', status, retryAt: retryAt(headers, now) };
  const isForbidden = status === 401 || status === 403;
  if (status === 429 || (isForbidden && /RATE_LIMIT/i.test(words))) {
    return { kind: 'quota', retryAt: retryAt(headers, now) };
  }
  if (isForbidden && /api[ _-]?key/i.test(words)) return { kind: 'key-refused' };
  return { kind: 'refused', status, message: words };
}

const maxWaitMs = 24 * 3600 * 1000;

/**
 * The time of Retry-After (seconds or an HTTP date), in milliseconds since the Unix epoch, at most 24 h from now; null
 * when the header is absent, in the past, or malformed.
 *
 * A date is compared with the answer's own Date, so that a wrong clock on either side does not matter.
 */
function retryAt(headers: IncomingHttpHeaders, now: number): number | null {
  const value = headerOf(headers, 'retry-after')?.trim() ?? '';
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : timeOfHttpDate(value, headers, now);
  return waitMs === null ? null : now + Math.min(waitMs, maxWaitMs);
}

function timeOfHttpDate(value: string, headers: IncomingHttpHeaders, now: number): number | null {
  if (!value.endsWith('GMT')) return null;
  const serverNow = Date.parse(headerOf(headers, 'date') ?? '');
  const waitMs = Date.parse(value) - (Number.isNaN(serverNow) ? now : serverNow);
  return waitMs >= 0 ? waitMs : null;
}

/** The failure for an answer that does not match its schema: names the fields, but no received value. */
export function malformedAnswer(error: z.ZodError): Failure {
  const issues = error.issues.slice(0, 3).map((issue) => {
    const field = issue.path.join('.');
    return field === '' ? issue.message : `${field}: ${issue.message}`;
  });
  return { kind: 'malformed', detail: issues.join('; ') };
}

const maxMessageLength = 200;
/** The number of characters of an answer that are searched for a message: a message may follow a long address. */
const maxSearchedLength = 4096;

const textSchema = z.union([z.string(), z.number()]).optional().catch(undefined);
const flatErrorFields = {
  code: textSchema,
  title: textSchema,
  message: textSchema,
  msg: textSchema,
  detail: textSchema,
};
const errorBodySchema = z.object({
  ...flatErrorFields,
  error: z
    .union([z.string(), z.object(flatErrorFields)])
    .optional()
    .catch(undefined),
});

/**
 * The message in the body of an error, on one line of at most 200 characters, or '' if there is none that a user can
 * read. Understands `{error: {code, message}}`, `{code, message}`, `{code, msg}`, `{error}`, `{title, detail}` (RFC
 * 9457), mixtures of these, and plain text.
 *
 * @param secret the key of the request; is removed from the message, like all addresses, because services repeat the
 *   request
 */
export function messageOfErrorBody(body: string, secret: string | undefined): string {
  return tidyMessage(findMessage(body), secret);
}

function findMessage(body: string): string {
  let json: unknown;
  try {
    json = parseJsonOrThrow(body);
  } catch {
    return looksLikeHtml(body) ? '' : body;
  }
  if (typeof json === 'string') return json;
  const parseResult = errorBodySchema.safeParse(json);
  if (!parseResult.success) return '';
  const { error } = parseResult.data;
  const innerError = typeof error === 'object' ? error : parseResult.data;
  const name = typeof error === 'string' ? error : (innerError.code ?? innerError.title);
  // Ignore a number, because it only repeats the status.
  const nameText = typeof name === 'string' ? name : undefined;
  const parts = [nameText, innerError.message ?? innerError.msg, innerError.detail];
  return [...new Set(parts.filter((part) => part !== undefined))].join(': ');
}

function tidyMessage(words: string, secret = ''): string {
  // Remove the secret before the text is cut: half of a secret at the cut would not be found.
  const tidyWords = readServiceText(hideSecret(words, secret).slice(0, maxSearchedLength))
    .replaceAll(/\b[a-z]+:\/\/\S+/gi, '…')
    .replaceAll(/\S+/g, withoutQuery)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(tidyWords, maxMessageLength);
}

/** Replaces the query of an address by `…`: the text from the first `?`, if a `=` follows it. */
function withoutQuery(word: string): string {
  const start = word.indexOf('?');
  return start !== -1 && word.includes('=', start) ? `${word.slice(0, start)}…` : word;
}

function hideSecret(words: string, secret: string): string {
  if (secret === '') return words;
  const formEncoding = new URLSearchParams([['', secret]]).toString().slice(1);
  const forms = [secret, encodeURIComponent(secret), formEncoding];
  return forms.reduce((text, form) => text.replaceAll(form, '…'), words);
}

/** Whether a text that should be JSON is a web page. */
export function looksLikeHtml(body: string): boolean {
  // The pattern can match a sequence of comments in one way only, so that it does not backtrack for minutes.
  const begin =
    /^\s*(<!--((?!-->)[^])*-->\s*)*<(!doctype\s+html|html|head|body|script|meta|title)\b/i;
  return begin.test(body.slice(0, maxSearchedLength));
}
