import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createServices } from '#services/services.ts';
import { addDays } from '../calendar.ts';
import { type SuccessorItem, successorItemSchema } from './schemas.ts';

const now = Date.UTC(2026, 10, 20, 12);
const { picture } = createServices({ now: () => now });
const base = '/wp-json/wp/v2/apod-basic';
const get = (path: string) => picture.fetch(new Request(`http://127.0.0.1:8080${path}`));
async function list(query: string) {
  const answer = await get(`${base}?${query}`);
  expect(answer.status).toBe(200);
  const items = z.array(successorItemSchema).parse(await answer.json());
  const { headers } = answer;
  return {
    items,
    dates: items.map(({ date }) => date),
    totals: [headers.get('x-wp-total'), headers.get('x-wp-totalpages')],
  };
}

describe('the list of days of the successor of v1', () => {
  it('contains at most 25 days a page, the newest day first', async () => {
    const { dates, totals } = await list('per_page=100&count=3');
    expect(dates).toEqual(Array.from({ length: 25 }, (_, n) => addDays('2026-11-20', -n)));
    expect(totals).toEqual(['11477', '460']);
    expect((await list('page=2')).dates[0]).toBe(addDays('2026-11-20', -25));
    expect((await list('page=460')).dates).toEqual(['1995-06-20', '1995-06-16']);
    expect((await list('page=461')).dates).toEqual([]);
  });

  it('lists the days between two dates, and ignores `date`', async () => {
    const { dates, totals } = await list('date_from=991230&date_to=000102&date=2020-01-01');
    expect(dates).toEqual(['2000-01-02', '2000-01-01', '1999-12-31', '1999-12-30']);
    expect(totals).toEqual(['4', '1']);
    expect((await list('date_from=261120&date_to=261119')).totals).toEqual(['0', '0']);
  });

  it('omits the missing days', async () => {
    const { dates } = await list('date_from=200608&date_to=200612');
    expect(dates).toEqual(['2020-06-12', '2020-06-11', '2020-06-09', '2020-06-08']);
  });
});

describe('the record of one day of the successor of v1', () => {
  it('links to the article, the page and the picture of the day', async () => {
    const item = successorItemSchema.parse(await (await get(`${base}/261120`)).json());
    expect(item.hdurl).toMatch(
      /\/dynamicimage\/assets\/science\/cds\/apod\/apod\/2026\/november\/\w+_261120\.jpg\?w=1920&h=1080&fit=clip/,
    );
    for (const address of [item.url, item.basic_html_url, String(item.hdurl)]) {
      const { pathname, search } = new URL(address);
      expect((await get(pathname + search)).status, address).toBe(200);
    }
  });
});

describe('the records of the successor of v1 over two years', async () => {
  const pages = Array.from({ length: 29 }, (_, n) => list(`page=${n + 1}`));
  const items = (await Promise.all(pages)).flatMap((page) => page.items);
  const media = ({ basic_html: html }: SuccessorItem): string =>
    html.slice(0, html.indexOf('</center>'));

  it.each<[string, (item: SuccessorItem) => boolean]>([
    [
      'a label before the explanation',
      ({ explanation }) => explanation.startsWith('<strong>Explanation:</strong>'),
    ],
    ['no label before the explanation', ({ explanation }) => explanation.startsWith('This sky')],
    [
      'a notice after the explanation',
      ({ explanation }) => explanation.includes('<br><br><strong>'),
    ],
    ['a labelled credit', ({ credit }) => credit.startsWith('<strong>Image Credit:</strong>')],
    ['no copyright', ({ copyright }) => copyright === false],
    ['a title with a prefix', ({ title }) => title.startsWith('APOD: ')],
    ['an entity in the title', ({ title }) => title.includes('&#039;')],
    ['no type', ({ media_type: type }) => type === null],
    ['no alternative text', ({ alt }) => alt === false],
    ['an address without size', ({ hdurl }) => String(hdurl).endsWith('?w=0&h=0')],
    ['a placeholder', ({ hdurl }) => String(hdurl).includes('/news-thumbnail.png?')],
    ['a video in a file', (item) => /<source src="[^"]+\.mp4"/.test(media(item))],
    ['a video in a frame', (item) => /<iframe [^>]*src="\/\/127[^"]+&amp;/.test(media(item))],
  ])('include records with %s, but not only these', (_form, matches) => {
    expect(items.some(matches)).toBe(true);
    expect(items.every(matches)).toBe(false);
  });

  it('contain the picture in basic_html if hdurl is a placeholder or has no size', async () => {
    const pictures = items.filter(
      (item) => item.media_type === 'image' && /w=0&h=0|news-thumbnail/.test(String(item.hdurl)),
    );
    expect(pictures.length).toBeGreaterThan(0);
    for (const item of pictures.slice(0, 20)) {
      const [, image = ''] = /<IMG SRC="([^"]+)"/.exec(media(item)) ?? [];
      const answer = await get(new URL(image).pathname);
      expect(answer.headers.get('content-type'), item.date).toMatch(/^image\//);
    }
  });
});

it('the feed of the successor of v1 contains the last ten days as valid XML', async () => {
  const text = await (await get('/feed/apod-basic/')).text();
  expect(text.match(/<item>/g)).toHaveLength(10);
  expect(text).toContain('<pubDate>Fri, 20 Nov 2026 05:05:00 +0000</pubDate>');
  expect(text).toMatch(/<apod:hdurl>[^<]+\?w=1920&#038;h=1080&#038;fit=clip/);
  // In XML, every ampersand outside CDATA is the beginning of an entity.
  expect(text.replace(/<!\[CDATA\[[^]*?\]\]>/g, '')).not.toMatch(/&(?!#?\w+;)/);
});
