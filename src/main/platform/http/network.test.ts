import { createServer } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  cleanUp,
  resultTextOf,
  getJson,
  makeHttp,
  serveAnswer,
  type Answer,
} from '#test/support/http-exchange.ts';
import { closedPort } from '#test/support/http-server.ts';
import type { Failure } from '#shared/failure.ts';
import { sendRequest } from './exchange.ts';
import type { Deadlines } from './failures.ts';
import type { Http } from './http.ts';

describe('the failure for an error of the network', () => {
  const small = gzipSync(Buffer.from('{"a":"some words"}'));
  type Case = [name: string, expected: Failure, deadlines: Partial<Deadlines>, answer: Answer];
  const stalled: Case[] = [
    [
      'no headers',
      { kind: 'timeout', stage: 'headers', afterMs: 150 },
      { headers: 150 },
      () => undefined,
    ],
    [
      'silence in the body',
      { kind: 'timeout', stage: 'idle', afterMs: 150 },
      { idle: 150 },
      (_request, response) => response.write('{'),
    ],
    [
      'a dripping body',
      { kind: 'timeout', stage: 'total', afterMs: 300 },
      { total: 300 },
      (_request, response) => {
        const drip = setInterval(() => response.write(' '), 10);
        response.once('close', () => clearInterval(drip));
      },
    ],
    [
      'an error message that never ends',
      { kind: 'unavailable', status: 500, retryAt: null },
      { idle: 150 },
      (_request, response) => response.writeHead(500).write('{'),
    ],
  ];
  const cases: Case[] = [
    [
      'a connection that is reset',
      { kind: 'offline', reason: 'reset' },
      {},
      (request) => request.socket.resetAndDestroy(),
    ],
    [
      'a connection that is closed before the answer',
      { kind: 'offline', reason: 'reset' },
      {},
      (request) => request.socket.end(),
    ],
    [
      'an incomplete body',
      { kind: 'offline', reason: 'reset' },
      {},
      (_request, response) => {
        response.writeHead(200, { 'content-length': 50 });
        response.write('{"a"', () => response.destroy());
      },
    ],
    [
      'an answer that is not HTTP',
      { kind: 'malformed', detail: 'the answer is not HTTP' },
      {},
      (request) => request.socket.end('SSH-2.0-hello\r\n\r\n'),
    ],
    // `writeHead` refuses some of these status lines: write them to the socket.
    ...[
      '101 Switching Protocols\r\n',
      '101 Switching Protocols\r\nDate: x\r\nContent-Length: 0\r\n',
      '000 X\r\nContent-Length: 0\r\n',
      '099 X\r\nContent-Length: 0\r\n',
      '1000 X\r\nContent-Length: 0\r\n',
      '20 X\r\nContent-Length: 0\r\n',
    ].map((head): Case => [
      `an answer with the status line ${JSON.stringify(head)}`,
      { kind: 'malformed', detail: 'the answer is not HTTP' },
      {},
      (request) => request.socket.end(`HTTP/1.1 ${head}\r\n`),
    ]),
    ...(
      [
        [
          '101 X\r\nConnection: upgrade\r\nUpgrade: websocket\r\n',
          { kind: 'offline', reason: 'reset' },
        ],
        ['100 Continue\r\n', { kind: 'offline', reason: 'reset' }],
        ['103 Early Hints\r\nLink: x\r\n', { kind: 'offline', reason: 'reset' }],
        ['300 X\r\nContent-Length: 0\r\n', { kind: 'offline', reason: 'portal' }],
        ['304 X\r\n', { kind: 'offline', reason: 'portal' }],
        ['600 X\r\nContent-Length: 0\r\n', { kind: 'unavailable', status: 600, retryAt: null }],
        ['999\r\nContent-Length: 0\r\n', { kind: 'unavailable', status: 999, retryAt: null }],
        ['400\r\nContent-Length: 0\r\n', { kind: 'refused', status: 400, message: '' }],
        ['205 X\r\nContent-Length: 0\r\n', { kind: 'malformed', detail: 'it is not JSON' }],
      ] satisfies [string, Failure][]
    ).map(([head, expected]): Case => [
      `an answer with the status line ${JSON.stringify(head)}`,
      expected,
      {},
      (request) => request.socket.end(`HTTP/1.1 ${head}\r\n`),
    ]),
    [
      'headers that are too long',
      { kind: 'malformed', detail: 'the headers of the answer are too long' },
      {},
      (_request, response) => response.writeHead(200, { x: 'x'.repeat(2 ** 17) }).end('{}'),
    ],
    [
      'a gzip bomb',
      { kind: 'too-large', limit: 2 ** 20, unit: 'bytes' },
      {},
      (_request, response) => {
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(2 ** 25)));
      },
    ],
    [
      'invalid compressed data',
      { kind: 'malformed', detail: 'the answer is not compressed as it says' },
      {},
      (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end(small),
    ],
    [
      'incomplete compressed data',
      { kind: 'truncated' },
      {},
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(small.subarray(0, -12));
      },
    ],
    [
      'a compression that was not requested',
      { kind: 'malformed', detail: 'the answer is not compressed as it says' },
      {},
      (_request, response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end(small),
    ],
  ];
  // All cases run in parallel, because undici reports each timeout only after about a second.
  it('is `timeout` for an incomplete answer at a deadline, or `unavailable` if the status was an error', async () => {
    await Promise.all(
      stalled.map(async ([name, expected, deadlines, answer]) =>
        expect(await resultTextOf(answer, deadlines), name).toEqual(expected),
      ),
    );
  });

  it.each(cases)('is returned for %s', async (_name, expected, deadlines, answer) => {
    expect(await resultTextOf(answer, deadlines)).toEqual(expected);
  });

  it.each([
    ['refused', async () => `http://127.0.0.1:${await closedPort()}`],
    ['dns', () => Promise.resolve('http://nobody.invalid')],
    ['tls', async () => (await serveAnswer(() => undefined)).url.replace('http:', 'https:')],
  ] as const)('has the kind `offline` and the reason %s', async (reason, base) => {
    const result = await getJson(makeHttp(), await base());
    expect(result).toEqual({ ok: false, failure: { kind: 'offline', reason } });
  });

  it('is `timeout` when a TLS handshake never ends', async () => {
    const mute = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    cleanUp(async () => {
      mute.close();
      await once(mute, 'close');
    });
    const address = mute.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const result = await getJson(makeHttp({ connect: 200 }), `https://127.0.0.1:${address.port}`);
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'timeout', stage: 'connect', afterMs: 200 },
    });
  });
});

