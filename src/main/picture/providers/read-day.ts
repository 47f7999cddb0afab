import { fail, ok, type Result } from '#shared/failure.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import type { ProviderName } from '#shared/picture/providers.ts';
import { easternDate, isCalendarDay } from '../eastern.ts';
import { isPlaceholderAddress, seriesTitle } from './trust.ts';
import { readAddress, readAltText, readCredit, readExplanation, readTitle } from './text.ts';
import { findDate, readClassicPage, readFeedItems, type PageMedia } from './markup.ts';

/** The request that an answer belongs to. */
interface DayRequest {
  /** The requested day, `YYYY-MM-DD`; null for the newest day. */
  readonly date: string | null;
  /** The address of the request. Its query may hold a key, so no address is resolved against the query. */
  readonly url: URL;
  readonly servedBy: ProviderName;
}

/** The limit on the days that are read from one answer. */
const maxDays = 400;

/**
 * Reads an answer of the picture service: an object in the shape of the legacy service or of its successor, or a list
 * of such objects. The shape of the answer decides, not the address that gave it. Only `date` is required, and a title, a
 * picture or a film: a field of a wrong type counts as absent. A record without a title has `seriesTitle`.
 *
 * @returns the record; fails with `malformed` if the answer holds no day, or another day than the requested one, with
 *   `placeholder` if the title or the picture is that of an agency's placeholder, and with `not-found` for an empty
 *   list
 */
export function readDayAnswer(answer: unknown, request: DayRequest): Result<PictureRecord> {
  if (!Array.isArray(answer)) return requireRequestedDay(readDay(answer, request), request);
  // Sort the requested day first, then the newest, because only the first readable day is read.
  const rank = (entry: unknown): string => {
    const date = dateOfEntry(entry);
    return date === request.date ? '~' : date;
  };
  const orderedEntries = answer
    .slice(0, maxDays)
    .map((entry: unknown) => ({ entry, rank: rank(entry) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank > b.rank ? -1 : 1));
  let failure: Result<PictureRecord> | null = null;
  for (const { entry } of orderedEntries) {
    const day = readDay(entry, request);
    if (day.ok) return requireRequestedDay(day, request);
    failure ??= day;
  }
  return failure ?? fail({ kind: 'not-found' });
}

/** Refuses another day than the requested one: the services ignore some parameters, and send the newest day. */
function requireRequestedDay(
  day: Result<PictureRecord>,
  { date }: DayRequest,
): Result<PictureRecord> {
  return day.ok && date !== null && day.value.date !== date
    ? fail({ kind: 'malformed', detail: 'it is another day than asked for' })
    : day;
}

type DayFields = Readonly<Record<string, unknown>>;

/** The address that relative links in explanations refer to, if the explanation does not come from a page. */
const articlesUrl = new URL('https://apod.nasa.gov/apod/');

/** The day of an entry, `YYYY-MM-DD`, or '' if the entry has none. */
function dateOfEntry(entry: unknown): string {
  const writtenDate =
    typeof entry === 'object' && entry !== null && 'date' in entry ? entry.date : '';
  const date =
    typeof writtenDate === 'string' ? /^\s*(\d{4}-\d{2}-\d{2})/.exec(writtenDate)?.[1] : undefined;
  return date !== undefined && isCalendarDay(date) ? date : '';
}

function readDay(entry: unknown, { url: service, servedBy }: DayRequest): Result<PictureRecord> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return fail({ kind: 'malformed', detail: 'it is no object' });
  const fields = entry as DayFields;
  const text = (name: string): string | null => {
    const value = fields[name];
    return typeof value === 'string' ? value : null;
  };
  const address = (name: string): string | null => readAddress(fields[name], service);

  const date = dateOfEntry(entry);
  if (date === '') return fail({ kind: 'malformed', detail: 'date: it is no day' });
  const title = readTitle(text('title') ?? '');

  const isSuccessor = hasSuccessorShape(fields);
  const mainUrl = address('url');
  const isArticle =
    mainUrl !== null && (isSuccessor ? !isMediaFile(mainUrl) : mainUrl.includes(articlePath));
  const pageAddress = address('permalink') ?? (isArticle ? mainUrl : null);
  const pageBase = pageAddress === null ? service : (URL.parse(pageAddress) ?? service);
  const media = mediaAddressesOf(text('basic_html'), pageBase);
  const url = isArticle ? null : mainUrl;
  const hdAddress = address('hdurl');
  // A picture may have the name of the site as its title; a placeholder names no picture beside its logo.
  const namesPicture = [url, hdAddress].some(isPicture);
  if (
    siteTitlePattern.test(title)
      ? !namesPicture
      : !isSuccessor && isOnlyPlaceholder([url, hdAddress])
  )
    return fail({ kind: 'placeholder' });

  const video =
    [media.video, url, hdAddress].find((one) => one !== null && isVideo(one)) ?? media.video;
  const pictures = [hdAddress, url, media.linked, media.image].filter(isPicture);
  if (title === '' && video === null && pictures.length === 0)
    return fail({ kind: 'malformed', detail: 'title: it is missing' });
  const mediaType = mediaTypeOf(fields['media_type'], video, pictures.length > 0);
  const isImage = mediaType === 'image';
  const hdUrl = isImage && isPicture(hdAddress) ? hdAddress : null;
  const still =
    [address('thumbnail_url'), hdAddress, media.image, media.poster].find(isPicture) ?? null;
  const explanation = readExplanation(
    text('explanation') ?? '',
    pageAddress === null ? articlesUrl : pageBase,
  );
  return ok({
    date,
    title: title === '' ? seriesTitle : title,
    explanation: explanation.text,
    links: explanation.links,
    credit: readCredit(text('copyright') ?? '') || readCredit(text('credit') ?? '') || null,
    mediaType,
    url: isImage ? (pictures.find((one) => one !== hdUrl) ?? null) : (video ?? url),
    hdUrl,
    thumbnailUrl: isImage ? null : still,
    alt: readAltText(text('alt') ?? '') ?? readAltText(media.alt),
    pageUrl: pageAddress?.startsWith('https:') ? pageAddress : null,
    servedBy,
  });
}

