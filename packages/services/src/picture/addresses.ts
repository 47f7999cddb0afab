import { isDay } from './calendar.ts';
import type { Photo } from './photos.ts';
import type { Placeholder } from './world.ts';

/** The paths of the public service's pictures. */
export const renditionsPath = '/dynamicimage/assets';
export const originalsPath = '/content/dam';
const placeholderFolders: Readonly<Record<Placeholder, string>> = {
  'news-thumbnail.png': `${renditionsPath}/science/astro/programs/cosmic-origins/images/misc`,
  'NASA-Meatball-Feature5.png': `${renditionsPath}/science/astro/programs/cosmic-origins/images/misc`,
  'nasa-logo@2x.png': '/wp-content/themes/nasa-child/assets/images',
};

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** The date in words, for example `2026 October 2`. */
export function longDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${year} ${months[(month ?? 1) - 1]} ${day}`;
}

/** The date as the pages before 1998 write it, for example `June 24, 1995`. */
export function monthFirstDate(date: string): string {
  const [year, month, day] = longDate(date).split(' ');
  return `${month} ${day}, ${year}`;
}

/** The name of a day's file, such as `RoseLake_Overhead_261120.jpg`. */
export function fileNameOf(
  date: string,
  { name, format }: Photo,
  extension: string = format,
): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}_Overhead_${dayCodeOf(date)}.${extension}`;
}

/** The day in a file name; undefined if the name contains none. */
export function dateOfFile(name: string): string | undefined {
  return dateOfDayCode(/_(\d{6})\.\w+$/.exec(name)?.[1] ?? '');
}

/** The path after `renditionsPath` or `originalsPath`: `/science/cds/apod/apod/2026/november/NAME`. */
export function assetPath(date: string, photo: Photo, extension?: string): string {
  const [year = '', month = ''] = longDate(date).toLowerCase().split(' ');
  return `/science/cds/apod/apod/${year}/${month}/${fileNameOf(date, photo, extension)}`;
}

export const placeholderPath = (name: Placeholder): string => `${placeholderFolders[name]}/${name}`;

/** The path of a day's article: `/image-article/apod-2026-november-20-rose-clouds-above-still-water/`. */
export function articlePath(date: string, title: string): string {
  const slug = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll("'", '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
  return `/image-article/${slug(`apod ${longDate(date)} ${title}`)}/`;
}

/** The day in the slug of an article; undefined if the slug contains none. */
export function dateOfArticle(slug: string): string | undefined {
  const [, year = '', name = '', day = ''] = /^apod-(\d{4})-([a-z]+)-(\d{1,2})-/.exec(slug) ?? [];
  const month = months.findIndex((one) => one.toLowerCase() === name) + 1;
  const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(date) ? date : undefined;
}

/** A day as `YYMMDD`, which the successor uses in its names. */
export function dayCodeOf(date: string): string {
  return date.slice(2).replaceAll('-', '');
}

/** The day of `YYMMDD`; undefined if the text is not a day. Years from 95 on are in the 20th century. */
export function dateOfDayCode(code: string): string | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const century = code >= '95' ? '19' : '20';
  const date = `${century}${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`;
  return isDay(date) ? date : undefined;
}
