import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServices } from '#embedded/services.ts';
import { apodRecordSchema } from '../apod/schemas.ts';
import { addDays } from '../calendar.ts';
import { type SuccessorItem, successorErrorSchema, successorItemSchema } from './schemas.ts';

const now = Date.UTC(2026, 10, 20, 12);
const { picture } = createServices({ now: () => now, key: 'mine' });
const origin = 'http://127.0.0.1:8080';
const base = '/wp-json/wp/v2/apod-basic';
const get = (path: string) => picture.fetch(new Request(`${origin}${path}`));
const one = async (code: string) =>
  successorItemSchema.parse(await (await get(`${base}/${code}`)).json());
async function list(query: string): Promise<{ items: SuccessorItem[]; totals: (string | null)[] }> {
  const answer = await get(`${base}?${query}`);
  expect(answer.status).toBe(200);
  const { headers } = answer;
  return {
    items: z.array(successorItemSchema).parse(await answer.json()),
    totals: [headers.get('x-wp-total'), headers.get('x-wp-totalpages')],
  };
}
const dates = (items: readonly SuccessorItem[]): string[] => items.map(({ date }) => date);

describe('the list', () => {
  test('newest first, 25 on a page', async () => {
    const { items, totals } = await list('');
    expect(dates(items)).toEqual(Array.from({ length: 25 }, (_, n) => addDays('2026-11-20', -n)));
    expect(totals).toEqual(['11477', '460']);
  });

  test('by pages of up to 25', async () => {
    const { items, totals } = await list('page=2&per_page=25');
    expect(dates(items)[0]).toBe(addDays('2026-11-20', -25));
    expect(items).toHaveLength(25);
    expect(totals).toEqual(['11477', '460']);
    const last = await list('page=460&per_page=25');
    expect(dates(last.items)).toEqual(['1995-06-20', '1995-06-16']);
    expect((await list('page=461&per_page=25')).items).toEqual([]);
  });

  test('from one day to another; `date` is ignored', async () => {
    const { items, totals } = await list('date_from=991230&date_to=000102&date=2020-01-01');
    expect(dates(items)).toEqual(['2000-01-02', '2000-01-01', '1999-12-31', '1999-12-30']);
    expect(totals).toEqual(['4', '1']);
    expect((await list('date_from=261119')).totals).toEqual(['2', '1']);
    expect((await list('date_to=950617')).totals).toEqual(['1', '1']);
    expect((await list('date_from=261120&date_to=261119')).totals).toEqual(['0', '0']);
  });

  test('of more than 25 on a page there are 25', async () => {
    const { items, totals } = await list('per_page=100&count=3');
    expect(items).toHaveLength(25);
    expect(totals).toEqual(['11477', '460']);
  });

  test('leaves out the days that are missing', async () => {
    const { items } = await list('date_from=200608&date_to=200612');
    expect(dates(items)).toEqual(['2020-06-12', '2020-06-11', '2020-06-09', '2020-06-08']);
    const second = await list('date_from=950616&date_to=950622&per_page=2&page=2');
    expect(dates(second.items)).toEqual(['1995-06-20', '1995-06-16']);
  });

  test('of the fields only those that are wanted', async () => {
    const answer = await get(`${base}?per_page=2&_fields=date,title`);
    const items = z.array(z.record(z.string(), z.string())).parse(await answer.json());
    expect(items.map((item) => Object.keys(item))).toEqual([
      ['date', 'title'],
      ['date', 'title'],
    ]);
  });

  test.each([
    ['per_page=0', 'per_page'],
    ['page=0', 'page'],
    ['page=two', 'page'],
    ['date_from=2026-11-01', 'date_from'],
    ['date_from=2026-11-01&date_to=x', 'date_from, date_to'],
    ['date_to=261399', 'date_to'],
  ])('400 rest_invalid_param for %s', async (query, name) => {
    const answer = await get(`${base}?${query}`);
    expect(answer.status).toBe(400);
    expect(successorErrorSchema.parse(await answer.json())).toEqual({
      code: 'rest_invalid_param',
      message: `Invalid parameter(s): ${name}`,
      data: { status: 400 },
    });
  });
});

describe('one day', () => {
  test('is that of v1, in the successor’s words', async () => {
    const item = await one('261120');
    const answer = await get('/planetary/apod?api_key=mine&date=2026-11-20');
    const { title } = apodRecordSchema.parse(await answer.json());
    expect(item.title).toBe(title);
    expect(item.explanation).toContain('Overhead&#039;s embedded picture service shows it');
    expect(item.url).toMatch(/\/image-article\/apod-2026-november-20-[a-z-]+\/$/);
    expect(item.permalink).toBe(item.url);
    expect(item.hdurl).toMatch(
      /\/dynamicimage\/assets\/science\/cds\/apod\/apod\/2026\/november\/\w+_261120\.jpg\?w=1920&h=1080&fit=clip&crop=faces%2Cfocalpoint$/,
    );
    for (const address of [item.url, item.basic_html_url, String(item.hdurl)]) {
      const { pathname, search } = new URL(address);
      expect((await get(pathname + search)).status, address).toBe(200);
    }
  });

  test.each(['261121', '950615', '950617', '200610', '261399'])('404 for %s', async (code) => {
    const answer = await get(`${base}/${code}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      code: 'apod_basic_not_found',
      message: 'APOD not found.',
      data: { status: 404 },
    });
  });

  test('what is no day has no route', async () => {
    const answer = await get(`${base}/2026-11-20`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'rest_no_route', data: { status: 404 } });
  });
});
