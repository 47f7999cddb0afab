import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServices } from '../../services.ts';
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
  test('newest first, ten on a page', async () => {
    const { items, totals } = await list('');
    expect(dates(items)).toEqual(Array.from({ length: 10 }, (_, n) => addDays('2026-11-20', -n)));
    expect(totals).toEqual(['11481', '1149']);
  });

  test('by pages of up to 25', async () => {
    const { items, totals } = await list('page=2&per_page=25');
    expect(dates(items)[0]).toBe(addDays('2026-11-20', -25));
    expect(items).toHaveLength(25);
    expect(totals).toEqual(['11481', '460']);
    const last = await list('page=460&per_page=25');
    expect(dates(last.items)).toEqual(
      ['1995-06-21', '1995-06-20', '1995-06-19', '1995-06-18', '1995-06-17', '1995-06-16'].slice(
        6 - (11481 % 25),
      ),
    );
    expect((await list('page=461&per_page=25')).items).toEqual([]);
  });

  test('from one day to another; `date` is ignored', async () => {
    const { items, totals } = await list('date_from=991230&date_to=000102&date=2020-01-01');
    expect(dates(items)).toEqual(['2000-01-02', '2000-01-01', '1999-12-31', '1999-12-30']);
    expect(totals).toEqual(['4', '1']);
    expect((await list('date_from=261119')).totals).toEqual(['2', '1']);
    expect((await list('date_to=950617')).totals).toEqual(['2', '1']);
    expect((await list('date_from=261120&date_to=261119')).totals).toEqual(['0', '0']);
  });

  test.each([
    ['per_page=26', 'per_page'],
    ['per_page=0', 'per_page'],
    ['page=0', 'page'],
    ['page=two', 'page'],
    ['date_from=2026-11-01', 'date_from'],
    ['date_to=261399', 'date_to'],
  ])('400 rest_invalid_param for %s', async (query, name) => {
    const answer = await get(`${base}?${query}`);
    expect(answer.status).toBe(400);
    expect(successorErrorSchema.parse(await answer.json())).toMatchObject({
      code: 'rest_invalid_param',
      message: `Invalid parameter(s): ${name}`,
      data: { status: 400, params: { [name]: expect.stringContaining(name) as unknown } },
    });
  });
});

describe('one day', () => {
  test('is that of v1, in the successor’s words', async () => {
    const item = await one('260302');
    const answer = await get('/planetary/apod?api_key=mine&date=2026-03-02');
    const record = apodRecordSchema.parse(await answer.json());
    expect(record.title).toContain("Moon's");
    expect(item.title).toBe(record.title.replace("'", '&#8217;'));
    expect(item.explanation).toContain('Overhead&#8217;s embedded picture service drew it');
    expect(item).toMatchObject({
      date: '2026-03-02',
      media_type: 'image',
      url: `${origin}/apod/260302`,
      permalink: `${origin}/apod/260302`,
      basic_html_url: `${origin}/apod/ap260302.html`,
    });
    expect(item.hdurl).toBe(
      `${origin}/image/2026-03-02/hd.png?w=1920&h=1080&fit=clip&crop=faces%2Cfocalpoint`,
    );
    expect((await get(new URL(item.url).pathname)).status).toBe(200);
    expect((await get(new URL(item.basic_html_url).pathname)).status).toBe(200);
  });

  test('with a video has a still; with something else, no picture', async () => {
    const video = await one('260430');
    expect(video.media_type).toBe('video');
    expect(video.hdurl).toContain('/image/2026-04-30/hd.png');
    const other = await one('260702');
    expect(other.media_type).toBe('iframe');
    expect(other).not.toHaveProperty('hdurl');
  });

  test.each(['261121', '950615', '261399'])('404 for %s', async (code) => {
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
