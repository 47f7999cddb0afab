import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { cleanUp, getJson, serveAnswer } from '#test/support/http-exchange.ts';
import { startProxy } from '#test/support/proxy.ts';
import { createHttp, type Http } from './http.ts';
import { chooseProxy, noProxy, type ProxyChoice } from './proxy.ts';
import { createSystemProxy, firstProxyOf, type ResolveProxy } from './system-proxy.ts';

const publicHost = 'http://pictures.example.org';

interface Around {
  readonly chosen?: ProxyChoice;
  readonly now?: () => number;
  readonly limitMs?: number;
}

const systemProxy = (
  resolve: ResolveProxy,
  { chosen = noProxy, now = () => 0, limitMs }: Around = {},
) =>
  createSystemProxy({
    chosen: () => chosen,
    resolve,
    now,
    ...(limitMs === undefined ? {} : { limitMs }),
  });

function makeHttp(resolve: ResolveProxy, around: Around = {}): Http {
  const http = createHttp({
    userAgent: 'Overhead/test',
    now: Date.now,
    proxy: systemProxy(resolve, around),
  });
  cleanUp(() => http.close());
  return http;
}

describe('firstProxyOf', () => {
  it.each([
    ['DIRECT', ''],
    ['PROXY proxy.lan:3128; DIRECT', 'http://proxy.lan:3128/'],
    ['HTTPS proxy.lan:443', 'https://proxy.lan/'],
    ['SOCKS5 a.lan:1080; PROXY b.lan:1', 'http://b.lan:1/'],
    ['SOCKS a.lan:1080', ''],
    ['DIRECT; PROXY b.lan:1', ''],
    ['PROXY [::1]:3128', 'http://[::1]:3128/'],
    ['PROXY name:word@proxy.lan:1', ''],
    ['PROXY', ''],
    ['', ''],
    ['nonsense ; ;', ''],
    ['  http   a.lan:1 more;', 'http://a.lan:1/'],
    ['https a.lan:1', 'https://a.lan:1/'],
    [
      'undirect; noproxy a.lan:1; xhttps a.lan:1; direction; httpss a.lan:2; PROXY b.lan:1',
      'http://b.lan:1/',
    ],
    ['direct; PROXY b.lan:1', ''],
  ])('for %j returns %j', (answer, url) => {
    expect(firstProxyOf(answer)).toBe(url);
  });
});

describe('createSystemProxy', () => {
  it('asks the system only when neither the settings nor the environment contain a proxy', async () => {
    const asked: string[] = [];
    const resolve: ResolveProxy = (url) => {
      asked.push(url);
      return Promise.resolve('PROXY system.lan:1');
    };
    for (const chosen of [
      chooseProxy('http://mine.lan:2', {}),
      chooseProxy(null, { HTTP_PROXY: 'http://mine.lan:2' }),
      chooseProxy(null, { HTTPS_PROXY: 'http://mine.lan:2' }),
    ])
      expect(await systemProxy(resolve, { chosen })(publicHost)).toEqual(chosen);
    expect(asked).toEqual([]);
    expect(await systemProxy(resolve)(publicHost)).toMatchObject({ http: 'http://system.lan:1/' });
    expect(asked).toEqual([`${publicHost}/`]);
  });

  it('keeps the exceptions of NO_PROXY', async () => {
    const chosen = chooseProxy(null, { NO_PROXY: '.example.org' });
    const proxy = systemProxy(() => Promise.resolve('PROXY system.lan:1'), { chosen });
    expect((await proxy(publicHost)).except).toContain('.example.org');
  });

  it('passes neither a path nor a query to the system', async () => {
    const asked: string[] = [];
    const proxy = systemProxy((url) => {
      asked.push(url);
      return Promise.resolve('DIRECT');
    });
    await proxy(`${publicHost}/planetary/apod?api_key=secret`);
    expect(asked).toEqual([`${publicHost}/`]);
  });

  it.each(['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1'])(
    'does not ask the system for %s',
    async (address) => {
      const proxy = systemProxy(() => Promise.resolve('PROXY system.lan:1'));
      expect(await proxy(address)).toEqual(noProxy);
    },
  );

  it('asks the system at most once a minute for each origin, and always when `isFresh` is true', async () => {
    let now = 0;
    let times = 0;
    const proxy = systemProxy(() => Promise.resolve(`PROXY a.lan:${++times}`), { now: () => now });
    const port = async (isFresh = false) =>
      URL.parse((await proxy(publicHost, isFresh)).http)?.port;
    expect([await port(), await port()]).toEqual(['1', '1']);
    now = 59_999;
    expect(await port()).toBe('1');
    now = 60_000;
    expect(await port()).toBe('2');
    expect(await port(true)).toBe('3');
    await proxy('https://other.example.org');
    expect(times).toBe(4);
  });

  it('keeps the answers for the 64 origins that were asked last', async () => {
    let times = 0;
    const proxy = systemProxy(() => Promise.resolve(`PROXY a.lan:${(times += 1)}`));
    for (let index = 0; index < 64; index += 1) await proxy(`http://${index}.example`);
    await proxy('http://0.example', true);
    expect(times).toBe(65);
    await proxy('http://64.example');
    for (const index of [0, 2, 63, 64]) await proxy(`http://${index}.example`);
    expect(times).toBe(66);
    await proxy('http://1.example');
    expect(times).toBe(67);
  });

  it.each<[string, ResolveProxy]>([
    ['a PAC script that never ends', () => new Promise(() => undefined)],
    ['a system that returns an error', () => Promise.reject(new Error('no'))],
  ])('returns no proxy for %s', async (_what, resolve) => {
    expect(await systemProxy(resolve, { limitMs: 5 })(publicHost)).toMatchObject({ http: '' });
  });
});

