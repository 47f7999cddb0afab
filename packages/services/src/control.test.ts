import { beforeEach, describe, expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { createControlApp } from './control.ts';
import { createRequestLog, type RequestLog, requestsSchema } from './request-log.ts';
import { createBoard, type ScenarioBoard } from './scenarios/board.ts';
import { withCommonScenarios } from './scenarios/tables.ts';

const start = Date.UTC(2026, 10, 20, 12);
const token = 'a1b2c3';
const authorized = { Authorization: `Bearer ${token}` };

let log: RequestLog;
let app: ReturnType<typeof createControlApp>;
beforeEach(() => {
  const clock = createClock({}, { wall: () => start, monotonic: () => 0 });
  log = createRequestLog(clock.now);
  const { signal } = new AbortController();
  const board = () =>
    createBoard({ table: withCommonScenarios<null>({}), plainWorld: null, now: clock.now, signal });
  const boards = { posts: board(), position: board(), picture: board() };
  app = createControlApp({ token, clock, boards, log });
});

const ask = async (method: string, path: string, body?: unknown) => {
  const text = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await app.request(path, { method, headers: authorized, ...text });
  const isEmpty = answer.status === 204;
  return { status: answer.status, json: isEmpty ? null : await answer.json() };
};
const told = async (path: string): Promise<unknown> => (await ask('GET', path)).json;
const shownBoards = async () =>
  (await told('/scenarios')) as Record<
    'posts' | 'position',
    { on: unknown; available: ReturnType<ScenarioBoard['there']> }
  >;
const wrong = (message: string) => ({
  status: 400,
  json: expect.objectContaining({ detail: expect.stringContaining(message) as unknown }) as unknown,
});

describe('the control token', () => {
  test.each([
    [undefined],
    ['Bearer'],
    ['Bearer a1b2c'],
    ['Basic a1b2c3'],
    ['Bearer a1b2c3 a1b2c3'],
  ])('returns 401 for Authorization: %s', async (header) => {
    for (const path of ['/clock', '/scenarios', '/requests', '/nothing']) {
      const headers: Record<string, string> = header === undefined ? {} : { Authorization: header };
      const answer = await app.request(path, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer /);
      expect(await answer.json()).toMatchObject({ error: 'Unauthorized' });
    }
  });
});

describe('the route /clock', () => {
  test('returns the time and the rate, and sets them', async () => {
    expect(await told('/clock')).toEqual({
      now: '2026-11-20T12:00:00.000Z',
      rate: 1,
    });
    const set = { now: '2026-12-01T05:00:00.000Z', rate: 60 };
    expect(await ask('PUT', '/clock', set)).toEqual({ status: 200, json: set });
    expect(await told('/clock')).toEqual(set);
  });

  test.each([
    [{ now: 'soon' }, 'now: must be a time'],
    [{ now: '2026-12-01T05:00:00' }, 'now: must be a time'],
    [{ now: '1969-12-31T23:59:59Z' }, 'now: '],
    [{ rate: -1 }, 'rate: must not be negative'],
    [{ speed: 1 }, 'the body: '],
    ['x', 'the body: '],
  ])('returns 400 for %j', async (body, message) => {
    expect(await ask('PUT', '/clock', body)).toEqual(wrong(message));
    expect(await told('/clock')).toMatchObject({ rate: 1 });
  });

  test('returns 400 for a body that is not JSON, and 413 for a body over 64 KiB', async () => {
    const put = (body: string) =>
      app.request('/clock', { method: 'PUT', headers: authorized, body });
    expect((await put('{"now":')).status).toBe(400);
    expect((await put(' '.repeat(64 * 1024 + 1))).status).toBe(413);
    expect((await put(`{}${' '.repeat(64 * 1024 - 2)}`)).status).toBe(200);
  });
});

describe('the route /scenarios', () => {
  test('lists the active scenarios and the available scenarios', async () => {
    await ask('PUT', '/scenarios/iss', { name: 'slow-headers', seconds: 3, requests: 2 });
    const { posts, position } = await shownBoards();
    expect(posts.on).toEqual([]);
    expect(position.on).toEqual([
      { name: 'slow-headers', seconds: 3, requests: 2, probability: 1, seed: 1 },
    ]);
    expect(position.available.find(({ name }) => name === 'slow-headers')).toMatchObject({
      settings: { properties: { seconds: { type: 'number', default: 30 } } },
    });
  });

  test.each([[[]], [{ name: 'none' }], [[{ name: 'none' }]]])(
    'turns all scenarios off for %j',
    async (none) => {
      await ask('PUT', '/scenarios/posts', { name: '500' });
      expect(await ask('PUT', '/scenarios/posts', none)).toEqual({ status: 200, json: { on: [] } });
    },
  );

  test.each([
    [{ name: 'tea' }, 'there is no scenario tea: there are none, 500, 502'],
    [{ name: '__proto__' }, 'there is no scenario __proto__: there are none, 500'],
    [{ name: '500', tea: 1 }, 'there is no setting tea: there are requests, probability, seed'],
    [{ name: 'slow-headers', seconds: 'x' }, 'slow-headers: seconds: '],
    [{ name: '500', requests: 0 }, 'requests: must be at least 1'],
    [{ name: '500', path: 'image' }, 'path: must begin with /'],
    [{}, 'name: must be the name of a scenario'],
    [3, 'the scenario: '],
    [[{ name: '500' }, 3], 'the scenario: '],
    [Array.from({ length: 33 }, () => ({ name: '500' })), 'at most 32'],
  ])('returns 400 for %j, and keeps the active scenarios', async (scenarios, message) => {
    await ask('PUT', '/scenarios/posts', { name: 'reset' });
    expect(await ask('PUT', '/scenarios/posts', scenarios)).toEqual(wrong(message));
    expect((await shownBoards()).posts.on).toMatchObject([{ name: 'reset' }]);
  });
});

describe('the route /requests', () => {
  test('lists all requests, the requests of one service, or the requests after a number, and deletes them', async () => {
    for (const service of ['posts', 'position', 'posts'] as const) {
      log.settle(log.open(service, 'GET', '/x'), 200);
    }
    const of = async (query: string) =>
      requestsSchema.parse(await told(`/requests${query}`)).entries.map(({ number }) => number);
    expect(await of('')).toEqual([1, 2, 3]);
    expect(await of('?service=iss')).toEqual([2]);
    expect(await of('?service=posts&after=1')).toEqual([3]);
    expect(await told('/requests')).toMatchObject({ totals: { posts: { statuses: { 200: 2 } } } });
    expect(await ask('DELETE', '/requests')).toEqual({ status: 204, json: null });
    expect(await of('')).toEqual([]);
  });

  test.each([
    ['?service=tea', 'service: must be the name of a service'],
    ['?after=x', 'after: must be a number'],
  ])('returns 400 for %s', async (query, message) => {
    expect(await ask('GET', `/requests${query}`)).toEqual(wrong(message));
  });
});
