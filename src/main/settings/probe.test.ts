import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveAnswer } from '#test/support/http-exchange.ts';
import { startServices, type Services } from '#services/server.ts';
import { fail } from '#shared/failure.ts';
import type { ServiceTest } from '#shared/settings/settings.ts';
import { createHttp } from '#platform/http/http.ts';
import { probePosts } from '#journal/posts-client.ts';
import { probePosition } from '#station/position-client.ts';
import { probePictureService } from '#picture/picture-clients.ts';
import { probeService } from './probe.ts';

let services: Services;
const http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
let configured: string | null = null;
/** The service for which the user's key was set. */
let keyFor: string | null = null;
const { signal } = new AbortController();
const apiKey = (service: string): string => (service === keyFor ? 'k3y-of-mine' : 'DEMO_KEY');
const probe = (test: ServiceTest, until: AbortSignal) =>
  probeService(
    test,
    {
      picture: (url, abort) =>
        probePictureService(url, { http, apiKey, now: Date.now }, configured, abort),
      position: (url, abort) => probePosition(http, url, Date.now, abort),
      posts: (url, abort) => probePosts(http, url, abort),
    },
    configuredUrls(),
    until,
  );
/** The addresses that the app uses: `configured` for each service; null if `configured` is null. */
const configuredUrls = () =>
  configured === null ? null : { picture: configured, position: configured, posts: configured };
beforeAll(async () => {
  services = await startServices();
});
afterAll(async () => {
  await http.close();
  await services.stop();
});

const urlOf = (service: ServiceTest['service']): string =>
  ({
    picture: services.urls.apod_url,
    position: services.urls.iss_url,
    posts: services.urls.posts_url,
  })[service];
const names = ['picture', 'position', 'posts'] as const;

it.each(names)('probeService finds the %s service at its address', async (service) => {
  configured = null;
  expect(await probe({ service, url: urlOf(service) }, signal)).toEqual({ ok: true, value: null });
});

it.each([
  ['of an earlier time', -7200, '10', 'wrong-time'],
  ['of a later time', 7200, '10', 'wrong-time'],
  ['outside the orbit', 0, '60.1', 'displaced'],
])('probeService refuses a position %s', async (_what, seconds, latitude, reason) => {
  const timestamp = Math.floor(Date.now() / 1000) + seconds;
  const answer = { message: 'success', timestamp, iss_position: { latitude, longitude: '1' } };
  const { url } = await serveAnswer((_request, response) => response.end(JSON.stringify(answer)));
  expect(await probe({ service: 'position', url }, signal)).toMatchObject({
    failure: { kind: 'implausible', reason },
  });
});

it.each(
  names.flatMap((service) =>
    names.filter((other) => other !== service).map((other) => [service, other] as const),
  ),
)('probeService does not mistake the %s service for the %s service', async (there, wanted) => {
  expect(await probe({ service: wanted, url: urlOf(there) }, signal)).toMatchObject({ ok: false });
});

it.each(names)('probeService does not mistake a web page for the %s service', async (service) => {
  const page = await serveAnswer((_request, response) => response.end('<!doctype html><p>Hello'));
  expect(await probe({ service, url: page.url }, signal)).toMatchObject({
    failure: { kind: 'offline', reason: 'portal' },
  });
});

it('probeService sends the user’s key only to the configured service', async () => {
  const server = await serveAnswer((_request, response) =>
    response
      .writeHead(403, { 'content-type': 'application/json' })
      .end('{"error":{"code":"API_KEY_INVALID"}}'),
  );
  configured = 'https://elsewhere.example.org';
  keyFor = server.url;
  // A service that refuses the public key passes the test, because only a picture service refuses keys.
  expect(await probe({ service: 'picture', url: server.url }, signal)).toMatchObject({ ok: true });
  expect(server.requests.join()).not.toContain('k3y');
  configured = `${server.url}/base`;
  expect(await probe({ service: 'picture', url: server.url }, signal)).toEqual({
    ok: false,
    failure: { kind: 'key-refused' },
  });
  expect(server.requests.at(-1)).toContain('api_key=k3y-of-mine');
  keyFor = configured;
  await probe({ service: 'picture', url: server.url }, signal);
  expect(server.requests.at(-1)).toContain('api_key=DEMO_KEY');
});

it('probeService ends when it is aborted', async () => {
  const stop = new AbortController();
  const silent = await serveAnswer(() => stop.abort());
  expect(await probe({ service: 'position', url: silent.url }, stop.signal)).toEqual({
    ok: false,
    failure: { kind: 'cancelled' },
  });
});

it('probeService gives the words of a service only for the address in use', async () => {
  const server = await serveAnswer((_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"a secret"}'),
  );
  const test = { service: 'position', url: server.url } as const;
  configured = server.url;
  expect(await probe(test, signal)).toEqual({
    ok: false,
    failure: { kind: 'refused', status: 400, message: 'a secret' },
  });
  configured = `${server.url}/other`;
  expect(await probe(test, signal)).toEqual({
    ok: false,
    failure: { kind: 'refused', status: 400, message: '' },
  });
});

it.each([
  { kind: 'malformed', detail: 'a secret' },
  { kind: 'address-refused', detail: 'a secret' },
] as const)(
  'probeService leaves out the detail of %j for an address that is not in use',
  async (failure) => {
    const url = 'http://127.0.0.1:9/';
    const find = () => Promise.resolve(fail(failure));
    const probes = { picture: find, position: find, posts: find };
    const urls = { picture: url, position: url, posts: url };
    const test = { service: 'posts', url } as const;
    expect(await probeService(test, probes, urls, signal)).toEqual(fail(failure));
    expect(await probeService(test, probes, null, signal)).toEqual(
      fail({ ...failure, detail: '' }),
    );
  },
);
