import { beforeEach, describe, expect, test } from 'vitest';
import { positionSchema } from './answer.ts';
import { createPositionApp } from './app.ts';
import { bundledElements } from './elements.ts';
import { type Orbit, orbitOf } from './orbit.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const station = orbitOf(bundledElements);
let now: number;
let orbit: Orbit;
let app: ReturnType<typeof createPositionApp>;
beforeEach(() => {
  [now, orbit] = [noon, station];
  app = createPositionApp({ now: () => now, orbit: (time) => orbit(time) });
});

const ask = async (path = '/iss-now.json', method = 'GET') => {
  const answer = await app.request(path, { method });
  return { status: answer.status, json: await answer.json() };
};

describe('GET /iss-now.json', () => {
  test('message, timestamp and iss_position, as strings with four decimals', async () => {
    now = noon + 999;
    const { status, json } = await ask();
    expect(status).toBe(200);
    expect(positionSchema.strict().parse(json)).toMatchObject({
      message: 'success',
      timestamp: noon / 1000,
    });
  });

  test('the position is the geocentric one of the elements, in the middle of the second', async () => {
    const { latitude, longitude } = station(now + 500);
    expect((await ask()).json).toMatchObject({
      iss_position: { latitude: latitude.toFixed(4), longitude: longitude.toFixed(4) },
    });
  });

  test('the position changes once a second', async () => {
    const first = await ask();
    now += 999;
    expect(await ask()).toEqual(first);
    now += 1;
    expect((await ask()).json).not.toEqual(first.json);
    // A clock that was set back.
    now -= 1_000;
    expect(await ask()).toEqual(first);
  });

  test('never minus zero', async () => {
    orbit = () => ({ latitude: -0.00001, longitude: -0.00004, radius: 6_800 });
    expect((await ask()).json).toMatchObject({
      iss_position: { latitude: '0.0000', longitude: '0.0000' },
    });
  });

  test('HEAD has the same status and headers, and no body', async () => {
    const answer = await app.request('/iss-now.json', { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('Content-Type')).toBe('application/json');
  });
});

test('500 Internal Server Error when the orbit gives nothing', async () => {
  orbit = () => {
    throw new Error('the orbit decayed');
  };
  expect(await ask()).toEqual({
    status: 500,
    json: {
      error: 'Internal Server Error',
      message: 'Internal Server Error',
      detail: 'the orbit decayed',
    },
  });
});
