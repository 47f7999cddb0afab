import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Services } from '#services/server.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { pictureUrlsOf } from '#shared/settings/settings.ts';
import { createPictureSources } from './providers/sources.ts';

// Each source reads the days of 1995 to 2004 from the embedded services, which serve them as those years were.

let services: Services;
let http: Http;
const now = (): number => Date.parse('2026-11-27T12:00:00Z');
beforeAll(async () => {
  services = await startServices({ now, key: 'mine' });
  http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
});
afterAll(async () => {
  await http.close();
  await services.stop();
});

const dates = [
  ...[
    '1995-06-16',
    '1995-06-24',
    '1995-09-01',
    '1995-12-31',
    '1996-02-29',
    '1996-06-30',
    '1996-07-01',
  ],
  ...[
    '1997-06-16',
    '1997-12-31',
    '1998-01-01',
    '1998-04-05',
    '1999-12-31',
    '2000-01-01',
    '2004-12-31',
  ],
];

describe.each(['successor', 'legacy', 'editors'])('the source %s', (name) => {
  it.each(dates)('reads %s', async (date) => {
    const source = createPictureSources({
      http,
      urls: () => pictureUrlsOf({ picture: services.urls.apod_url }),
      apiKey: () => 'mine',
      now,
    }).find((one) => one.name === name);
    const result = await source?.fetch(date, new AbortController().signal);
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    const { value } = result;
    expect(value.date).toBe(date);
    expect(value.title).toMatch(/^[^:|]+ above [^:|]+$/);
    expect(value.explanation).toMatch(/^This sky is simulated/);
    expect(value.explanation).toMatch(/real pictures of the sky\.$/);
    expect(value.credit ?? '').not.toMatch(/credit|explanation|[:;]$/i);
    if (value.mediaType === 'image') expect(value.url ?? value.hdUrl).not.toBeNull();
  });
});
