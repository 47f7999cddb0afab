import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServices } from '../services.ts';
import { apodRecordSchema } from './apod/schemas.ts';
import { successorItemSchema } from './successor/schemas.ts';

let now = Date.UTC(2026, 10, 20, 12);
const origin = 'http://127.0.0.1:8080';
/** Asks a service with these scenarios on. */
function services(...picture: readonly object[]) {
  const made = createServices({ now: () => now, key: 'mine', scenarios: { picture } });
  const get = async (path: string): Promise<Response> =>
    made.picture.fetch(new Request(`${origin}${path}`));
  const apod = (query = ''): Promise<Response> => get(`/planetary/apod?api_key=mine&${query}`);
  return {
    get,
    apod,
    record: async (query = '') => apodRecordSchema.parse(await (await apod(query)).json()),
    item: async (code: string) =>
      successorItemSchema.parse(await (await get(`/wp-json/wp/v2/apod-basic/${code}`)).json()),
  };
}
const month = Array.from(
  { length: 30 },
  (_, n) => `date=2024-06-${String(n + 1).padStart(2, '0')}`,
);

describe('kinds and shapes', () => {
  test('image: every day has a picture', async () => {
    const { record } = services({ name: 'image' });
    for (const query of month) expect((await record(query)).media_type).toBe('image');
  });

  test.each(['video', 'other'])('%s: the newest day, and no other for its sake', async (name) => {
    const { record, item } = services({ name });
    expect((await record()).media_type).toBe(name);
    expect((await record('date=2026-11-19')).media_type).toBe('image');
    expect((await item('261120')).media_type).toBe(name === 'video' ? 'video' : 'iframe');
  });

  test.each([
    ['landscape', 1280 / 720],
    ['portrait', 3 / 4],
    ['panorama', 3.5],
    ['small', 4 / 3],
  ])('%s: all pictures', async (name, aspect) => {
    const { get } = services({ name });
    for (const date of ['2026-11-18', '2026-11-06']) {
      const file = Buffer.from(await (await get(`/image/${date}/hd.png?w=64`)).arrayBuffer());
      const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
      expect(Math.abs(width / height / aspect - 1)).toBeLessThan(0.16);
    }
  });

  test('no-hdurl: neither v1 nor the successor names one', async () => {
    const { record, item } = services({ name: 'no-hdurl' });
    expect(await record('hd=true')).not.toHaveProperty('hdurl');
    expect(await item('261120')).not.toHaveProperty('hdurl');
  });

  test('placeholder: 200, the day asked for, and a mark', async () => {
    const { record, get } = services({ name: 'placeholder' });
    const { date, title, url = '' } = await record('date=2026-11-19');
    expect([date, title]).toEqual(['2026-11-19', 'Astronomy Picture of the Day']);
    const mark = Buffer.from(await (await get(new URL(url).pathname)).arrayBuffer());
    expect(mark.readUInt32BE(16)).toBe(400);
  });
});

describe('late', () => {
  test('the newest day is yesterday until the hours are over', async () => {
    const { record, apod, item, get } = services({ name: 'late', hours: 6.5 });
    now = Date.parse('2026-11-20T11:29:59Z');
    expect((await record()).date).toBe('2026-11-19');
    const early = await apod('date=2026-11-20');
    expect(early.status).toBe(400);
    expect(await early.json()).toMatchObject({ error: 'INVALID_DATE' });
    expect((await get('/image/2026-11-20/standard.png')).status).toBe(404);
    expect((await get('/wp-json/wp/v2/apod-basic/261120')).status).toBe(404);
    now = Date.parse('2026-11-20T11:30:00Z');
    expect((await record()).date).toBe('2026-11-20');
    expect((await item('261120')).date).toBe('2026-11-20');
  });

  test('is 404 in the shape of the public service, when that is on too', async () => {
    now = Date.parse('2026-11-20T08:00:00Z');
    const { apod, record } = services({ name: 'late' }, { name: 'public' });
    const early = await apod('date=2026-11-20');
    expect(early.status).toBe(404);
    expect(await early.json()).toEqual({
      code: 404,
      msg: 'No data available for date: 2026-11-20',
      service_version: 'v1',
    });
    expect((await record()).date).toBe('2026-11-19');
  });
});

