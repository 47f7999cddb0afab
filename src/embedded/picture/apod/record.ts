import { hash32 } from '../sky/random.ts';
import { dayOf } from '../day.ts';
import { wordsOf } from '../words.ts';
import type { PictureWorld } from '../world.ts';
import type { ApodRecord } from './schemas.ts';

export interface RecordWish {
  readonly date: string;
  /** The newest published day. */
  readonly newest: string;
  /** Where the pictures are served, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Whether to name the high resolution. */
  readonly hd: boolean;
  /** Whether to name a still of a video. */
  readonly thumbs: boolean;
}

/** The record of a day, its fields in the order of the public service. */
export function recordOf(world: PictureWorld, wish: RecordWish): ApodRecord {
  const { date, newest, origin, hd, thumbs } = wish;
  const at = `${origin}/image/${date}`;
  if (world.isPlaceholder) return placeholderOf(date, at);
  const day = dayOf(date, world, newest);
  const { title, explanation } = wordsOf(day);
  const { kind, copyright } = day;
  const isImage = kind === 'image';
  return {
    ...(copyright === null ? {} : { copyright: world.isPublic ? `\n${copyright}\n` : copyright }),
    date,
    explanation,
    ...(isImage && hd && world.hasHdurl ? { hdurl: `${at}/hd.png` } : {}),
    media_type: kind,
    service_version: 'v1',
    ...(kind === 'video' && thumbs ? { thumbnail_url: stillOf(world, date, at) } : {}),
    title,
    ...(isImage ? { url: `${at}/standard.png` } : {}),
    ...(kind === 'video' ? { url: `${origin}/video/${date}` } : {}),
  };
}

/** The public service has no still of every second video, and says so with nothing between the quotes. */
function stillOf({ isPublic }: PictureWorld, date: string, at: string): string {
  return isPublic && hash32(`${date} still`) % 2 === 0 ? '' : `${at}/standard.png`;
}

/** A record that says nothing and shows a mark, with status 200: seen when a service is going away. */
function placeholderOf(date: string, at: string): ApodRecord {
  return {
    date,
    explanation: 'The picture of the day is not available here.',
    hdurl: `${at}/placeholder.png`,
    media_type: 'image',
    service_version: 'v1',
    title: 'Astronomy Picture of the Day',
    url: `${at}/placeholder.png`,
  };
}
