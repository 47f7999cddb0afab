import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import { successorImage } from '#test/support/picture-answers.ts';
import { startProxy } from '#test/support/proxy.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { chooseProxy } from '#platform/http/proxy.ts';
import { createLegacySource, probePicture } from './sources.ts';

const never = new AbortController().signal;
const day = { date: '2026-11-20', title: 'A day', explanation: '', media_type: 'image' };
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
const source = (apiKey = 'my key') =>
  createLegacySource({
    http,
    baseUrl: () => `${server.url}/v1/`,
    apiKey: () => apiKey,
    now: () => 1000,
  });

describe('the legacy service', () => {
  it('requests a day with the parameters of the service, and stores the quota', async () => {
    answer = (_request, response) => {
      const quota = { 'X-RateLimit-Limit': 30, 'X-RateLimit-Remaining': 12 };
      response.writeHead(200, quota).end(JSON.stringify(day));
    };
    const pictures = source();
    expect(pictures.quota()).toBeNull();
    expect(await pictures.fetch('2026-11-20', never)).toMatchObject({
      ok: true,
      value: { date: '2026-11-20', mediaType: 'image' },
    });
    expect(pictures.quota()).toEqual({ limit: 30, remaining: 12, at: 1000 });
    await pictures.fetch(null, never);
    const path = '/v1/planetary/apod?api_key=my+key&hd=true&thumbs=true';
    expect(server.requests).toEqual([`GET ${path}&date=2026-11-20`, `GET ${path}`]);
  });

  it('accepts the answer of an instance of the public server at its base address', async () => {
    // It refuses unknown parameters such as a key, and knows no other path.
    answer = (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', server.url);
      const isKnown = [...searchParams.keys()].every((name) =>
        ['hd', 'thumbs', 'date'].includes(name),
      );
      const isMissing = searchParams.get('date') === '2026-11-19';
      response.writeHead(pathname !== '/v1/' || isMissing ? 404 : isKnown ? 200 : 400);
      response.end(JSON.stringify(day));
    };
    const pictures = source();
    expect(await pictures.fetch(null, never)).toMatchObject({
      ok: true,
      value: { title: 'A day' },
    });
    const asked = server.requests.length;
    expect(await pictures.fetch('2026-11-20', never)).toMatchObject({ ok: true });
    expect(await pictures.fetch('2026-11-19', never)).toMatchObject({
      failure: { kind: 'not-found' },
    });
    expect(server.requests).toHaveLength(asked + 2);
    for (const path of ['/v1', '/v1/', '/v1//', '/v1/?api_key=mine']) {
      const url = `${server.url}${path}`;
      expect(await probePicture({ http, url, apiKey: null, now: Date.now }, never)).toEqual({
        ok: true,
        value: null,
      });
    }
  });

  it('uses the key of the service at the requested address', async () => {
    answer = (_request, response) => response.end(JSON.stringify(day));
    const asked: string[] = [];
    const apiKey = (service: string): string => {
      asked.push(service);
      return 'DEMO_KEY';
    };
    await createLegacySource({ http, baseUrl: () => server.url, apiKey, now: Date.now }).fetch(
      null,
      never,
    );
    expect(asked).toEqual([server.url]);
    expect(server.requests.join()).toContain('api_key=DEMO_KEY');
  });

  it('sends only the shared public key if a proxy could read the user’s key', async () => {
    answer = (_request, response) => response.end(JSON.stringify(day));
    const own = 'http://pictures.lan:8080';
    const proxy = await startProxy({ 'pictures.lan:8080': new URL(server.url).host });
    const proxied = createHttp({
      userAgent: 'Overhead/test',
      now: Date.now,
      proxy: () => chooseProxy(proxy.url, {}),
    });
    const asked: string[] = [];
    const apiKey = (service: string): string => {
      asked.push(service);
      return 'SECRETKEY';
    };
    const fetched = await createLegacySource({
      http: proxied,
      baseUrl: () => own,
      apiKey,
      now: Date.now,
    }).fetch(null, never);
    expect(fetched.ok).toBe(true);
    expect(asked).toEqual([]);
    expect(proxy.asked.join()).toContain('api_key=DEMO_KEY');
    await proxied.close();
    await proxy.close();
  });

  it.each(['#', '', '?x', './', '//'])(
    'keeps the API key out of every field if the addresses are %j',
    async (address) => {
      const addresses = { url: address, hdurl: address, thumbnail_url: address };
      const explanation = `<a href="${address}">Words</a>`;
      for (const over of [{}, { permalink: address, basic_html: `<img src="${address}">` }]) {
        answer = (_request, response) =>
          response.end(JSON.stringify({ ...day, ...addresses, explanation, ...over }));
        const result = await source('KEY-4711').fetch(null, never);
        expect(result).toMatchObject({ ok: true, value: { title: 'A day' } });
        expect(JSON.stringify(result)).not.toContain('4711');
      }
      expect(server.requests.join()).toContain('api_key=KEY-4711');
    },
  );

  it('keeps the API key out of the failure if the answer contains it', async () => {
    answer = (_request, response) => {
      response.writeHead(400).end(JSON.stringify({ code: 400, msg: 'no such key: KEY-4711' }));
    };
    const result = await source('KEY-4711').fetch(null, never);
    expect(result).toMatchObject({ failure: { kind: 'refused', status: 400 } });
    expect(JSON.stringify(result)).not.toContain('4711');
    expect(JSON.stringify(result)).toContain('no such key');
  });

  it('reads an answer in the format of the successor service', async () => {
    answer = (_request, response) => response.end(JSON.stringify([successorImage]));
    expect(await source().fetch('2026-10-02', never)).toMatchObject({
      ok: true,
      value: { hdUrl: successorImage.hdurl, pageUrl: successorImage.url, servedBy: 'legacy' },
    });
  });

  it('stores the quota of a refused request', async () => {
    answer = (_request, response) => {
      response.writeHead(429, { 'X-RateLimit-Remaining': 0 }).end();
    };
    const pictures = source();
    expect(await pictures.fetch(null, never)).toMatchObject({ failure: { kind: 'quota' } });
    expect(pictures.quota()).toEqual({ limit: null, remaining: 0, at: 1000 });
  });

  it.each([
    [400, { code: 400, msg: 'Date must be between Jun 16, 1995 and …' }, { kind: 'not-found' }],
    [404, { code: 404, msg: 'No data available for date: 2026-11-21' }, { kind: 'not-found' }],
    [400, { error: 'INVALID_DATE' }, { kind: 'refused', status: 400, message: 'INVALID_DATE' }],
    [403, { error: { code: 'API_KEY_INVALID', message: 'no: my key' } }, { kind: 'key-refused' }],
    [403, 'API_KEY_INVALID', { kind: 'key-refused' }],
    [429, { error: 'RATE_LIMIT_EXCEEDED' }, { kind: 'quota', retryAt: null }],
    [200, { ...day, date: '1995-06-16' }, { kind: 'malformed' }],
    [200, { ...day, title: null }, { kind: 'malformed' }],
  ])('returns the failure for the status %i with the body %j', async (status, body, failure) => {
    answer = (_request, response) => response.writeHead(status).end(JSON.stringify(body));
    const result = await source().fetch('2026-11-20', never);
    expect(result).toMatchObject({ ok: false, failure });
    expect(JSON.stringify(result)).not.toContain('my key');
  });

  it.each([
    [null, { kind: 'offline', reason: 'starting' }],
    ['not an address', { kind: 'address-refused' }],
    ['ftp://127.0.0.1', { kind: 'address-refused' }],
    ['http://me:secret@127.0.0.1', { kind: 'address-refused' }],
  ])(
    'fails without a request, and does not reveal a password, if its address is %s',
    async (base, failure) => {
      const idleHttp: Http = { ...http, json: () => expect.fail('a request was sent') };
      const pictures = createLegacySource({
        http: idleHttp,
        baseUrl: () => base,
        apiKey: () => '',
        now: Date.now,
      });
      const result = await pictures.fetch(null, never);
      expect(result).toMatchObject({ ok: false, failure });
      expect(JSON.stringify(result)).not.toContain('secret');
    },
  );
});