describe('a connection to a service', () => {
  it('is reused by the next request; a service has at most two connections', async () => {
    const server = await serveAnswer((_request, response) => response.end('{}'));
    const http = makeHttp();
    const results = await Promise.all(Array.from({ length: 6 }, () => getJson(http, server.url)));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(server.connections()).toBe(2);
    await getJson(http, server.url);
    expect(server.connections()).toBe(2);
  });

  it.each([
    ['the request is cancelled', (controller: AbortController) => controller.abort()],
    ['the client is closed', (_controller: AbortController, http: Http) => void http.close()],
  ])('is destroyed when %s', async (_name, stop) => {
    const http = makeHttp();
    const controller = new AbortController();
    const server = await serveAnswer((_request, response) => {
      response.write('{');
      stop(controller, http);
    });
    const result = await getJson(http, server.url, controller.signal);
    expect(result).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    await server.idle();
  });

  it('is destroyed when the answer is not read', async () => {
    const server = await serveAnswer((_request, response) => {
      response.writeHead(302, { location: '/' }).write('never ending');
    });
    await getJson(makeHttp(), server.url);
    await server.idle();
  });

  it('is not opened when the signal is already aborted', async () => {
    const server = await serveAnswer((_request, response) => response.end('{}'));
    const result = await getJson(makeHttp(), server.url, AbortSignal.abort());
    expect(result).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(server.requests).toEqual([]);
  });
});

describe('a SyntaxError', () => {
  const exchange = (request: () => Promise<object>, use: () => never) =>
    sendRequest(
      {
        method: 'GET',
        url: new URL('http://127.0.0.1/'),
        headers: {},
        body: null,
        onEnd: () => undefined,
        connections: { dispatcher: () => Promise.resolve({ request }) } as never,
        deadlines: { connect: 1, headers: 1, idle: 1, total: 1 },
        deadline: { signal: new AbortController().signal, failure: () => null },
      },
      use,
    );
  const fails = (): never => {
    throw new SyntaxError('Expecting Unicode escape sequence');
  };

  // In the app's bundle, Node throws it in place of the error of an assertion of undici.
  it('before the answer is a malformed answer', async () => {
    expect(await exchange(() => Promise.reject(new SyntaxError('a')), fails)).toEqual({
      ok: false,
      failure: { kind: 'malformed', detail: 'the answer is not HTTP' },
    });
  });

  it('while the answer is read is a defect', async () => {
    const answer = { statusCode: 200, body: Readable.from([]) };
    await expect(exchange(() => Promise.resolve(answer), fails)).rejects.toMatchObject({
      message: 'an HTTP exchange went wrong',
      cause: { message: 'Expecting Unicode escape sequence' },
    });
  });
});
