import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Services, startServices } from '../server.ts';

/** 03:30 in UTC, still 22:30 on the 19th in US Eastern. */
let now = Date.UTC(2026, 10, 20, 3, 30);
let services: Services;
beforeAll(async () => {
  services = await startServices({ now: () => now, key: 'mine' });
});
afterAll(() => services.stop());

const ask = async (query: string) => {
  const answer = await fetch(`${services.urls.apod_url}/planetary/apod?${query}`);
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
};
const recordSchema = z.strictObject({
  copyright: z.string().optional(),
  date: z.string(),
  explanation: z.string().min(100),
  hdurl: z.url().optional(),
  media_type: z.literal('image'),
  service_version: z.literal('v1'),
  title: z.string().min(5),
  url: z.url(),
});
const refused = (error: string) => ({ error, message: expect.any(String) as unknown });

describe('GET /planetary/apod', () => {
  test('the fields of the specification, the newest day without a date, headers', async () => {
    const { status, headers, json } = await ask('api_key=mine');
    expect(status).toBe(200);
    expect(recordSchema.parse(json)).toMatchObject({
      date: '2026-11-19',
      url: `${services.urls.apod_url}/image/2026-11-19/standard.png`,
      hdurl: `${services.urls.apod_url}/image/2026-11-19/hd.png`,
    });
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('cache-control')).toBe('public, max-age=60');
  });

  test('the day turns at midnight in US Eastern', async () => {
    now = Date.UTC(2026, 10, 20, 5);
    expect((await ask('api_key=mine')).json).toMatchObject({ date: '2026-11-20' });
    now = Date.UTC(2026, 10, 20, 4, 59, 59);
    expect((await ask('api_key=mine')).json).toMatchObject({ date: '2026-11-19' });
  });

  test('the same for the same date, another for another', async () => {
    const { json } = await ask('api_key=mine&date=2001-09-03');
    expect((await ask('api_key=mine&date=2001-09-03')).json).toEqual(json);
    const other = recordSchema.parse((await ask('api_key=mine&date=2001-09-04')).json);
    expect(other.explanation).not.toBe(recordSchema.parse(json).explanation);
  });

  test('a copyright on some days and not on others', async () => {
    const days = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
    const records = await Promise.all(days.map((day) => ask(`api_key=mine&date=2020-03-${day}`)));
    const signed = records.filter(({ json }) => recordSchema.parse(json).copyright !== undefined);
    expect(signed.length).toBeGreaterThan(0);
    expect(signed.length).toBeLessThan(days.length);
  });

  test('hd=false leaves the high resolution out; hd=true names it', async () => {
    expect((await ask('api_key=mine&hd=false')).json).not.toHaveProperty('hdurl');
    expect((await ask('api_key=mine&hd=true&thumbs=True')).json).toHaveProperty('hdurl');
  });

  test.each(['', 'api_key=', 'api_key=wrong', 'api_key=demo_key', 'date=bad'])(
    '403 API_KEY_INVALID for "%s"',
    async (query) => {
      expect(await ask(query)).toMatchObject({ status: 403, json: refused('API_KEY_INVALID') });
    },
  );

  test.each(['', 'today', '2026-2-3', '2025-02-29', '2026-13-01', '20260101', '2026-01-01T00'])(
    '400 INVALID_DATE for "%s"',
    async (date) => {
      const answer = await ask(`api_key=mine&date=${date}`);
      expect(answer).toMatchObject({ status: 400, json: refused('INVALID_DATE') });
    },
  );

  test('400 INVALID_DATE before the first day and after today in US Eastern', async () => {
    now = Date.UTC(2026, 10, 20, 3, 30);
    const status = async (date: string) => (await ask(`api_key=mine&date=${date}`)).status;
    expect(await status('1995-06-16')).toBe(200);
    expect(await status('2026-11-19')).toBe(200);
    expect((await ask('api_key=mine&date=1995-06-15')).json).toEqual(refused('INVALID_DATE'));
    expect((await ask('api_key=mine&date=2026-11-20')).json).toEqual(refused('INVALID_DATE'));
  });

  test.each([
    ['count=3', 'unknown parameter count'],
    ['hd=maybe', 'hd must be true or false'],
    ['thumbs=2', 'thumbs must be true or false'],
  ])('400 Bad Request for %s', async (query, message) => {
    const answer = await ask(`api_key=mine&${query}`);
    expect(answer).toMatchObject({ status: 400, json: { error: 'Bad Request', message } });
  });

  test('429 RATE_LIMIT_EXCEEDED beyond 30 an hour; the headers count down', async () => {
    now = Date.UTC(2026, 10, 20, 12);
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
    expect((await ask('api_key=DEMO_KEY')).status).toBe(200);
  });
});

describe('the pictures', () => {
  test('are PNG files in two sizes, at the addresses of the record', async () => {
    const { json } = await ask('api_key=mine&date=2026-11-01');
    const { url, hdurl = '' } = recordSchema.parse(json);
    for (const [address, width, height] of [
      [url, 1280, 720],
      [hdurl, 1920, 1080],
    ] as const) {
      const answer = await fetch(address);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
    }
  });

  test.each(['2026-11-01/huge.png', '2026-11-01/constructor', '2999-01-01/hd.png', 'x/hd.png'])(
    '404 Not Found for %s',
    async (path) => {
      const answer = await fetch(`${services.urls.apod_url}/image/${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual(refused('Not Found'));
    },
  );

  test('do not keep the other services from answering', async () => {
    let drawn = false;
    const drawing = fetch(`${services.urls.apod_url}/image/1999-12-31/hd.png`).then((answer) => {
      drawn = true;
      return answer.arrayBuffer();
    });
    for (let i = 0; i < 5; i++) await fetch(`${services.urls.iss_url}/iss-now.json`);
    expect(drawn).toBe(false);
    expect((await drawing).byteLength).toBeGreaterThan(100_000);
  });
});
