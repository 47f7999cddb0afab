import { afterEach, describe, expect, it } from 'vitest';
import { requestsSchema } from './request-log.ts';
import { createServices, type InProcessServices, type ServicesOptions } from './services.ts';

const start = Date.UTC(2026, 10, 20, 12);
let services: InProcessServices;
const create = (options: ServicesOptions = {}): void => {
  services = createServices({ now: () => start, ...options });
};
afterEach(() => services.stop());

const get = (service: 'position' | 'picture' | 'control', path: string) => {
  const headers = { Authorization: `Bearer ${services.controlToken}` };
  return services[service].fetch(new Request(`http://services.test${path}`, { headers }));
};
const requests = async () => requestsSchema.parse(await (await get('control', '/requests')).json());

describe('createServices', () => {
  it('logs requests', async () => {
    create();
    await get('position', '/iss-now.json?x=1');
    await get('position', '/elsewhere');
    await get('picture', '/planetary/apod?api_key=wrong');
    const { entries, totals } = await requests();
    expect(entries).toMatchObject([
      { number: 1, service: 'position', method: 'GET', target: '/iss-now.json?x=1', status: 200 },
      { number: 2, service: 'position', target: '/elsewhere', status: 400, scenarios: [] },
      { number: 3, service: 'picture', target: '/planetary/apod?api_key=wrong', status: 403 },
    ]);
    expect(totals.position).toEqual({ requests: 2, resets: 0, statuses: { 200: 1, 400: 1 } });
  });

  it('uses one clock for all services', async () => {
    create({ clock: { now: start - 60_000, rate: 0 } });
    const answer = await get('position', '/iss-now.json');
    expect(await answer.json()).toMatchObject({ timestamp: start / 1000 - 60 });
    expect((await requests()).entries[0]?.at).toBe('2026-11-20T11:59:00.000Z');
  });

  it('turns the given scenarios on from the start', async () => {
    create({ scenarios: { position: [{ name: 'failure' }], picture: { name: 'html' } } });
    const position = await get('position', '/iss-now.json');
    expect(await position.json()).toMatchObject({ message: 'failure' });
    expect(await (await get('picture', '/')).text()).toContain('<!doctype html>');
    expect(() => createServices({ scenarios: { posts: { name: 'tea' } } })).toThrow(/tea/);
  });
});
