import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonDeadlines } from './http.ts';
import {
  AddressRefusedError,
  headerOf,
  malformedAnswer,
  networkFailure,
  statusFailure,
} from './failures.ts';

it.each([
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'CERT_HAS_EXPIRED',
  'CRL_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('networkFailure returns a failure for an invalid certificate: %s', (code) => {
  const failure = networkFailure(Object.assign(new Error('refused'), { code }), jsonDeadlines);
  expect(failure).toEqual({ kind: 'offline', reason: 'tls' });
});

it('networkFailure returns null for any other error', () => {
  expect(networkFailure(new TypeError('x is undefined'), jsonDeadlines)).toBeNull();
});

const withCode = (code: string, more = {}) =>
  networkFailure(Object.assign(new Error('x'), { code, ...more }), jsonDeadlines);

it.each([
  ['ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME', { kind: 'offline', reason: 'dns' }],
  ['ECONNREFUSED', { kind: 'offline', reason: 'refused' }],
  ['ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET', { kind: 'offline', reason: 'reset' }],
  ['ENETUNREACH EHOSTUNREACH ENETDOWN EADDRNOTAVAIL', { kind: 'offline', reason: 'unreachable' }],
  ['EPROTO', { kind: 'offline', reason: 'tls' }],
  ['UND_ERR_CONNECT_TIMEOUT ETIMEDOUT', { kind: 'timeout', stage: 'connect', afterMs: 10_000 }],
  ['UND_ERR_HEADERS_TIMEOUT', { kind: 'timeout', stage: 'headers', afterMs: 15_000 }],
  ['UND_ERR_BODY_TIMEOUT', { kind: 'timeout', stage: 'idle', afterMs: 15_000 }],
  ['UND_ERR_ABORTED UND_ERR_CLOSED UND_ERR_DESTROYED', { kind: 'cancelled' }],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH Z_BUF_ERROR', { kind: 'truncated' }],
  [
    'UND_ERR_HEADERS_OVERFLOW',
    { kind: 'malformed', detail: 'the headers of the answer are too long' },
  ],
  [
    'Z_DATA_ERROR ERR_BROTLI_INVALID ERR__ERROR_FORMAT_1',
    { kind: 'malformed', detail: 'the answer is not compressed as it says' },
  ],
  ['ERR_ASSERTION', { kind: 'malformed', detail: 'the answer is not HTTP' }],
])('networkFailure returns a failure for the codes %s', (codes, expected) => {
  for (const code of codes.split(' ')) expect(withCode(code), code).toEqual(expected);
});

it('networkFailure returns a failure for any error of a socket or parser, and null for other codes', () => {
  expect(withCode('ENEW', { syscall: 'connect' })).toEqual({
    kind: 'offline',
    reason: 'unreachable',
  });
  const parserError = Object.assign(new Error('x'), { name: 'HTTPParserError' });
  expect(networkFailure(parserError, jsonDeadlines)).toEqual(withCode('ERR_ASSERTION'));
  expect(networkFailure(new AddressRefusedError('not public'), jsonDeadlines)).toEqual({
    kind: 'address-refused',
    detail: 'not public',
  });
  for (const code of ['ENEW', 'NOT_Z_', 'AN_ERR_TLS']) expect(withCode(code)).toBeNull();
  expect(networkFailure({ code: 'EPIPE' }, jsonDeadlines)).toBeNull();
  expect(networkFailure(Object.assign(new Error('x'), { code: 1 }), jsonDeadlines)).toBeNull();
});

it('statusFailure distinguishes the statuses and, for 401 and 403, the words', () => {
  const groups: Record<string, Set<number | string>> = {};
  for (const [suffix, words] of [
    ['', ''],
    [' rate', 'OVER_RATE_LIMIT'],
    [' key', 'an API key is missing'],
  ] as const)
    for (let status = 400; status < 600; status += 1) {
      const failure = statusFailure(status, {}, words, 0);
      const name = 'reason' in failure ? failure.reason : failure.kind;
      (groups[name] ??= new Set()).add(status >= 500 ? status : `${status}${suffix}`);
    }
  const { refused, unavailable, ...others } = groups;
  expect(
    Object.fromEntries(Object.entries(others).map(([name, set]) => [name, [...set].join()])),
  ).toEqual({
    'not-found': '404,404 rate,404 key',
    'proxy-password': '407,407 rate,407 key',
    portal: '511',
    quota: '429,401 rate,403 rate,429 rate,429 key',
    'key-refused': '401 key,403 key',
  });
  expect(
    [...(unavailable ?? [])].filter((one) => typeof one === 'string' && !one.includes(' ')),
  ).toEqual(['408', '421', '425']);
  expect(unavailable?.size).toBe(99 + 9);
  expect(refused?.size).toBe(3 * 100 - 3 - 3 - 5 - 2 - 9);
});

it('statusFailure reads the time of Retry-After, at most a day from now', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const secondsUntilRetry = (value: string, date?: string) => {
    const failure = statusFailure(
      503,
      { 'retry-after': value, ...(date !== undefined && { date }) },
      '',
      now,
    );
    return 'retryAt' in failure && failure.retryAt !== null ? (failure.retryAt - now) / 1000 : null;
  };
  expect(secondsUntilRetry('0')).toBe(0);
  expect(secondsUntilRetry(' 86399 ')).toBe(86_399);
  expect(secondsUntilRetry('86401')).toBe(86_400);
  for (const value of ['', '1.5', 'x1', '1x', '2026-11-20T13:00:00Z', 'a GMT'])
    expect(secondsUntilRetry(value), value).toBeNull();
  expect(secondsUntilRetry('Fri, 20 Nov 2026 12:00:05 GMT')).toBe(5);
  expect(secondsUntilRetry('Fri, 20 Nov 2026 12:00:00 GMT')).toBe(0);
  expect(secondsUntilRetry('Fri, 20 Nov 2026 11:59:59 GMT')).toBeNull();
  expect(secondsUntilRetry('Fri, 20 Nov 2026 12:00:05 GMT', 'Fri, 20 Nov 2026 12:00:01 GMT')).toBe(
    4,
  );
  expect(secondsUntilRetry('Fri, 20 Nov 2026 12:00:05 GMT', 'nonsense')).toBe(5);
});

it('headerOf returns the first value of a header, or null if the header is missing or empty', () => {
  const headers = { etag: 'a', 'set-cookie': ['b', 'c'], vary: '' };
  expect(['etag', 'set-cookie', 'vary', 'date'].map((name) => headerOf(headers, name))).toEqual([
    'a',
    'b',
    '',
    null,
  ]);
});

it('malformedAnswer describes the first three problems, without the values of the answer', () => {
  const schema = z.object({
    a: z.object({ b: z.literal(1, 'not b') }),
    c: z.int('not c'),
    d: z.int('not d'),
    e: z.int('not e'),
  });
  const { error } = schema.safeParse({ a: { b: 2 } });
  expect(malformedAnswer(error ?? new z.ZodError([]))).toEqual({
    kind: 'malformed',
    detail: 'a.b: not b; c: not c; d: not d',
  });
  const whole = z.string('not text').safeParse(1).error ?? new z.ZodError([]);
  expect(malformedAnswer(whole)).toEqual({ kind: 'malformed', detail: 'not text' });
});
