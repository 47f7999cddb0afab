import { describe, expect, it } from 'vitest';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import type { PictureFile } from '#shared/picture/picture.ts';
import { reasonToDistrustFile, reasonToDistrustRecord, isPlaceholderAddress } from './trust.ts';

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
    ['2026-11-12', null, false],
    ['2026-11-22', null, false],
    ['2027-01-01', null, false],
    ['1996-02-29', '1996-02-29', true],
    ['1996-03-01', '1996-02-29', false],
  ])('of %s is trusted for a request of %s: %s', (date, asked, believed) => {
    expect(reasonToDistrustRecord(pictureRecord(date), asked, today) === null).toBe(believed);
  });

  it.each([
    ['https://science.nasa.gov/wp-content/news-thumbnail.png?w=1', true],
    ['https://science.nasa.gov/images/nasa-logo@2x.png', true],
    ['https://a.nasa.gov/2026/nasa-logo_2x.png', true],
    ['https://a.nasa.gov/NASA-Meatball-Feature5.png?w=594&h=516', true],
    ['https://a.nasa.gov/placeholder.png', true],
    ['https://apod.nasa.gov/apod/image/2611/M31_Placeholders.jpg', false],
    ['https://apod.nasa.gov/nasa-logo/M31.jpg', false],
    ['https://apod.nasa.gov/apod/image/2611/nasa.jpg', false],
  ])('with the address %s is a placeholder: %s', (address, expected) => {
    expect(isPlaceholderAddress(address)).toBe(expected);
  });
});

describe('a downloaded file', () => {
  const kept = { ...dayPicture('2026-11-18'), file: file({ name: '2026-11-18-0123abcd.png' }) };

  it.each([
    ['an ordinary picture', record, file(), [], true],
    ['a logo', record, file({ width: 400, height: 400 }), [], false],
    ['a small picture', record, file({ width: 640, height: 480 }), [], true],
    [
      'a small picture of an early year',
      pictureRecord('1996-02-29'),
      file({ width: 300, height: 200 }),
      [],
      true,
    ],
    ['the bytes of another day', record, file(), [kept], false],
    ['the bytes of the same day again', pictureRecord('2026-11-18'), file(), [kept], true],
    ['a file of another length', record, file({ bytes: 9001 }), [kept], true],
    ['bytes of no other day', record, file({ name: `${today}-99999999.png` }), [kept], true],
    [
      'a small still of a video',
      { ...record, mediaType: 'video' as const },
      file({ width: 320, height: 180 }),
      [],
      true,
    ],
  ])(
    'is trusted only if it may be the picture of the day: %s',
    (_name, day, picture, recent, believed) => {
      expect(reasonToDistrustFile(day, picture, recent) === null).toBe(believed);
    },
  );
});
