import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
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

/** Sends a request with the given host. It uses `node:http`, because the caller of `fetch` cannot set the host. */
const askAs = (host: string, url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { Host: host } }, resolve)
      .on('error', reject)
      .end();
  });

describe('startServices', () => {
  it('listens on four ports of 127.0.0.1', async () => {
    const { control_token, ...urls } = (await start()).urls;
    expect(Object.keys(urls)).toEqual(['posts_url', 'iss_url', 'apod_url', 'control_url']);
    for (const url of Object.values(urls)) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(new Set(Object.values(urls)).size).toBe(4);
    expect(control_token).toMatch(/^[0-9a-f]{32}$/);
  });

  it('returns 421 for a Host header that does not name this machine and this port', async () => {
    const url = `${(await start()).urls.iss_url}/iss-now.json`;
    const port = portOf(url);
    for (const host of [`127.0.0.1:${port}`, `LOCALHOST:${port}`])
      expect((await askAs(host, url)).statusCode).toBe(200);
    for (const host of [`evil.example:${port}`, '127.0.0.1', `localhost:${port + 1}`]) {
      const answer = await askAs(host, url);
      expect(answer.statusCode).toBe(421);
      expect(await json(answer)).toMatchObject({ error: 'Misdirected Request' });
    }
  });

  it('throws for a port in use, and frees the other ports', async () => {
    const taken = portOf((await start()).urls.apod_url);
    const { urls: freed, stop } = await start();
    await stop();
    const posts = portOf(freed.posts_url);
    const failed = start({ ports: { posts, picture: taken } });
    await expect(failed).rejects.toMatchObject({ code: 'EADDRINUSE', port: taken });
    expect(portOf((await start({ ports: { posts } })).urls.posts_url)).toBe(posts);
  });

  it('closes open connections and pending requests when stop() is called', async () => {
    const { urls, stop } = await start({ scenarios: { picture: { name: 'silence' } } });
    const idle = connect(portOf(urls.posts_url), '127.0.0.1');
    await once(idle, 'connect');
    // Without a listener for data, the socket does not notice the end of the connection.
    idle.resume();
    const ended = once(idle, 'close');
    const failed = expect(fetch(`${urls.apod_url}/image/x`)).rejects.toThrow();
    await fetch(`${urls.posts_url}/posts`).then((answer) => answer.text());
    await stop();
    await Promise.all([ended, failed]);
    await expect(fetch(`${urls.posts_url}/posts`)).rejects.toThrow();
    await stop();
  });
});
