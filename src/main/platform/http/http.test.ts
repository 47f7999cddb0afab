import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  resultTextOf,
  getJson,
  testApiKey,
  makeHttp,
  httpNow,
  htmlPage,
  serveAnswer,
} from '#test/support/http-exchange.ts';
import type { Failure } from '#shared/failure.ts';
import { createHttp, downloadDeadlines, endpointUrl, jsonDeadlines } from './http.ts';

const gateway = (code: string) => JSON.stringify({ error: { code, message: `${code} said` } });

describe('the failure of an answer', () => {
  const day = 24 * 3600 * 1000;
  const quota = (retryAt: number | null): Failure => ({ kind: 'quota', retryAt });
  const refused = (status: number, message: string): Failure => ({
    kind: 'refused',
    status,
    message,
  });
  const cases: [string, number, Record<string, string>, string, Failure][] = [
    [
      'a message in JSON',
      400,
      {},
      '{"code":400,"msg":"Bad  date\\u0007"}',
      refused(400, 'Bad date'),
    ],
    ['a message in plain text', 415, {}, 'Unsupported Media', refused(415, 'Unsupported Media')],
    ['a web page', 400, {}, htmlPage, refused(400, '')],
    ['a body of 64 KiB', 400, {}, '{"message":"Bad"}'.padEnd(2 ** 16), refused(400, 'Bad')],
    ['a longer body', 400, {}, '{"message":"Bad"}'.padEnd(2 ** 16 + 1), refused(400, '')],
    ['an empty body', 410, {}, '', refused(410, '')],
    ['a long message', 422, {}, 'x'.repeat(900), refused(422, `${'x'.repeat(199)}…`)],
    [
      'a message that repeats the key',
      400,
      {},
      `no /thing?api_key=${testApiKey} here, nor ${testApiKey}`,
      refused(400, 'no /thing… here, nor …'),
    ],
    ['an invalid key', 403, {}, gateway('API_KEY_INVALID'), { kind: 'key-refused' }],
    ['a missing key', 401, {}, '{"error":"API_KEY_MISSING"}', { kind: 'key-refused' }],
    ['a refusal for another reason', 403, {}, '{"message":"go away"}', refused(403, 'go away')],
    ['an exceeded rate limit', 403, {}, gateway('OVER_RATE_LIMIT'), quota(null)],
    ['a missing page', 404, {}, htmlPage, { kind: 'not-found' }],
    [
      'an exceeded quota',
      429,
      { 'retry-after': '120' },
      gateway('OVER_RATE_LIMIT'),
      quota(httpNow + 120_000),
    ],
    [
      'a Retry-After of more than a day',
      429,
      { 'retry-after': '99999999999' },
      '',
      quota(httpNow + day),
    ],
    ['a negative Retry-After', 429, { 'retry-after': '-5' }, '', quota(null)],
    ['an invalid Retry-After', 429, { 'retry-after': 'soon' }, '', quota(null)],
    [
      'a Retry-After date of a server whose clock is wrong',
      429,
      { date: 'Fri, 20 Nov 2020 12:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2020 12:05:00 GMT' },
      '',
      quota(httpNow + 300_000),
    ],
    [
      'a Retry-After date in the past',
      429,
      { date: 'Fri, 20 Nov 2020 12:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2020 11:00:00 GMT' },
      '',
      quota(null),
    ],
    ['a server error', 500, {}, htmlPage, { kind: 'unavailable', status: 500, retryAt: null }],
    [
      'a server in maintenance',
      503,
      { 'retry-after': '60' },
      '',
      { kind: 'unavailable', status: 503, retryAt: httpNow + 60_000 },
    ],
    ['a timeout', 408, {}, '', { kind: 'unavailable', status: 408, retryAt: null }],
    ['a misdirected request', 421, {}, '', { kind: 'unavailable', status: 421, retryAt: null }],
    [
      'a request that came too early',
      425,
      { 'retry-after': '5' },
      '',
      { kind: 'unavailable', status: 425, retryAt: httpNow + 5000 },
    ],
    [
      'a proxy on the way that wants a password',
      407,
      {},
      htmlPage,
      { kind: 'offline', reason: 'proxy-password' },
    ],
    ['a network that requires a sign-in', 511, {}, htmlPage, { kind: 'offline', reason: 'portal' }],
    [
      'a redirect to a sign-in page',
      302,
      { location: 'http://portal.test/' },
      '',
      { kind: 'offline', reason: 'portal' },
    ],
    [
      'a web page in place of JSON',
      200,
      { 'content-type': 'text/html' },
      htmlPage,
      { kind: 'offline', reason: 'portal' },
    ],
    [
      'a web page with the content type of JSON',
      200,
      { 'content-type': 'application/json' },
      `\n ${htmlPage}`,
      { kind: 'offline', reason: 'portal' },
    ],
    ['incomplete JSON', 200, {}, '{"a":', { kind: 'malformed', detail: 'it is not JSON' }],
    [
      'an empty body in place of JSON',
      200,
      {},
      '',
      { kind: 'malformed', detail: 'it is not JSON' },
    ],
    [
      'a body over the limit',
      200,
      {},
      `"${'x'.repeat(2 ** 20)}"`,
      { kind: 'too-large', limit: 2 ** 20, unit: 'bytes' },
    ],
  ];
  it.each(cases)('is returned for %s: %i', async (_name, status, headers, body, expected) => {
    const failure = await resultTextOf((_request, response) => {
      response.writeHead(status, headers).end(body);
    });
    expect(failure).toEqual(expected);
  });
});

