import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { type Services, startServices, type ServicesOptions } from './server.ts';

const running: Services[] = [];
const start = async (options?: ServicesOptions): Promise<Services> => {
  const services = await startServices(options);
  running.push(services);
  return services;
};
afterEach(async () => {
  for (const services of running.splice(0)) await services.stop();
});

const portOf = (url: string): number => Number(new URL(url).port);

/** `fetch` does not let its caller name the host. */
async function askAs(host: string, url: string): Promise<{ status?: number; body: unknown }> {
  const asked = request(url, { headers: { Host: host } });
  const answered = new Promise<{ status?: number; body: unknown }>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (answer) => {
      json(answer).then(
        (body) => resolve({ ...(answer.statusCode && { status: answer.statusCode }), body }),
        reject,
      );
    });
  });
  asked.end();
  return answered;
}

test('three services and their control, on ports of 127.0.0.1 of their own', async () => {
  const { urls } = await start();
  const { control_token, ...addresses } = urls;
  const all = Object.values(addresses);
  expect(Object.keys(addresses)).toEqual(['posts_url', 'iss_url', 'apod_url', 'control_url']);
  for (const url of all) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(new Set(all).size).toBe(4);
  expect(control_token).toMatch(/^[0-9a-f]{32}$/);
});

test('the Host must be this machine and this port', async () => {
  const { urls } = await start();
  const url = `${urls.iss_url}/iss-now.json`;
  const port = portOf(url);
  expect((await askAs(`127.0.0.1:${port}`, url)).status).toBe(200);
  expect((await askAs(`LOCALHOST:${port}`, url)).status).toBe(200);
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    `localhost:${port + 1}`,
  ]) {
    expect(await askAs(host, url)).toMatchObject({
      status: 421,
      body: { error: 'Misdirected Request' },
    });
  }
});

test('a port in use is refused, and the others are given back', async () => {
  const { urls } = await start();
  const taken = portOf(urls.apod_url);
  const { urls: freed, stop } = await start();
  await stop();
  const posts = portOf(freed.posts_url);
  await expect(start({ ports: { posts, picture: taken } })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port: taken,
  });
  expect(portOf((await start({ ports: { posts } })).urls.posts_url)).toBe(posts);
});

test('stop ends open connections and waits of scenarios', async () => {
  const { urls, stop } = await start({
    scenarios: { picture: { name: 'slow-headers', seconds: 60, path: '/image' } },
  });
  const idle = connect(portOf(urls.posts_url), '127.0.0.1');
  await once(idle, 'connect');
  // Resuming is what lets the end of the connection be seen.
  idle.resume();
  const ended = once(idle, 'close');
  const waiting = fetch(`${urls.apod_url}/image/2020-01-01/hd.jpg`);
  const failed = expect(waiting).rejects.toThrow();
  await fetch(`${urls.apod_url}/planetary/apod?api_key=DEMO_KEY`).then((answer) => answer.text());
  await stop();
  await Promise.all([ended, failed]);
  await expect(fetch(`${urls.posts_url}/posts`)).rejects.toThrow();
  await stop();
});
