import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import { pictureRecordSchema } from '#shared/picture/picture.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { createSuccessorSource } from './sources.ts';

const never = new AbortController().signal;
const article = 'https://science.nasa.gov/image-article/apod-a/';
const day = {
  date: '2026-11-20',
  post_id: 7,
  title: 'Moon&#8217;s Halo &#038; Stars',
  permalink: article,
  media_type: 'image',
  explanation: '<p>A <a href="https://example.org/halo">halo</a>.</p><p>Two.</p>',
  credit: 'Image Credit: <a href="https://example.org/me">Ada</a>',
  copyright: '',
  alt: 'A ring of light&nbsp;around the Moon.',
  url: article,
  hdurl: 'https://assets.science.nasa.gov/a.jpg?w=4096&h=2000&fit=crop&crop=faces%2Cfocalpoint',
  basic_html: '<h1>…</h1>',
};
let http: Http;
let server: TestServer;
let answer: (response: ServerResponse) => void;
beforeEach(async () => {
  http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
  server = await startServer((_request, response) => answer(response));
});
afterEach(async () => {
  await http.close();
  await server.close();
});
const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status).end(JSON.stringify(body));
const fetchDay = (date: string | null) =>
  createSuccessorSource({ http, baseUrl: () => `${server.url}/` }).fetch(date, never);
async function recordOf(over: object) {
  answer = json(200, { ...day, ...over });
  const result = await fetchDay('2026-11-20');
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  expect(pictureRecordSchema.safeParse(result.value).success).toBe(true);
  return result.value;
}

describe('the successor service', () => {
  it('has one address for each day, and a list from which the newest day is read', async () => {
    answer = json(200, day);
    expect(await fetchDay('2026-11-20')).toMatchObject({ ok: true });
    answer = json(200, [day, 'whatever']);
    expect(await fetchDay(null)).toMatchObject({ ok: true, value: { date: '2026-11-20' } });
    const path = '/wp-json/wp/v2/apod-basic';
    expect(server.requests).toEqual([`GET ${path}/261120`, `GET ${path}?page=1&per_page=1`]);
  });

  it('returns a record', async () => {
    expect(await recordOf({})).toEqual({
      date: '2026-11-20',
      title: 'Moon’s Halo & Stars',
      explanation: 'A halo.\n\nTwo.',
      links: [{ from: 2, to: 6, href: 'https://example.org/halo' }],
      credit: 'Ada',
      mediaType: 'image',
      url: null,
      hdUrl: day.hdurl,
      thumbnailUrl: null,
      alt: 'A ring of light around the Moon.',
      pageUrl: article,
      servedBy: 'successor',
    });
  });

  it.each([
    [
      'a video',
      { media_type: 'video' },
      { mediaType: 'video', thumbnailUrl: day.hdurl, hdUrl: null },
    ],
    ['a page', { media_type: 'iframe', hdurl: undefined }, { mediaType: 'other', hdUrl: null }],
    ['an owner', { copyright: '<b>Ada &amp; Bob</b>' }, { credit: 'Ada & Bob' }],
    ['no owner', { credit: null }, { credit: null }],
    ['no explanation', { explanation: null, alt: '' }, { explanation: '', links: [], alt: null }],
    [
      'a page address without https',
      { permalink: 'http://a.org/a' },
      { pageUrl: 'https://a.org/a' },
    ],
    [
      'a script as the page address',
      { permalink: 'javascript:alert(1)', url: '' },
      { pageUrl: null },
    ],
  ])('returns a record with %s', async (_name, over, expected) => {
    expect(await recordOf(over)).toMatchObject(expected);
  });

  it.each([
    ['a missing day', 404, { code: 'apod_basic_not_found' }, { kind: 'not-found' }],
    ['a refused request', 400, { code: 'rest_invalid_param' }, { kind: 'refused', status: 400 }],
    ['another day', 200, { ...day, date: '2026-11-19' }, { kind: 'malformed' }],
    ['a list that lacks the day', 200, [{ ...day, date: '2026-11-19' }], { kind: 'malformed' }],
    ['a date alone', 200, { date: day.date }, { kind: 'malformed' }],
    ['a server error', 500, {}, { kind: 'unavailable' }],
  ])('fails for %s', async (_name, status, body, failure) => {
    answer = json(status, body);
    expect(await fetchDay('2026-11-20')).toMatchObject({ ok: false, failure });
  });

  it.each([
    [[], { kind: 'not-found' }],
    [{}, { kind: 'malformed' }],
    [[{}], { kind: 'malformed' }],
  ])('fails for the newest day if the answer is %j', async (list, failure) => {
    answer = json(200, list);
    expect(await fetchDay(null)).toMatchObject({ ok: false, failure });
  });
});