const articlePath = '/image-article/';

/** The title that the gateway gives to its placeholder. */
const siteTitlePattern = /^NASA( Science)?$/;

/**
 * Whether an entry has fields or addresses that only the successor sends; only the legacy service sends
 * `service_version`.
 */
function hasSuccessorShape(fields: DayFields): boolean {
  if ('service_version' in fields) return false;
  const includes = (name: string, part: string): boolean => {
    const value = fields[name];
    return typeof value === 'string' && value.includes(part);
  };
  return (
    ['permalink', 'post_id', 'basic_html', 'basic_html_url'].some((name) => name in fields) ||
    includes('url', articlePath) ||
    includes('hdurl', '/dynamicimage/') ||
    includes('hdurl', '/content/dam/')
  );
}

const pathOf = (address: string): string => URL.parse(address)?.pathname ?? '';
const isImageFile = (address: string): boolean => /\.(jpe?g|png|gif|webp)$/i.test(pathOf(address));
const isVideo = (address: string): boolean =>
  /\.(mp4|webm|mov|m4v|ogv)$/i.test(pathOf(address)) ||
  /^((www\.|m\.|player\.)?(youtube|youtube-nocookie|vimeo)\.com|youtu\.be)$/.test(
    URL.parse(address)?.hostname ?? '',
  );
const isMediaFile = (address: string): boolean => isImageFile(address) || isVideo(address);
const isPicture = (address: string | null): address is string =>
  address !== null && !isVideo(address) && !isPlaceholderAddress(address);

/** Whether there are addresses, and all of them are those of placeholders; null is no address. */
const isOnlyPlaceholder = (addresses: readonly (string | null)[]): boolean => {
  const presentAddresses = addresses.filter((address) => address !== null);
  return presentAddresses.length > 0 && presentAddresses.every(isPlaceholderAddress);
};