describe('the body of an answer', () => {
  const json = Buffer.from('{"word":"päng"}');
  it.each([
    ['identity', json],
    ['gzip', gzipSync(json)],
  ])('is read when its encoding is %s', async (encoding, bytes) => {
    const server = await serveAnswer((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      // Send the body in two pieces, split inside a character.
      response.write(bytes.subarray(0, 11), () => response.end(bytes.subarray(11)));
    });
    const result = await getJson(makeHttp(), server.url);
    expect(result).toEqual({ ok: true, value: { status: 200, body: { word: 'päng' } } });
  });

  it('may have 1 MiB', async () => {
    let headers: object = {};
    const server = await serveAnswer((request, response) => {
      ({ headers } = request);
      response.end('1'.padEnd(2 ** 20));
    });
    const result = await getJson(makeHttp(), server.url);
    expect(headers).toMatchObject({ accept: 'application/json' });
    expect(headers).not.toHaveProperty('content-type');
    expect(result).toEqual({ ok: true, value: { status: 200, body: 1 } });
  });

  it('may be missing when the status is 204', async () => {
    const server = await serveAnswer((_request, response) => response.writeHead(204).end());
    const result = await getJson(makeHttp(), server.url);
    expect(result).toEqual({ ok: true, value: { status: 204, body: null } });
  });
});

describe('a request for a text', () => {
  const never = new AbortController().signal;
  const textOf = async (answer: Parameters<typeof serveAnswer>[0], limit = 100) => {
    const server = await serveAnswer(answer);
    const url = new URL('/feed', server.url);
    return makeHttp().text({ url, accept: 'application/rss+xml', limit }, never);
  };

  it('sends the Accept header of its type, and decompresses the answer', async () => {
    const result = await textOf((request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(`<rss>${request.headers.accept ?? ''}</rss>`)),
    );
    expect(result).toEqual({ ok: true, value: '<rss>application/rss+xml</rss>' });
  });

  it.each([
    [404, {}, 'gone', { kind: 'not-found' }],
    [503, { 'retry-after': '60' }, '', { kind: 'unavailable', retryAt: httpNow + 60_000 }],
    [302, { location: 'http://portal.test/' }, '', { kind: 'offline', reason: 'portal' }],
    [200, {}, 'x'.repeat(101), { kind: 'too-large', limit: 100 }],
  ])('fails with status %i and headers %j', async (status, headers, body, failure) => {
    const result = await textOf((_request, response) =>
      response.writeHead(status, headers).end(body),
    );
    expect(result).toMatchObject({ ok: false, failure });
  });
});

it('a request reads no more than the beginning of an endless error page', async () => {
  let written = 0;
  const piece = Buffer.alloc(64 * 1024, 'x');
  const failure = await resultTextOf(
    (_request, response) => {
      response.writeHead(500);
      const more = (): void => {
        // Send up to 64 MiB: more than all buffers hold, but not endless if the client does not stop.
        while (written < 64 * 2 ** 20 && !response.destroyed) {
          written += piece.length;
          if (!response.write(piece)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    },
    { total: 10_000 },
  );
  expect(failure).toMatchObject({ kind: 'unavailable', status: 500 });
  expect(written).toBeLessThan(32 * 2 ** 20);
});

describe('endpointUrl', () => {
  it.each([
    ['http://a.example', '/b', {}, 'http://a.example/b'],
    ['https://a.example/x//', '/b', { c: 'd e', f: '' }, 'https://a.example/x/b?c=d+e&f='],
    ['http://a.example/x/y?old=1#part', '/b', {}, 'http://a.example/x/y/b'],
  ])('adds to %s the path %s and the query %j', (base, path, query, expected) => {
    const result = endpointUrl(base, path, query);
    expect(result.ok && result.value.href).toBe(expected);
  });

  it.each([
    ['a.example', 'address-refused'],
    ['ftp://a.example', 'address-refused'],
    ['xhttp://a.example', 'address-refused'],
    ['httpx://a.example', 'address-refused'],
    ['http://me@a.example', 'address-refused'],
    ['http://:word@a.example', 'address-refused'],
    [null, 'offline'],
  ])('refuses %s', (base, kind) => {
    expect(endpointUrl(base, '/b')).toMatchObject({ ok: false, failure: { kind } });
  });
});

it('createHttp asks for the current proxy of an address, and has a longer total deadline for downloads', async () => {
  const asked: unknown[] = [];
  const http = createHttp({
    userAgent: 'Overhead/test',
    now: () => httpNow,
    proxy(...args) {
      asked.push(args);
      return { http: 'http://127.0.0.1:1/', https: '', except: '' };
    },
  });
  expect(await http.isSeenByProxy('http://a.example/')).toBe(true);
  expect(asked).toEqual([['http://a.example/', true]]);
  await http.close();
  expect(downloadDeadlines).toEqual({ ...jsonDeadlines, total: 10 * 60_000 });
});

it('a download from an address of others connects only to the public internet', async () => {
  const server = await serveAnswer((_request, response) => response.end('a'));
  const lookups: string[] = [];
  const http = createHttp({
    userAgent: 'Overhead/test',
    now: () => httpNow,
    resolve(host, _options, callback) {
      lookups.push(host);
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    },
  });
  const { signal } = new AbortController();
  const download = (url: string, admission: 'own' | 'public') =>
    http.download(
      { url: new URL(url), admit: () => admission, limit: 10, sink: () => null },
      signal,
    );
  const named = server.url.replace('127.0.0.1', 'pictures.example');
  expect(await download(named, 'public')).toMatchObject({ failure: { kind: 'address-refused' } });
  expect([lookups, server.requests]).toEqual([['pictures.example'], []]);
  expect(await download(server.url, 'own')).toEqual({ ok: true, value: null });
  await http.close();
  for (const [url, admission] of [
    [named, 'public'],
    [server.url, 'own'],
  ] as const)
    expect(await download(url, admission)).toMatchObject({ failure: { kind: 'cancelled' } });
});
