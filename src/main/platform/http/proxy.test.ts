import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { cleanUp, getJson, serveAnswer } from '#test/support/http-exchange.ts';
import { startProxy, type TestProxy } from '#test/support/proxy.ts';
import { closedPort } from '#test/support/http-server.ts';
import { createHttp, type Http } from './http.ts';
import {
  chooseProxy,
  createConnections,
  isSeenByProxy,
  noProxy,
  proxyFailure,
  type ProxyChoice,
} from './proxy.ts';

const never = new AbortController().signal;
const json = (host?: (name: string) => void) =>
  serveAnswer((request, response) => {
    host?.(request.headers.host ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"here":true}');
  });

async function proxyFor(routes: Readonly<Record<string, string>>): Promise<TestProxy> {
  const proxy = await startProxy(routes);
  cleanUp(() => proxy.close());
  return proxy;
}

function makeHttp(proxy: () => ProxyChoice): Http {
  const http = createHttp({ userAgent: 'Overhead/test', now: Date.now, proxy });
  cleanUp(() => http.close());
  return http;
}

describe('isSeenByProxy', () => {
  const choice = (no_proxy = '') => chooseProxy(null, { http_proxy: 'http://p:1', no_proxy });
  it.each<[string, ProxyChoice, boolean]>([
    ['http://pictures.lan:8080', chooseProxy('http://p:1', {}), true],
    ['https://api.nasa.gov', chooseProxy('http://p:1', {}), false],
    ['http://127.0.0.1:9', chooseProxy('http://p:1', {}), false],
    ['http://[::1]:9', chooseProxy('http://p:1', {}), false],
    ['http://localhost.evil.example', chooseProxy('http://p:1', {}), true],
    ['http://pictures.lan', noProxy, false],
    ['http://pictures.lan', chooseProxy(null, { https_proxy: 'http://p:1' }), false],
    ['http://pictures.lan', choice(), true],
    ['http://pictures.lan', choice('pictures.lan'), false],
    ['http://pictures.lan', choice('.lan, other'), false],
    ['http://pictures.lan', choice('*.pictures.lan'), true],
    ['http://a.pictures.lan', choice('*.pictures.lan'), false],
    ['http://notpictures.lan', choice('pictures.lan'), true],
    ['http://pictures.lan', choice('*'), false],
    ['not an address', choice(), false],
    ['http://pictures.lan.', choice('PICTURES.LAN'), false],
    ['http://[fd00::1]', choice('[fd00::1]'), false],
    ['http://[fd00::1]', choice('fd00::1'), false],
    ['http://[fd00::1]', choice('d00::1'), true],
    ['http://lan', choice('.lan'), true],
    ['http://pictures.lan', choice(' other\t.lan '), false],
    ['http://pictures.lan', choice(',. *. ,'), true],
  ])('for %s and %j returns %s', (address, proxies, seen) => {
    expect(isSeenByProxy(proxies, address)).toBe(seen);
  });

  it.each(['pictures.lan', '.lan', '*.lan', 'lan', '*', 'pictures.lan:1', 'other.lan'])(
    'returns true if the request goes to the proxy: NO_PROXY=%s',
    async (except) => {
      const proxy = await proxyFor({});
      proxy.refuse(403);
      const proxies = chooseProxy(null, { http_proxy: proxy.url, no_proxy: except });
      const http = makeHttp(() => proxies);
      for (const host of ['pictures.lan', 'lan', 'a.pictures.lan']) {
        proxy.asked.length = 0;
        await http.json({ method: 'GET', url: new URL(`http://${host}:1/`) }, never);
        if (proxy.asked.length > 0)
          expect(await http.isSeenByProxy(`http://${host}:1/`)).toBe(true);
      }
    },
  );
});

