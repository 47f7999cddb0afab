import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { createPostsService } from './posts-client.ts';

const never = new AbortController().signal;
const post = { title: 'Ü', body: 'x\ny', userId: 3 };
let http: Http;
let server: TestServer;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeEach(async () => {
  http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
  server = await startServer((request, response) => answer(request, response));
});
afterEach(async () => {
  await http.close();
  await server.close();
});
const posts = () => createPostsService({ http, baseUrl: () => server.url });

describe('createPostsService', () => {
  it.each([
    ['POST /posts', 201, { ...post, id: 101 }, 101, post, () => posts().create(post, never)],
    [
      'PUT /posts/7',
      200,
      { ...post, id: 7 },
      7,
      { ...post, id: 7 },
      () => posts().replace({ ...post, id: 7 }, never),
    ],
    ['DELETE /posts/7', 200, {}, null, null, () => posts().delete(7, never)],
  ])('sends %s', async (line, status, body, id, sent, call) => {
    const received: unknown[] = [];
    answer = (request, response) => {
      void (async () => {
        received.push(request.method === 'DELETE' ? null : await json(request));
        received.push(request.headers['content-type']);
        response.writeHead(status).end(JSON.stringify(body));
      })();
    };
    expect(await call()).toEqual({ ok: true, value: { status, id } });
    expect(server.requests).toEqual([line]);
    expect(received).toEqual([sent, 'application/json']);
  });

  it('treats a post as accepted if the answer repeats the post but is too long to be read', async () => {
    const body = 'ж'.repeat(2 ** 19 - 100);
    const echo = JSON.stringify({ ...post, body, id: 101 }).replaceAll('ж', '\\u0436');
    expect(echo.length).toBeGreaterThan(3_000_000);
    answer = (request, response) => {
      request.resume().on('end', () => response.writeHead(201).end(echo));
    };
    const created = await posts().create({ ...post, body }, never);
    expect(created).toEqual({ ok: true, value: { status: 201, id: null } });
  });

  it.each([
    [201, ''],
    [200, '"ok"'],
    [201, '[]'],
    [201, 'null'],
    [201, 'thanks'],
    [202, '{"id":'],
    [201, '<!doctype html><p>Created'],
    [201, '{"id":"5f0c"}'],
    [201, '{"id":100000000000000000000}'],
    [204, ''],
  ])('treats a post as accepted if the answer is %i with %j', async (status, body) => {
    answer = (request, response) => {
      request.resume().on('end', () => response.writeHead(status).end(body));
    };
    const created = await posts().create(post, never);
    expect(created).toEqual({ ok: true, value: { status, id: null } });
  });

  it.each([
    [400, { message: 'Bad Request' }, { kind: 'refused', status: 400, message: 'Bad Request' }],
    [415, {}, { kind: 'refused', status: 415, message: '' }],
    [404, {}, { kind: 'not-found' }],
    [500, {}, { kind: 'unavailable', status: 500, retryAt: null }],
  ])('returns the failure of the answer %i %j', async (status, body, failure) => {
    answer = (_request, response) => response.writeHead(status).end(JSON.stringify(body));
    const result = await posts().replace({ ...post, id: 7 }, never);
    expect(result).toMatchObject({ ok: false, failure });
  });

  it('does not treat the page of a captive portal as an answer', async () => {
    answer = (_request, response) => response.writeHead(200).end('<!doctype html><p>Log in');
    const created = await posts().create(post, never);
    expect(created).toEqual({ ok: false, failure: { kind: 'offline', reason: 'portal' } });
  });
});
