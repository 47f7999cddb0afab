import { afterEach, describe, expect, test } from 'vitest';
import { requestsSchema } from './request-log.ts';
import { createServices, type InProcessServices, type ServicesOptions } from './services.ts';

const start = Date.UTC(2026, 10, 20, 12);
const running: InProcessServices[] = [];
const create = (options: ServicesOptions = {}) => {
  const services = createServices({ now: () => start, ...options });
  running.push(services);
  return services;
};
afterEach(() => {
  for (const services of running.splice(0)) services.stop();
});

const get = (services: InProcessServices, service: 'position' | 'picture', path: string) =>
  services[service].fetch(new Request(`http://${service}.test${path}`));
const control = async (
  { control, controlToken }: InProcessServices,
  method: string,
  path: string,
  body?: object,
) => {
  const headers = { Authorization: `Bearer ${controlToken}` };
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const request = new Request(`http://control.test${path}`, { method, headers, ...text });
  return control.fetch(request);
};
const requests = async (services: InProcessServices) =>
  requestsSchema.parse(await (await control(services, 'GET', '/requests')).json());

describe('the services without a socket', () => {
  test('write down what they were asked', async () => {
    const services = create();
    await get(services, 'position', '/iss-now.json?x=1');
    await get(services, 'position', '/elsewhere');
    await get(services, 'picture', '/planetary/apod?api_key=wrong');
    const { entries, totals } = await requests(services);
    expect(entries).toMatchObject([
      { number: 1, service: 'position', method: 'GET', target: '/iss-now.json?x=1', status: 200 },
      { number: 2, service: 'position', target: '/elsewhere', status: 400, scenarios: [] },
      { number: 3, service: 'picture', target: '/planetary/apod?api_key=wrong', status: 403 },
    ]);
    expect(totals.position).toEqual({ requests: 2, resets: 0, statuses: { 200: 1, 400: 1 } });
  });

  test('go by one clock, which can be set', async () => {
    const services = create({ clock: { now: start - 60_000, rate: 0 } });
    const timestamp = async () =>
      ((await (await get(services, 'position', '/iss-now.json')).json()) as { timestamp: number })
        .timestamp;
    expect(await timestamp()).toBe(start / 1000 - 60);
    await control(services, 'PUT', '/clock', { now: '2026-12-01T05:00:00Z' });
    expect(await timestamp()).toBe(Date.UTC(2026, 11, 1, 5) / 1000);
    expect((await requests(services)).entries.at(-1)?.at).toBe('2026-12-01T05:00:00.000Z');
  });

  test('have scenarios on from the start', async () => {
    const scenarios = { position: [{ name: 'failure' }], picture: { name: 'html' } };
    const services = create({ scenarios });
    expect(await (await get(services, 'position', '/iss-now.json')).json()).toMatchObject({
      message: 'failure',
    });
    expect(await (await get(services, 'picture', '/')).text()).toContain('<!doctype html>');
    expect(() => create({ scenarios: { posts: [{ name: 'tea' }] } })).toThrow(/no scenario tea/);
  });

  test('a wait ends when nobody waits for it any more', async () => {
    const services = create({ scenarios: { position: { name: 'slow-headers', seconds: 86_400 } } });
    const gone = new AbortController();
    const { signal } = gone;
    const request = new Request('http://position.test/iss-now.json', { signal });
    const answer = services.position.fetch(request);
    gone.abort();
    expect((await answer).type).toBe('error');
  });
});