describe('a request with a system proxy', () => {
  it('is sent through the proxy that the system names', async () => {
    const server = await serveAnswer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"here":true}');
    });
    const proxy = await startProxy({ 'pictures.example.org:80': new URL(server.url).host });
    cleanUp(() => proxy.close());
    const http = makeHttp(() => Promise.resolve(`PROXY ${new URL(proxy.url).host}; DIRECT`));
    expect(await getJson(http, publicHost)).toMatchObject({
      ok: true,
      value: { body: { here: true } },
    });
    expect(proxy.asked).toHaveLength(1);
    expect(await http.isSeenByProxy(publicHost)).toBe(true);
    expect(await http.isSeenByProxy(publicHost.replace('http:', 'https:'))).toBe(false);
  });

  it('can be cancelled while a PAC script does not end', async () => {
    const http = makeHttp(() => new Promise(() => undefined));
    const cancelling = new AbortController();
    const asked = http.json({ method: 'GET', url: new URL(publicHost) }, cancelling.signal);
    cancelling.abort();
    expect(await asked).toEqual({ ok: false, failure: { kind: 'cancelled' } });
  });

  it.each([200, 302, 403, 502])(
    'fails when the proxy answers with HTML and the status %i',
    async (status) => {
      const page = '<!doctype html><html><body>Sign in</body></html>';
      const portal = await serveAnswer((_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html' }).end(page);
      });
      const http = makeHttp(() => Promise.resolve(`PROXY ${new URL(portal.url).host}`));
      const result = await getJson(http, publicHost);
      expect(result.ok).toBe(false);
      if (status < 400)
        expect(result).toMatchObject({ failure: { kind: 'offline', reason: 'portal' } });
      expect(JSON.stringify(result)).not.toContain('<html');
    },
  );

  it.each([
    ['HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html>Sign in</html>', 'offline'],
    ['HTTP/1.1 302 Found\r\nlocation: /in\r\n\r\n<html></html>', 'offline'],
    ['<html>Sign in</html>', 'malformed'],
  ])('fails when the proxy answers %j to a CONNECT request: %s', async (answer, kind) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp(async () => {
      server.close();
      await once(server, 'close');
    });
    const { port } = server.address() as AddressInfo;
    const http = makeHttp(() => Promise.resolve(`PROXY 127.0.0.1:${port}`));
    expect(await getJson(http, 'https://pictures.example.org')).toMatchObject({
      ok: false,
      failure: { kind },
    });
  });
});
