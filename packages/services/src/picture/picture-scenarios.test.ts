import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServices } from '../services.ts';
import { apodRecordSchema } from './apod/schemas.ts';
import { successorItemSchema } from './successor/schemas.ts';

const noon = Date.UTC(2026, 10, 20, 12);
let now = noon;
const origin = 'http://127.0.0.1:8080';
/** The services with these scenarios on, and functions that send requests to them. */
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
beforeEach(() => {
  now = noon;
});

describe('the scenario late', () => {
  test('publishes the newest day only after the given hours', async () => {
    const { record, apod, item, get } = services({ name: 'late', hours: 6.5 });
    now = Date.parse('2026-11-20T11:29:59Z');
    expect((await record()).date).toBe('2026-11-19');
    const early = await apod('date=2026-11-20');
    expect(early.status).toBe(400);
    expect(await early.json()).toMatchObject({ error: 'INVALID_DATE' });
    expect((await get('/image/2026-11-20/standard.jpg')).status).toBe(404);
    expect((await get('/wp-json/wp/v2/apod-basic/261120')).status).toBe(404);
    now = Date.parse('2026-11-20T11:30:00Z');
    expect((await record()).date).toBe('2026-11-20');
    // The successor publishes five minutes after midnight.
    expect((await get('/wp-json/wp/v2/apod-basic/261120')).status).toBe(404);
    now = Date.parse('2026-11-20T11:35:00Z');
    expect((await item('261120')).date).toBe('2026-11-20');
  });
});

describe('the scenario public', () => {
  const { get } = services({ name: 'public' });

  test('returns the error codes of the public gateway', async () => {
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
});
