import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import {
  classicPage,
  editorsFeed,
  editorsPage,
  picturesFeed,
  successorImage,
} from '#test/support/picture-answers.ts';
import { sharedData } from '#test/support/shared-data.ts';
import { pictureRecordSchema, type PictureRecord } from '#shared/picture/picture.ts';
import { sameForAllSources } from '#shared/picture/providers.ts';
import type { Result } from '#shared/failure.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { createPictureSources } from './sources.ts';

const never = new AbortController().signal;
let http: Http;
let server: TestServer;
/** The answers of the server by path; other paths are answered with 404. */
let pages: Readonly<Record<string, string>>;
beforeEach(async () => {
  http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
  server = await startServer(({ url = '' }, response: ServerResponse) => {
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200).end(page ?? '<h1>Not here</h1>');
  });
});
afterEach(async () => {
  await http.close();
  await server.close();
});

async function fetchDay(name: string, date: string | null): Promise<Result<PictureRecord>> {
  const urls = () => sameForAllSources(server.url);
  const sources = createPictureSources({ http, urls, apiKey: () => 'K', now: Date.now });
  const source = sources.find((one) => one.name === name);
  if (source === undefined) throw new Error(`${name} is missing`);
  const result = await source.fetch(date, never);
  if (result.ok) expect(pictureRecordSchema.parse(result.value)).toEqual(result.value);
  return result;
}

const explanation = 'Why is this nebula, which nobody has seen, so "blue"? It was invented.';

describe('the RSS feed of the pictures', () => {
  beforeEach(() => (pages = { '/feed/apod-basic/': picturesFeed }));

  it('returns the newest day', async () => {
    expect(await fetchDay('feed', null)).toMatchObject({
      ok: true,
      value: {
        date: '2026-10-02',
        title: "An Invented Nebula's Portrait",
        explanation,
        credit: 'Ada Example; Processing: Bob Example',
        mediaType: 'image',
        hdUrl: successorImage.hdurl,
        alt: 'A blue cloud.',
        pageUrl: successorImage.url,
        servedBy: 'feed',
      },
    });
    expect(server.requests).toEqual(['GET /feed/apod-basic/']);
  });

  it('returns a day whose date is known only from the time of publication', async () => {
    expect(await fetchDay('feed', '2026-10-01')).toMatchObject({
      value: { mediaType: 'video', url: 'https://www.youtube.com/embed/Invented' },
    });
  });

  it('fails with `not-found` for days that are not in the feed', async () => {
    expect(await fetchDay('feed', '2020-01-01')).toMatchObject({ failure: { kind: 'not-found' } });
  });

  it.each([['<!doctype html><p>Maintenance'], ['{}'], [''], ['<rss><channel></channel></rss>']])(
    'refuses %j',
    async (page) => {
      pages = { '/feed/apod-basic/': page };
      expect(await fetchDay('feed', null)).toMatchObject({ failure: { kind: 'malformed' } });
    },
  );

  const real = sharedData('apod-v2/rss.xml');
  it.skipIf(real === null)(
    `reads a real item${real === null ? ' (skipped: no shared data)' : ''}`,
    async () => {
      pages = { '/feed/apod-basic/': readFileSync(real ?? '', 'utf8') };
      expect(await fetchDay('feed', null)).toMatchObject({
        value: {
          date: '2026-09-16',
          title: "Webb's View of M64",
          credit: expect.stringMatching(/^NASA, CSA.*; Processing: G. Kober/) as string,
          hdUrl: expect.stringMatching(/M64_Webb\.jpg\?w=3853&h=4070&/) as string,
        },
      });
    },
  );
});

describe("the editors' site", () => {
  beforeEach(() => (pages = { '/feed.rss': editorsFeed, '/en/ap261002.html': editorsPage }));

  it('returns the newest day', async () => {
    expect(await fetchDay('editors', null)).toMatchObject({
      ok: true,
      value: {
        date: '2026-10-02',
        title: 'An Invented Nebula',
        explanation,
        links: [{ from: 12, to: 18, href: 'https://example.org/nebula' }],
        credit: 'Ada Example, Bob Example',
        mediaType: 'image',
        url: `${server.url}/en/image/2610/Nebula_1024.jpg`,
        hdUrl: `${server.url}/en/image/2610/Nebula_4000.jpg`,
        alt: null,
        servedBy: 'editors',
      },
    });
    expect(server.requests).toEqual(['GET /feed.rss', 'GET /en/ap261002.html']);
  });

  it.each([
    [
      '<video controls poster="still.jpg"><source src="film.mp4"></video>',
      { mediaType: 'video', url: '/en/film.mp4', thumbnailUrl: '/en/still.jpg' },
    ],
    ['<p>nothing', { mediaType: 'other', url: null }],
  ])('returns a day with %s', async (media, { mediaType, ...addresses }) => {
    pages = { '/en/ap980101.html': classicPage(media, explanation, '1998 January 1') };
    const expected = Object.entries(addresses).map(([name, path]) => [
      name,
      path === null ? null : server.url + path,
    ]);
    expect(await fetchDay('editors', '1998-01-01')).toMatchObject({
      value: { date: '1998-01-01', mediaType, ...(Object.fromEntries(expected) as object) },
    });
  });

  it.each([
    ['a missing page', {}, 'not-found'],
    ['the page of another day', { '/en/ap261003.html': editorsPage }, 'malformed'],
    ['another page', { '/en/ap261003.html': '<h1>Maintenance</h1>' }, 'malformed'],
  ])('fails for %s', async (_name, there, kind) => {
    pages = there;
    expect(await fetchDay('editors', '2026-10-03')).toMatchObject({ failure: { kind } });
  });

  it('fails if the feed has no day', async () => {
    pages = { '/feed.rss': '<rss><channel><item><link>x</link></item></channel></rss>' };
    expect(await fetchDay('editors', null)).toMatchObject({ failure: { kind: 'malformed' } });
  });
});
