import { fail, ok, type Result } from '#shared/failure.ts';
import type { PictureRecord, ProviderName } from '#shared/picture/picture.ts';
import { isCalendarDay } from '../eastern.ts';
import { isPlaceholderAddress } from './trust.ts';
import { toAddress, readAlt, readCredit, readExplanation, readTitle } from './text.ts';
import { readClassicPage, type PageMedia } from './markup.ts';

/** The request that an answer belongs to. */
interface Question {
  /** The day that was asked for, `YYYY-MM-DD`; null if the newest day was asked for. */
  readonly date: string | null;
  /** The address that was asked. Its query may hold a key, so no address is resolved against it. */
  readonly url: URL;
  readonly servedBy: ProviderName;
}

/** How many days of an answer are read. */
const mostDays = 400;

/**
 * Reads an answer of the picture service: an object in the shape of the legacy service or of its successor, or a list
 * of such objects. The shape of the answer decides, not the address that gave it. Only `date` and `title` are
 * required: a field of a wrong type counts as absent.
 *
 * @returns `malformed` when there is no day, or another one than asked for; `placeholder` when an agency's logo stands
 *   in place of the picture; `not-found` for an empty list
 */
export function readAnswer(answer: unknown, question: Question): Result<PictureRecord> {
  if (!Array.isArray(answer)) return checked(readDay(answer, question), question);
  if (answer.length === 0) return fail({ kind: 'not-found' });
  // The day that is asked for goes first, then the newest: a day that is not needed is not read.
  const rank = (entry: unknown): string => {
    const date = dateOf(entry);
    return date === question.date ? '~' : date;
  };
  const ordered = answer
    .slice(0, mostDays)
    .map((entry: unknown) => ({ entry, rank: rank(entry) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank > b.rank ? -1 : 1));
  let failure: Result<PictureRecord> | null = null;
  for (const { entry } of ordered) {
    const day = readDay(entry, question);
    if (day.ok) return checked(day, question);
    failure ??= day;
  }
  return failure ?? fail({ kind: 'not-found' });
}

/** The service ignores some parameters silently, and sends the newest day instead. */
function checked(day: Result<PictureRecord>, { date }: Question): Result<PictureRecord> {
  return day.ok && date !== null && day.value.date !== date
    ? fail({ kind: 'malformed', detail: 'it is another day than asked for' })
    : day;
}

type Fields = Readonly<Record<string, unknown>>;

/** Where explanations without a page of their own were written: their links may be relative to it. */
const articles = new URL('https://apod.nasa.gov/apod/');

/** The day of an entry, `YYYY-MM-DD`, or '' if it names none. */
function dateOf(entry: unknown): string {
  const written = typeof entry === 'object' && entry !== null && 'date' in entry ? entry.date : '';
  const date =
    typeof written === 'string' ? /^\s*(\d{4}-\d{2}-\d{2})/.exec(written)?.[1] : undefined;
  return date !== undefined && isCalendarDay(date) ? date : '';
}

function readDay(entry: unknown, { url: service, servedBy }: Question): Result<PictureRecord> {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return fail({ kind: 'malformed', detail: 'it is no object' });
  const fields = entry as Fields;
  const text = (name: string): string | null => {
    const value = fields[name];
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  const address = (name: string): string | null => toAddress(fields[name], service);

  const date = dateOf(entry);
  if (date === '') return fail({ kind: 'malformed', detail: 'date: it is no day' });
  const title = readTitle(text('title') ?? '');
  if (title === '') return fail({ kind: 'malformed', detail: 'title: it is missing' });

  const isSuccessor = hasSuccessorShape(fields);
  const named = address('url');
  const isArticle = named !== null && (isSuccessor ? !isMedia(named) : named.includes(articlePath));
  const page = address('permalink') ?? (isArticle ? named : null);
  const pageBase = page === null ? service : (URL.parse(page) ?? service);
  const media = mediaOf(text('basic_html'), pageBase);
  const url = isArticle ? null : named;
  const hd = address('hdurl');
  if (siteTitle.test(title) || (!isSuccessor && isOnlyPlaceholder([url, hd])))
    return fail({ kind: 'placeholder' });

  const video = [media.video, url, hd].find((one) => one !== null && isVideo(one)) ?? media.video;
  const pictures = [hd, url, media.linked, media.image].filter(isPicture);
  const mediaType = mediaTypeOf(fields['media_type'], video, pictures.length > 0);
  const isImage = mediaType === 'image';
  const hdUrl = isImage && isPicture(hd) ? hd : null;
  const still = [address('thumbnail_url'), hd, media.image, media.poster].find(isPicture) ?? null;
  const explanation = readExplanation(
    text('explanation') ?? '',
    page === null ? articles : pageBase,
  );
  return ok({
    date,
    title,
    explanation: explanation.text,
    links: explanation.links,
    credit: readCredit(text('copyright') ?? '') || readCredit(text('credit') ?? '') || null,
    mediaType,
    url: isImage ? (pictures.find((one) => one !== hdUrl) ?? null) : (video ?? url),
    hdUrl,
    thumbnailUrl: isImage ? null : still,
    alt: readAlt(text('alt') ?? '') ?? readAlt(media.alt),
    pageUrl: page?.startsWith('https:') ? page : null,
    servedBy,
  });
}

const articlePath = '/image-article/';

/** The title that the gateway gives to its placeholder. */
const siteTitle = /^NASA( Science)?$/;

/** Fields that the legacy service never sends, or addresses of the successor's articles and pictures. */
function hasSuccessorShape(fields: Fields): boolean {
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
const isMedia = (address: string): boolean => isImageFile(address) || isVideo(address);
const isPicture = (address: string | null): address is string =>
  address !== null && !isVideo(address) && !isPlaceholderAddress(address);

/** Whether every address that is named is one of a placeholder. */
const isOnlyPlaceholder = (addresses: readonly (string | null)[]): boolean => {
  const named = addresses.filter((address) => address !== null);
  return named.length > 0 && named.every(isPlaceholderAddress);
};

function mediaTypeOf(
  said: unknown,
  video: string | null,
  hasPicture: boolean,
): PictureRecord['mediaType'] {
  if (said === 'video' || (video !== null && (said !== 'image' || !hasPicture))) return 'video';
  // Without a word about it, it is an image: all but a few days are.
  return typeof said === 'string' && said !== 'image' && said.trim() !== '' ? 'other' : 'image';
}

/** The media of the day's page, as addresses. */
function mediaOf(
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
  const address = (value: string | null | undefined): string | null => toAddress(value, base);
  const linked = address(page?.linked);
  return {
    image: address(page?.image?.src),
    linked: linked !== null && isImageFile(linked) ? linked : null,
    video: address(page?.video),
    poster: address(page?.poster),
    alt: page?.image?.alt ?? '',
  };
}
