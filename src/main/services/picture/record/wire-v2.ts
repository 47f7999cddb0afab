import { z } from 'zod';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { pictureDateSchema, type PictureRecord } from '../../../../shared/picture.ts';
import { malformed } from '../../issues.ts';
import { toAddress } from './address.ts';
import { plainText, readHtml } from './html.ts';

const text = z.string().nullish();

/** A day as the successor sends it: texts are HTML. Fields that no view needs are left out. */
const daySchema = z.object({
  date: pictureDateSchema,
  title: z.string(),
  media_type: text,
  explanation: text,
  credit: text,
  copyright: text,
  alt: text,
  /** The article, not the picture. */
  url: text,
  permalink: text,
  hdurl: text,
});

/**
 * Checks one day of the successor and names things our way.
 *
 * @param service the address that was asked; addresses in the answer may be relative to it
 * @returns `malformed` when the answer is not a day
 */
export function parseItem(answer: unknown, service: URL): Result<PictureRecord> {
  const parsed = daySchema.safeParse(answer);
  return parsed.success ? ok(toDomain(parsed.data, service)) : fail(malformed(parsed.error));
}

/** The first day of the successor's list, as `parseItem`; `not-found` when the list is empty. */
export function parseList(answer: unknown, service: URL): Result<PictureRecord> {
  const list = z.array(z.unknown()).safeParse(answer);
  if (!list.success) return fail(malformed(list.error));
  return list.data.length === 0 ? fail({ kind: 'not-found' }) : parseItem(list.data[0], service);
}

function toDomain(day: z.infer<typeof daySchema>, service: URL): PictureRecord {
  const page = toAddress(day.url ?? day.permalink, service);
  const picture = toAddress(day.hdurl, service);
  const isImage = day.media_type === 'image';
  const { text: explanation, links } = readHtml(
    day.explanation ?? '',
    page === null ? service : URL.parse(page),
  );
  return {
    date: day.date,
    title: plainText(day.title),
    explanation,
    links,
    credit: plainText(day.copyright ?? '') || plainText(day.credit ?? '') || null,
    // An `iframe` is a page inside of the article: often a video, but not always.
    mediaType: isImage ? 'image' : day.media_type === 'video' ? 'video' : 'other',
    url: null,
    hdUrl: isImage ? picture : null,
    thumbnailUrl: isImage ? null : picture,
    alt: plainText(day.alt ?? '') || null,
    pageUrl: page?.startsWith('https:') ? page : null,
    servedBy: 'successor',
  };
}
