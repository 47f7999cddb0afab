import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedData } from '../../../../../test/support/shared-data.ts';
import { pictureRecordSchema } from '../../../../shared/picture.ts';
import { classify, parseDay } from './wire-v1.ts';

const live = new URL('https://api.nasa.gov/planetary/apod');
const local = new URL('http://127.0.0.1:4000/planetary/apod');
const day = {
  date: '2024-02-29',
  title: ' A  day ',
  explanation: 'Words &amp; <b>more</b> words: 1 < 2.',
  media_type: 'image',
  url: 'https://apod.nasa.gov/a.jpg',
  service_version: 'v1',
};
const parsed = (over: object, service = live) => {
  const result = parseDay({ ...day, ...over }, service);
  if (!result.ok) throw new Error(result.failure.kind);
  return result.value;
};

describe('parseDay', () => {
  it('names things our way', () => {
    expect(
      parsed({ copyright: '\nAda\nLovelace\n', hdurl: 'https://apod.nasa.gov/A.jpg' }),
    ).toEqual({
      date: '2024-02-29',
      title: 'A day',
      explanation: 'Words & more words: 1 < 2.',
      credit: 'Ada Lovelace',
      mediaType: 'image',
      url: 'https://apod.nasa.gov/a.jpg',
      hdUrl: 'https://apod.nasa.gov/A.jpg',
      thumbnailUrl: null,
      links: [],
      alt: null,
      pageUrl: null,
      servedBy: 'specified',
    });
  });

  it.each([
    ['nothing', undefined, live, null],
    ['an empty address', '', live, null],
    ['a blank behind', 'https://apod.nasa.gov/a.jpg ', live, 'https://apod.nasa.gov/a.jpg'],
    ['no scheme', '//apod.nasa.gov/a.jpg', live, 'https://apod.nasa.gov/a.jpg'],
    ['no scheme, from http', '//apod.nasa.gov/a.jpg', local, 'https://apod.nasa.gov/a.jpg'],
    ['http', 'http://apod.nasa.gov/a.jpg', live, 'https://apod.nasa.gov/a.jpg'],
    ['http of the service', 'http://127.0.0.1:4000/a.jpg', local, 'http://127.0.0.1:4000/a.jpg'],
    ['relative', '/a.jpg', local, 'http://127.0.0.1:4000/a.jpg'],
    ['a script', 'javascript:alert(1)', live, null],
    ['not an address', 'https://', live, null],
  ])('reads an address: %s', (_name, url, service, expected) => {
    expect(parsed({ url }, service).url).toBe(expected);
  });

  it('takes a medium that it does not know as other', () => {
    expect(parsed({ media_type: 'hologram', url: undefined })).toMatchObject({
      mediaType: 'other',
      url: null,
    });
    expect(parsed({ media_type: 'video', thumbnail_url: '' }).thumbnailUrl).toBeNull();
  });

  it.each([
    ['a list', [day]],
    ['nothing', null],
    ['no date', { ...day, date: undefined }],
    ['another form of date', { ...day, date: '240229' }],
    ['a title that is a number', { ...day, title: 1 }],
    ['an address that is an object', { ...day, url: {} }],
  ])('refuses %s', (_name, answer) => {
    expect(parseDay(answer, live)).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
  });

  it('takes any JSON without throwing', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom(...Object.keys(day)), fc.jsonValue()),
        (value, over) => {
          parseDay(value, live);
          parseDay({ ...day, ...over }, live);
        },
      ),
    );
  });

  const years = sharedData('apod-v1/1996.json');
  it.skipIf(years === null).each(['1996', '2018', '2019', '2020'])(
    `reads every real day of %s${years === null ? ' (skipped: no shared data)' : ''}`,
    (year) => {
      const path = sharedData(`apod-v1/${year}.json`);
      if (path === null) throw new Error(`${year} is missing`);
      const days = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>);
      expect(days.length).toBeGreaterThanOrEqual(365);
      for (const real of days) {
        const result = parseDay(real, live);
        if (!result.ok) throw new Error(JSON.stringify(result));
        expect(pictureRecordSchema.safeParse(result.value).success).toBe(true);
        expect(JSON.stringify(result.value)).not.toMatch(
          /<a |"(url|hdUrl|href)":"http:|\.jpg[^a-z]*%20|api\.nasa\.gov\/planetary\/ap/,
        );
        if (result.value.mediaType === 'image') expect(result.value.url).toMatch(/^https:/);
      }
    },
  );
});

describe('classify', () => {
  const refused = (message: string) => ({ kind: 'refused', status: 400, message }) as const;
  it.each([
    ['No data available for date: 2026-12-01', 'not-found'],
    ['Date must be between Jun 16, 1995 and Nov 20, 2026.', 'not-found'],
    ['INVALID_DATE', 'refused'],
  ])('%s', (message, kind) => expect(classify(refused(message)).kind).toBe(kind));
});