describe('chooseProxy', () => {
  const here = 'localhost,127.0.0.1,[::1]';
  it.each<[string, string | null, Record<string, string>, ProxyChoice]>([
    ['returns no proxy when none is set', null, {}, { http: '', https: '', except: here }],
    [
      'reads the variables of the environment',
      null,
      { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:2/', NO_PROXY: '.example.org' },
      { http: 'http://a:1/', https: 'http://b:2/', except: `.example.org,${here}` },
    ],
    [
      'prefers lower-case names of variables to upper-case names',
      null,
      { HTTP_PROXY: 'http://a:1', http_proxy: 'http://c:3' },
      { http: 'http://c:3/', https: '', except: here },
    ],
    [
      'adds http to an address without a scheme',
      null,
      { HTTPS_PROXY: 'a:1' },
      { http: '', https: 'http://a:1/', except: here },
    ],
    [
      'ignores invalid addresses, and schemes other than http and https',
      null,
      { HTTP_PROXY: 'http://', HTTPS_PROXY: 'socks5://a:1' },
      { http: '', https: '', except: here },
    ],
    [
      'ignores spaces, and requires a scheme as a whole',
      null,
      { http_proxy: ' https://a:1 ', https_proxy: 'nohttp://a:1', no_proxy: ' ' },
      { http: 'https://a:1/', https: '', except: here },
    ],
    [
      'takes an empty lower-case variable for no proxy',
      null,
      { http_proxy: '', HTTP_PROXY: 'http://a:1', https_proxy: 'https2://a:1' },
      { http: '', https: '', except: here },
    ],
    [
      'prefers the setting to the environment',
      'http://mine:8080',
      { HTTP_PROXY: 'http://a:1', NO_PROXY: '*' },
      { http: 'http://mine:8080', https: 'http://mine:8080', except: here },
    ],
  ])('%s', (_what, setting, env, choice) => {
    expect(chooseProxy(setting, env)).toEqual(choice);
  });
});

describe('createConnections', () => {
  const address = 'http://pictures.test/';

  it('keeps the dispatchers of the last three choices, and destroys all', async () => {
    let choice = noProxy;
    const connections = createConnections(
      () => ({}),
      1_000,
      () => choice,
    );
    const dispatcherFor = (http: string) => {
      choice = { ...noProxy, http };
      return connections.dispatcher(address, never);
    };
    const direct = await dispatcherFor('');
    const [a, b] = [await dispatcherFor('http://a.test/'), await dispatcherFor('http://b.test/')];
    expect([direct, a, b].map(({ constructor }) => constructor.name)).toEqual([
      'Agent',
      'EnvHttpProxyAgent',
      'EnvHttpProxyAgent',
    ]);
    expect(await dispatcherFor('')).toBe(direct);
    const c = await dispatcherFor('http://c.test/');
    const all = [direct, a, b, c] as unknown as { closed: boolean; destroyed: boolean }[];
    expect(all.map(({ closed }) => closed)).toEqual([false, true, false, false]);
    expect(await dispatcherFor('http://a.test/')).not.toBe(a);
    await connections.destroy();
    expect(all.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true]);
  });

  it('stops waiting for the choice of a proxy when the request is aborted', async () => {
    const stop = new AbortController();
    const connections = createConnections(
      () => ({}),
      1_000,
      () => new Promise(() => undefined),
    );
    const dispatcher = connections.dispatcher(address, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(dispatcher).rejects.toThrow('stopped');
    await expect(connections.dispatcher(address, stop.signal)).rejects.toThrow('stopped');
  });
});

describe('a request through a proxy', () => {
  const publicHost = 'http://pictures.example.org';

  it('reaches a host whose name only the proxy can resolve', async () => {
    let host = '';
    const server = await json((name) => (host = name));
    const proxy = await proxyFor({ 'pictures.example.org:80': new URL(server.url).host });
    const http = makeHttp(() => chooseProxy(proxy.url, {}));
    expect(await getJson(http, publicHost)).toEqual({
      ok: true,
      value: { status: 200, body: { here: true } },
    });
    expect(host).toBe('pictures.example.org');
    expect(proxy.asked).toHaveLength(1);
  });

  it('sends the password to the proxy and not to the service', async () => {
    let headers = '';
    const server = await serveAnswer((request, response) => {
      headers = JSON.stringify(request.headers);
      response.end('{}');
    });
    const proxy = await proxyFor({ 'pictures.example.org:80': new URL(server.url).host });
    const secret = proxy.url.replace('//', '//me:word@');
    await getJson(
      makeHttp(() => chooseProxy(null, { HTTP_PROXY: secret })),
      publicHost,
    );
    const basic = Buffer.from('me:word').toString('base64');
    expect(proxy.asked.join()).toContain(`Basic ${basic}`);
    expect(headers).toContain('Overhead/test');
    expect(headers).not.toContain(basic);
  });

  it('does not use the proxy for services on this machine', async () => {
    const server = await json();
    const proxy = await proxyFor({});
    const http = makeHttp(() => chooseProxy(proxy.url, {}));
    expect(await getJson(http, server.url)).toMatchObject({ ok: true });
    expect(await getJson(http, server.url.replace('127.0.0.1', 'localhost'))).toMatchObject({
      ok: true,
    });
    expect(proxy.asked).toEqual([]);
  });

  it('does not use the proxy for a host in NO_PROXY', async () => {
    const proxy = await proxyFor({});
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: 'nobody.invalid' };
    const result = await getJson(
      makeHttp(() => chooseProxy(null, env)),
      'http://nobody.invalid',
    );
    expect(result).toMatchObject({ failure: { kind: 'offline', reason: 'dns' } });
    expect(proxy.asked).toEqual([]);
  });

  it('uses a changed proxy setting from the next request on', async () => {
    const server = await json();
    const proxy = await proxyFor({ 'nobody.invalid:80': new URL(server.url).host });
    let choice = noProxy;
    const http = makeHttp(() => choice);
    const ask = () => getJson(http, 'http://nobody.invalid');
    expect(await ask()).toMatchObject({ ok: false });
    choice = chooseProxy(proxy.url, {});
    expect(await ask()).toMatchObject({ ok: true });
    choice = noProxy;
    expect(await ask()).toMatchObject({ ok: false });
    expect(proxy.asked).toHaveLength(1);
  });

  it.each([407, 403, 502])(
    'fails as offline when the proxy answers %i to a tunnel',
    async (status) => {
      const proxy = await proxyFor({});
      proxy.refuse(status);
      const http = makeHttp(() => chooseProxy(proxy.url, {}));
      const reason = status === 407 ? 'proxy-password' : 'proxy';
      expect(await getJson(http, 'https://pictures.example.org')).toEqual({
        ok: false,
        failure: { kind: 'offline', reason },
      });
    },
  );

  it('fails with `proxy-password` if a proxy requires a password, also for http', async () => {
    const proxy = await proxyFor({});
    proxy.refuse(407);
    const http = makeHttp(() => chooseProxy(proxy.url, {}));
    expect(await getJson(http, publicHost)).toEqual({
      ok: false,
      failure: { kind: 'offline', reason: 'proxy-password' },
    });
  });

  it('fails as offline when the proxy cannot be reached', async () => {
    const gone = `http://127.0.0.1:${await closedPort()}`;
    const http = makeHttp(() => chooseProxy(gone, {}));
    for (const base of [publicHost, 'https://pictures.example.org'])
      expect(await getJson(http, base)).toMatchObject({ failure: { kind: 'offline' } });
  });

  it('does not offer HTTP/2 to an https proxy or service, because the built app contains no client for HTTP/2', async () => {
    const pem = (name: string): string =>
      readFileSync(new URL(`../../../../test/support/tls/${name}`, import.meta.url), 'utf8');
    const offered: string[][] = [];
    const secure = createServer({
      key: pem('server-key.pem'),
      cert: pem('server.pem'),
      ALPNCallback({ protocols }) {
        offered.push(protocols);
        return undefined;
      },
    }).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    cleanUp(async () => {
      secure.close();
      await once(secure, 'close');
    });
    const { port } = secure.address() as AddressInfo;
    const http = makeHttp(() => chooseProxy(`https://localhost:${port}`, {}));
    for (const base of [publicHost, 'https://pictures.example.org']) await getJson(http, base);
    await getJson(
      makeHttp(() => noProxy),
      `https://localhost:${port}`,
    );
    expect(offered).toEqual([['http/1.1'], ['http/1.1'], ['http/1.1']]);
  });

  it('refuses addresses that are not public, like a request without a proxy', async () => {
    const server = await json();
    const proxy = await proxyFor({ '10.0.0.1:80': new URL(server.url).host });
    const http = makeHttp(() => chooseProxy(proxy.url, {}));
    for (const url of ['http://10.0.0.1/x.jpg', 'http://[::1]/x.jpg', server.url])
      expect(
        await http.download(
          {
            url: new URL(url),
            admit: () => 'public',
            limit: 1000,
            sink: { write: () => Promise.resolve(null) } as never,
          },
          never,
        ),
      ).toMatchObject({ failure: { kind: 'address-refused' } });
    expect(proxy.asked).toEqual([]);
  });
});

it.each<[object | null, string | null]>([
  [{ code: 'UND_ERR_PRX_TLS' }, 'proxy'],
  [{ code: 'X_UND_ERR_PRX' }, null],
  [{ code: 'UND_ERR', message: 'Proxy response (502) !== 200' }, 'proxy'],
  [{ code: 'UND_ERR', message: 'Proxy response (407) !== 200' }, 'proxy-password'],
  [{ code: 'UND_ERR', message: 'Proxy Authentication Required' }, 'proxy-password'],
  [{ code: 'UND_ERR', message: 'no Proxy response (407)' }, null],
  [{ code: 'UND_ERR_PRX', message: 'no Proxy Authentication Required' }, 'proxy'],
  [{ message: 'Proxy response (407)' }, null],
])('proxyFailure for %j has the reason %s', (properties, reason) => {
  const failure = proxyFailure(Object.assign(new Error(''), properties));
  expect(failure).toEqual(reason === null ? null : { kind: 'offline', reason });
  expect(proxyFailure(properties)).toBeNull();
});
