import { describe, expect, it } from 'vitest';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import type { PictureFile } from '#shared/picture/picture.ts';
import {
  reasonToDistrustFile,
  reasonToDistrustRecord,
  isPlaceholderAddress,
  seriesTitle,
} from './trust.ts';

const today = '2026-11-20';
const record = pictureRecord(today);
const file = (over: Partial<PictureFile> = {}): PictureFile => ({
  name: `${today}-0123abcd.png`,
  format: 'png',
  bytes: 9000,
  width: 1024,
  height: 768,
  ...over,
});

describe('the record of a picture', () => {
  it.each([
    ['2026-11-20', null, true],
    ['2026-11-19', null, true],
    ['2026-11-13', null, true],
    ['2026-11-21', null, true],
    ['2026-11-12', null, true],
    ['2026-09-30', null, true],
    ['2026-11-22', null, false],
    ['2027-01-01', null, false],
    ['1996-02-29', '1996-02-29', true],
    ['1996-03-01', '1996-02-29', false],
    ['2030-01-01', '2030-01-01', true],
  ])('of %s is trusted for a request of %s: %s', (date, asked, believed) => {
    expect(reasonToDistrustRecord(pictureRecord(date), asked, today) === null).toBe(believed);
  });

  it.each([
    [null, false],
    ['no address', false],
    ['https://a.nasa.gov/my-news-thumbnail.png', false],
    ['https://a.nasa.gov/news-thumbnail.png.html', false],
    ['https://science.nasa.gov/wp-content/news-thumbnail.png?w=1', true],
    ['https://science.nasa.gov/images/nasa-logo@2x.png', true],
    ['https://a.nasa.gov/2026/nasa-logo_2x.png', true],
    ['https://a.nasa.gov/NASA-Meatball-Feature5.png?w=594&h=516', true],
    ['https://a.nasa.gov/placeholder.png', true],
    ['https://apod.nasa.gov/apod/image/2611/M31_Placeholders.jpg', false],
    ['https://apod.nasa.gov/nasa-logo/M31.jpg', false],
    ['https://apod.nasa.gov/apod/image/2611/meatball_nebula_hst.jpg', false],
    ['https://apod.nasa.gov/apod/image/2611/the_nasa-logo_on_the_moon.jpg', false],
    ['https://a.nasa.gov/news-thumbnail-300x169.png', true],
    ['https://apod.nasa.gov/apod/image/2611/nasa.jpg', false],
  ])('with the address %s is a placeholder: %s', (address, expected) => {
    expect(isPlaceholderAddress(address)).toBe(expected);
  });
});

describe('a downloaded file', () => {
  const keptOf = (date: string, over: Partial<PictureFile> = {}) => ({
    ...dayPicture(date),
    file: file({ name: `${date}-0123abcd.png`, ...over }),
  });
  const titled = (title: string, day: ReturnType<typeof keptOf>) => ({
    ...day,
    record: { ...day.record, title },
  });
  const small = { width: 400, height: 300 };
  const video = { ...record, mediaType: 'video' as const };

  it.each([
    ['an ordinary picture', record, file(), [], true],
    ['a genuine small picture', record, file(small), [], true],
    [
      'a logo that another day shows too',
      record,
      file(small),
      [keptOf('2025-03-01', small)],
      false,
    ],
    [
      'a small picture that is shown again after a year',
      { ...record, title: 'A Comet' },
      file(small),
      [titled('A Comet', keptOf('2025-03-01', small))],
      true,
    ],
    [
      'a small picture that the day before showed too',
      { ...record, title: 'A Comet' },
      file(small),
      [titled('A Comet', keptOf('2026-11-19', small))],
      false,
    ],
    [
      'a logo on days without a title',
      { ...record, title: seriesTitle },
      file(small),
      [titled(seriesTitle, keptOf('2025-03-01', small))],
      false,
    ],
    ['an icon', record, file({ width: 63, height: 63 }), [], false],
    ['a picture that is just no icon', record, file({ width: 64, height: 9 }), [], true],
    ['a counter of 1996', pictureRecord('1996-02-29'), file({ width: 15, height: 9 }), [], false],
    [
      'a tiny picture of 1996',
      pictureRecord('1996-02-29'),
      file({ width: 9, height: 16 }),
      [],
      true,
    ],
    ['an icon of 2006', pictureRecord('2006-01-01'), file({ width: 60, height: 40 }), [], false],
    [
      'a small picture of 1996 that another day shows too',
      pictureRecord('1996-02-29'),
      file(small),
      [keptOf('1997-03-01', small)],
      true,
    ],
    ['a large logo', record, file({ width: 480 }), [keptOf('2025-03-01', { width: 480 })], true],
    [
      'a logo that is just small',
      record,
      file({ width: 479, height: 9 }),
      [keptOf('2025-03-01', { width: 479, height: 9 })],
      false,
    ],
    [
      'a small picture of the same day with another title',
      record,
      file(small),
      [titled('A Comet', keptOf(today, small))],
      true,
    ],
    ['a small still that another day shows too', video, file(small), [keptOf('2025-03-01')], true],
    [
      'a day before without a file',
      record,
      file(),
      [{ ...keptOf('2026-11-19'), file: null }],
      true,
    ],
    [
      'a file of the same length as that of the day before',
      record,
      file({ name: `${today}-89abcdef.png` }),
      [keptOf('2026-11-19')],
      true,
    ],
    [
      'a small picture of 1996',
      pictureRecord('1996-02-29'),
      file({ width: 60, height: 40 }),
      [],
      true,
    ],
    [
      'a counter of visits on a page of 1996',
      pictureRecord('1996-02-29'),
      file({ width: 1, height: 1 }),
      [],
      false,
    ],
    ['the picture of the day before', record, file(), [keptOf('2026-11-19')], false],
    ['the picture of a week before', record, file(), [keptOf('2026-11-13')], false],
    [
      'a picture that is shown again after eight days',
      record,
      file(),
      [keptOf('2026-11-12')],
      true,
    ],
    ['a picture that is shown again after a year', record, file(), [keptOf('2025-11-20')], true],
    ['the picture of the day after', record, file(), [keptOf('2026-11-21')], true],
    ['the same day again', pictureRecord('2026-11-18'), file(), [keptOf('2026-11-18')], true],
    ['a file of another length', record, file({ bytes: 9001 }), [keptOf('2026-11-19')], true],
    ['a small still of a video', video, file({ width: 320, height: 180 }), [], true],
    ['a tiny still of a video', video, file({ width: 32, height: 18 }), [], true],
  ])(
    'as the newest day is trusted only if it may be its picture: %s',
    (_name, day, picture, recent, trusted) => {
      expect(reasonToDistrustFile(day, picture, true, recent) === null).toBe(trusted);
    },
  );

  it.each([
    ['the picture of the day before', file(), [keptOf('2026-11-19')], true],
    ['the picture of the day after', file(), [keptOf('2026-11-21')], true],
    ['a logo that another day shows too', file(small), [keptOf('2025-03-01', small)], false],
  ])(
    'of a day of the archive is trusted if only its neighbour shows it, and it is no logo: %s',
    (_name, picture, recent, trusted) => {
      expect(reasonToDistrustFile(record, picture, false, recent) === null).toBe(trusted);
    },
  );
});
