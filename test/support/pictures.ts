import type { DayPicture, PictureRecord } from '#shared/picture/picture.ts';

/** The record of a day with a picture, with the given fields. */
export const pictureRecord = (date: string, given: Partial<PictureRecord> = {}): PictureRecord => ({
  date,
  title: `The sky of ${date}`,
  explanation: 'Stars.',
  credit: null,
  mediaType: 'image',
  url: 'https://example.org/a.jpg',
  hdUrl: null,
  thumbnailUrl: null,
  links: [],
  alt: null,
  pageUrl: null,
  servedBy: 'successor',
  ...given,
});

/** A day whose picture is on the disk as `DATE-0.jpg`. */
export const dayPicture = (date: string, given?: Partial<PictureRecord>): DayPicture => ({
  record: pictureRecord(date, given),
  file: { name: `${date}-0.jpg`, format: 'jpeg', bytes: 1, width: 1, height: 1 },
});
