import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Services, startServices } from '../server.ts';
import { createPositionApp } from './app.ts';
import { bundledElements } from './elements.ts';
import { orbitOf } from './orbit.ts';

let now = Date.UTC(2026, 10, 20, 12);
let services: Services;
beforeAll(async () => {
  services = await startServices({ now: () => now });
});
afterAll(() => services.stop());

const ask = async (path: string, method = 'GET') => {
  const answer = await fetch(`${services.urls.iss_url}${path}`, { method });
  return { status: answer.status, json: await answer.json() };
};

test('message, timestamp and iss_position, as strings with four decimals', async () => {
  now = Date.UTC(2026, 10, 20, 12, 0, 0, 999);
  const { status, json } = await ask('/iss-now.json');
  expect(status).toBe(200);
  const fourDecimals: unknown = expect.stringMatching(/^-?\d{1,3}\.\d{4}$/);
  expect(json).toEqual({
    message: 'success',
    timestamp: Date.UTC(2026, 10, 20, 12) / 1000,
    iss_position: { latitude: fourDecimals, longitude: fourDecimals },
  });
});

test('the position is the geocentric one of the elements, in the middle of the second', async () => {
  now = Date.UTC(2026, 10, 20, 12);
  const { latitude, longitude } = orbitOf(bundledElements)(now + 500);
  expect((await ask('/iss-now.json')).json).toMatchObject({
    iss_position: { latitude: latitude.toFixed(4), longitude: longitude.toFixed(4) },
  });
});

test('the position changes once a second', async () => {
  now = Date.UTC(2026, 10, 20, 12);
  const first = await ask('/iss-now.json');
  now += 999;
  expect(await ask('/iss-now.json')).toEqual(first);
  now += 1;
  expect((await ask('/iss-now.json')).json).not.toEqual(first.json);
});

test.each([
  ['GET', '/'],
  ['GET', '/iss-now'],
  ['GET', '/iss-now.json/'],
  ['POST', '/iss-now.json'],
])('400 Not found for %s %s', async (method, path) => {
  const answer = await ask(path, method);
  expect(answer).toEqual({
    status: 400,
    json: { error: 'Not found', message: expect.stringContaining(`${method} ${path} `) as unknown },
  });
});

test('500 Internal Server Error when the orbit gives nothing', async () => {
  const orbit = (): never => {
    throw new Error('the orbit decayed');
  };
  const answer = await createPositionApp({ now: () => now, orbit }).request('/iss-now.json');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    error: 'Internal Server Error',
    message: 'the orbit decayed',
  });
});

test('never minus zero', async () => {
  const orbit = () => ({ latitude: -0.00001, longitude: -0.00004 });
  const answer = await createPositionApp({ now: () => now, orbit }).request('/iss-now.json');
  expect(await answer.json()).toMatchObject({
    iss_position: { latitude: '0.0000', longitude: '0.0000' },
  });
});
