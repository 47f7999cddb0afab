import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { cleanUp } from '#test/support/http-exchange.ts';
import { startProxy } from '#test/support/proxy.ts';

const file = (name: string): string =>
  new URL(`../../../../test/support/tls/${name}`, import.meta.url).pathname;

/** Starts an https server with a certificate of an authority that Node does not trust. Returns the port. */
async function serveTls(): Promise<number> {
  const key = readFileSync(file('server-key.pem'));
  const server = createServer({ key, cert: readFileSync(file('server.pem')) }, (_, response) =>
    response.end('{"here":true}'),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

const script = `
  import { createHttp } from '#platform/http/http.ts';
  const [url, https] = process.argv.slice(1);
  const proxy = () => ({ http: '', https, except: '' });
  const http = createHttp({ userAgent: 'Overhead/test', now: Date.now, proxy });
  const request = { method: 'POST', url: new URL(url), body: {} };
  const { signal } = new AbortController();
  const answers = [await http.json(request, signal), await http.json(request, signal)];
  await http.close();
  console.log(JSON.stringify(answers));`;

/** Sends two requests in a separate process, because Node reads the system's certificates once for each process. */
async function requestTwice(url: string, proxy: string, systemStore: string): Promise<unknown> {
  const env = { ...process.env, SSL_CERT_FILE: systemStore, SSL_CERT_DIR: '/nowhere' };
  const args = ['--input-type=module', '--eval', script, url, proxy];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout);
}

const here = { ok: true, value: { status: 200, body: { here: true } } };
const refused = { ok: false, failure: { kind: 'offline', reason: 'tls' } };

// OpenSSL reads the store from the environment on Linux only.
it.runIf(process.platform === 'linux').each([
  ['trusts an authority of the system', 'authority.pem', false, here],
  ['trusts an authority of the system also behind a proxy', 'authority.pem', true, here],
  ['refuses an authority that the system does not trust', 'none.pem', false, refused],
])('createHttp %s', async (_what, store, isProxied, answer) => {
  const port = await serveTls();
  const proxy = await startProxy({ 'api.example.org:443': `127.0.0.1:${port}` });
  cleanUp(() => proxy.close());
  const url = isProxied ? 'https://api.example.org/' : `https://localhost:${port}/`;
  expect(await requestTwice(url, isProxied ? proxy.url : '', file(store))).toEqual([
    answer,
    answer,
  ]);
});