function mediaTypeOf(
  declared: unknown,
  video: string | null,
  hasPicture: boolean,
): PictureRecord['mediaType'] {
  if (declared === 'video' || (video !== null && (declared !== 'image' || !hasPicture)))
    return 'video';
  // Without a declared type, assume an image, because almost all days have an image.
  const isOther = typeof declared === 'string' && declared !== 'image' && declared.trim() !== '';
  return isOther ? 'other' : 'image';
}

/** The addresses of the media on the day's page. */
function mediaAddressesOf(
  html: string | null,
  base: URL,
): {
  readonly image: string | null;
  readonly linked: string | null;
  readonly video: string | null;
  readonly poster: string | null;
  readonly alt: string;
} {
  const page: PageMedia | null = html === null ? null : readClassicPage(html);
  const address = (value: string | null | undefined): string | null => readAddress(value, base);
  const linkedAddress = address(page?.linked);
  return {
    image: address(page?.image?.src),
    linked: linkedAddress !== null && isImageFile(linkedAddress) ? linkedAddress : null,
    video: address(page?.video),
    poster: address(page?.poster),
    alt: page?.image?.alt ?? '',
  };
}

/** The day of a code `YYMMDD`; years from 95 on are in the 20th century. */
const dayOfCode = (code: string): string =>
  `${code >= '95' ? '19' : '20'}${code.slice(0, 2)}-${code.slice(2, 4)}-${code.slice(4)}`;

/** Reads one day of the feed of science.nasa.gov: `date`, or the newest day if `date` is null. */
export function readDayOfFeed(feed: string, url: URL, date: string | null): Result<PictureRecord> {
  const items = readFeedItems(feed);
  if (items.length === 0) return fail({ kind: 'malformed', detail: 'it is no feed with days' });
  const days = items.map((item) => ({
    date: dayOfItem(item),
    title: item['title'],
    permalink: item['link'],
    explanation: item['apod:explanation'] ?? item['description'],
    credit: item['apod:credit'],
    copyright: item['apod:copyright'],
    alt: item['apod:alt'] ?? item['apod:primary_image_alt'],
    url: item['apod:url'],
    hdurl: item['apod:hdurl'],
    basic_html: item['content:encoded'],
  }));
  const candidates = date === null ? days : days.filter((day) => day.date === date);
  return readDayAnswer(candidates, { date, url, servedBy: 'feed' });
}

/**
 * The day in the address of an item's article, or else the day of `pubDate`, which may be some hours later; '' without
 * both.
 */
function dayOfItem(item: Readonly<Record<string, string>>): string {
  const dateInAddress = findDate(item['link'] ?? '') ?? findDate(item['guid'] ?? '');
  const publishTime = Date.parse(item['pubDate'] ?? '');
  return dateInAddress ?? (Number.isNaN(publishTime) ? '' : easternDate(publishTime));
}

/** The newest day of the editors' feed, whose items link to the pages of their days. */
export function newestDayOfFeed(feed: string): string | null {
  const days = readFeedItems(feed).flatMap((item) => {
    const [, code] = /\/ap(\d{6})\.html/.exec(`${item['link'] ?? ''} ${item['guid'] ?? ''}`) ?? [];
    return code === undefined ? [] : [dayOfCode(code)];
  });
  return days.sort().at(-1) ?? null;
}

export function readDayPage(html: string, url: URL, date: string): Result<PictureRecord> {
  const page = readClassicPage(html);
  const { image, linked, video } = page;
  const record = readDayAnswer(
    {
      date: page.date,
      title: page.title,
      explanation: page.explanation,
      copyright: page.credit,
      alt: image?.alt,
      media_type: video !== null ? 'video' : image !== null ? 'image' : 'other',
      url: video ?? image?.src,
      hdurl: linked !== null && /\.(jpe?g|png|gif|webp)$/i.test(linked.trim()) ? linked : null,
      thumbnail_url: page.poster,
    },
    { date, url, servedBy: 'editors' },
  );
  const pageUrl = url.protocol === 'https:' ? url.href : null;
  return record.ok ? ok({ ...record.value, pageUrl }) : record;
}
