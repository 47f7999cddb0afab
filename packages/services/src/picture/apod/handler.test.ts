import { beforeEach, describe, expect, test } from 'vitest';
import { createServices } from '#services/services.ts';
import { apodRecordSchema } from './schemas.ts';

/** 03:30 on the 20th in UTC, which is 22:30 on the 19th in US Eastern. */
const evening = Date.UTC(2026, 10, 20, 3, 30);
let now = evening;
const { picture } = createServices({ now: () => now, key: 'mine' });
beforeEach(() => (now = evening));

const origin = 'http://127.0.0.1:8080';
const ask = async (query: string, from = picture) => {
  const answer = await from.fetch(new Request(`${origin}/planetary/apod?${query}`));
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
};
const recordOf = async (query: string) =>
  apodRecordSchema.parse((await ask(`api_key=mine&${query}`)).json);
const refused = (error: string): unknown => expect.objectContaining({ error }) as unknown;

describe('GET /planetary/apod', () => {
  test('changes the day at midnight in US Eastern time', async () => {
    now = Date.UTC(2026, 10, 20, 5);
    expect((await recordOf('')).date).toBe('2026-11-20');
    now -= 1;
    expect((await recordOf('')).date).toBe('2026-11-19');
  });

  test('uses the host of the request for the addresses in its answer', async () => {
    await ask('api_key=mine&date=2001-09-03');
    const answer = await picture.fetch(
      new Request('http://localhost:9/planetary/apod?api_key=mine&date=2001-09-03'),
    );
    const { url } = apodRecordSchema.parse(await answer.json());
    expect(url).toBe('http://localhost:9/image/2001-09-03/standard.gif');
  });
});

describe('GET /planetary/apod, for a refused request', () => {
  test('returns 429 RATE_LIMIT_EXCEEDED after 30 requests in an hour or 50 in a day, and counts the remaining requests in its headers', async () => {
    const remaining: (string | null)[] = [];
    for (let i = 0; i < 30; i++) {
      const { status, headers } = await ask('api_key=DEMO_KEY');
      expect(status).toBe(200);
      expect(headers.get('x-ratelimit-limit')).toBe('30');
      remaining.push(headers.get('x-ratelimit-remaining'));
    }
    expect(remaining).toEqual(Array.from({ length: 30 }, (_, i) => String(29 - i)));
    const over = await ask('api_key=DEMO_KEY');
    expect(over).toMatchObject({ status: 429, json: refused('RATE_LIMIT_EXCEEDED') });
    expect(over.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(over.headers.get('retry-after')).toBe('3600');
    expect((await ask('api_key=mine')).status).toBe(200);
    now += 3_600_000;
    for (let i = 0; i < 20; i++) expect((await ask('api_key=DEMO_KEY')).status).toBe(200);
    // The limit of a day is 50 requests.
    now += 3_600_000;
    expect((await ask('api_key=DEMO_KEY')).status).toBe(429);
  });

  test('applies a separate limit to a personal key', async () => {
    const strict = createServices({ now: () => now, key: 'few', keyLimit: 2 }).picture;
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await ask('api_key=few', strict)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test.each([
    ['at once', 0, '3600'],
    ['half an hour later', 1_800_000, '1800'],
    ['half a second before the hour is over', 3_599_500, '1'],
  ])(
    'sends the seconds until the next allowed request in Retry-After: %s',
    async (_when, later, seconds) => {
      const strict = createServices({ now: () => now, key: 'few', keyLimit: 1 }).picture;
      await ask('api_key=few', strict);
      now += later;
      const { status, headers } = await ask('api_key=few', strict);
      expect([status, headers.get('retry-after')]).toEqual([429, seconds]);
      now += Number(seconds) * 1_000;
      expect((await ask('api_key=few', strict)).status).toBe(200);
    },
  );
});
