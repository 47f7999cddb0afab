import { placeholderPath } from '../addresses.ts';
import { addDays, firstDay } from '../calendar.ts';
import { type Day, dayOf } from '../day.ts';
import { hash32 } from '../hash.ts';
import { pictureWordsOf } from '../words.ts';
import type { PictureWorld } from '../world.ts';
import type { ApodRecord } from './schemas.ts';

interface RecordRequest {
  readonly date: string;
  /** The newest published day. */
  readonly newest: string;
  /** The base address of the pictures, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Whether the record has an address in high resolution. */
  readonly hd: boolean;
  /** Whether the record of a video has the address of a still image. */
  readonly thumbs: boolean;
}

/** The record of a day, with its fields in the order of the public service. */
export function recordOf(world: PictureWorld, wish: RecordRequest): ApodRecord {
  const { newest, origin, hd, thumbs } = wish;
  const date = daysBefore(wish.date, world.legacyDaysBehind);
  const day = dayOf(date, world, newest);
  const { title, explanation } = recordWordsOf(day);
  if (world.legacy === 'logo') return logoOf(date, explanation, origin);
  const { kind, copyright, photo } = day;
  const baseUrl = `${origin}/image/${date}`;
  const standardUrl = `${baseUrl}/standard.${photo.format}`;
  const isImage = kind === 'image';
  return {
    ...(copyright === null ? {} : { copyright: world.isPublic ? `\n${copyright}\n` : copyright }),
    date,
    explanation,
    ...(isImage && hd && world.hasHdurl ? { hdurl: `${baseUrl}/hd.${photo.format}` } : {}),
    media_type: kind,
    service_version: 'v1',
    ...(kind === 'video' && thumbs
      ? { thumbnail_url: stillAddressOf(world, date, standardUrl) }
      : {}),
    title,
    ...(isImage ? { url: standardUrl } : {}),
    ...(kind === 'video' ? { url: `${origin}/video/${date}` } : {}),
  };
}

/** The last day whose record in the public service may contain texts of other parts of the page. */
const lastGluedDay = '2004-12-31';

/** The texts of a record. Those of old days have labels and the end of the page glued to them, as the public ones. */
function recordWordsOf(day: Day): { readonly title: string; readonly explanation: string } {
  const { title, explanation } = pictureWordsOf(day);
  if (day.date > lastGluedDay) return { title, explanation };
  const chance = hash32(`${day.date} glue`) % 10;
  return {
    title: chance === 0 ? `${title}\r\nCredit:` : title,
    explanation:
      chance < 5
        ? `${explanation} | Archive | Index | Search | Calendar | Glossary |`
        : explanation,
  };
}

/** The address of the still image; with `isPublic`, empty for about half of the videos. */
function stillAddressOf({ isPublic }: PictureWorld, date: string, still: string): string {
  return isPublic && hash32(`${date} still`) % 2 === 0 ? '' : still;
}

function daysBefore(date: string, days: number): string {
  if (days === 0) return date;
  const earlierDate = addDays(date, -days);
  return earlierDate < firstDay ? firstDay : earlierDate;
}

/** The answer of v1 since late September 2026: status 200, a logo, and the text of the day with a notice. */
function logoOf(date: string, explanation: string, origin: string): ApodRecord {
  const logoUrl = `${origin}${placeholderPath('nasa-logo@2x.png')}`;
  return {
    date,
    explanation: `${explanation}Tomorrow's picture: another simulated sky\t\t\t\t\t\t`,
    hdurl: logoUrl,
    media_type: 'image',
    service_version: 'v1',
    title: 'NASA Science',
    url: logoUrl,
  };
}