describe('refusals', () => {
  test('key-refused, quota and quota-silent concern v1 only', async () => {
    now = Date.UTC(2026, 10, 20, 12);
    for (const [name, status, word, retry] of [
      ['key-refused', 403, 'API_KEY_INVALID', null],
      ['quota', 429, 'RATE_LIMIT_EXCEEDED', '3600'],
      ['quota-silent', 429, 'RATE_LIMIT_EXCEEDED', null],
    ] as const) {
      const { apod, item, get } = services({ name });
      const answer = await apod();
      expect(answer.status).toBe(status);
      expect(answer.headers.get('retry-after')).toBe(retry);
      expect(await answer.json()).toMatchObject({ error: word, message: word });
      expect((await item('261120')).date).toBe('2026-11-20');
      expect((await get('/image/2026-11-20/placeholder.png')).status).toBe(200);
    }
  });

  test('archived: v1 is gone from the moment that is set; the successor goes on', async () => {
    const { apod, item } = services({ name: 'archived', from: '2026-12-01T05:00:00Z' });
    now = Date.parse('2026-12-01T04:59:59Z');
    expect((await apod()).status).toBe(200);
    now = Date.parse('2026-12-01T05:00:00Z');
    const gone = await apod();
    expect(gone.status).toBe(410);
    expect(JSON.stringify(await gone.json())).toContain('archived');
    expect((await item('261201')).date).toBe('2026-12-01');
    const page = await services({ name: 'archived', status: 404, format: 'html' }).apod();
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
  });

  test('successor-down: v1 goes on', async () => {
    const { apod, get } = services({ name: 'successor-down' });
    expect((await apod()).status).toBe(200);
    expect((await get('/wp-json/wp/v2/apod-basic')).status).toBe(500);
  });
});

describe('public', () => {
  const { apod, get, record } = services({ name: 'public' });
  const recordsOf = async (query: string) =>
    z.array(apodRecordSchema).parse(await (await apod(query)).json());

  test('arrays by start_date, end_date and count; hd is ignored', async () => {
    now = Date.UTC(2026, 10, 20, 12);
    const range = await recordsOf('start_date=1995-06-16&end_date=1995-06-21');
    expect(range.map(({ date }) => date)).toEqual(['1995-06-16', '1995-06-20', '1995-06-21']);
    expect(await recordsOf('start_date=1995-06-17&end_date=1995-06-19')).toEqual([]);
    expect(await recordsOf('count=7')).toHaveLength(7);
    expect(await record('hd=false&date=2026-11-20')).toHaveProperty('hdurl');
  });

  test.each([
    ['date=1995-06-18', 404, 'No data available for date: 1995-06-18'],
    ['date=1995-06-15', 400, 'Date must be between Jun 16, 1995 and Nov 20, 2026.'],
    ['date=2026-02-30', 400, "time data '2026-02-30' does not match format '%Y-%m-%d'"],
    ['count=101', 400, 'Count must be positive and cannot exceed 100'],
    ['colour=red', 400, 'Bad Request: incorrect field passed.'],
    ['date=2026-11-01&count=2', 400, 'Bad Request: invalid field combination passed.'],
    ['end_date=2026-11-01', 400, 'Bad Request: invalid field combination passed.'],
  ])('%s is %i', async (query, code, msg) => {
    const answer = await apod(query);
    expect(answer.status).toBe(code);
    expect(await answer.json()).toEqual({
      code,
      msg: expect.stringContaining(msg) as unknown,
      service_version: 'v1',
    });
  });

  test('its gateway has words of its own', async () => {
    const codeOf = async (path: string) => {
      const json: unknown = await (await get(path)).json();
      return z.object({ error: z.object({ code: z.string(), message: z.string() }) }).parse(json)
        .error.code;
    };
    expect(await codeOf('/planetary/apod')).toBe('API_KEY_MISSING');
    expect(await codeOf('/planetary/apod?api_key=x')).toBe('API_KEY_INVALID');
    for (let n = 0; n < 30; n++) await get('/planetary/apod?api_key=DEMO_KEY');
    expect(await codeOf('/planetary/apod?api_key=DEMO_KEY')).toBe('OVER_RATE_LIMIT');
  });

  test('copyrights hold newlines, and some stills are not there', async () => {
    const all = await recordsOf('start_date=2024-01-01&end_date=2026-11-20&thumbs=True');
    const owners = new Set(all.map(({ copyright }) => copyright));
    expect(owners).toEqual(new Set([undefined, '\nThe Overhead authors\n']));
    const stills = all.flatMap(({ thumbnail_url: still }) => (still === undefined ? [] : [still]));
    expect(new Set(stills.map((still) => still === ''))).toEqual(new Set([true, false]));
  });
});
