import { z } from 'zod';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { pictureDateSchema, type PictureRecord } from '../../../../shared/picture.ts';
import { malformed } from '../../issues.ts';
import { toAddress } from './address.ts';
import { plainText, readHtml } from './html.ts';

const text = z.string().nullish();

/** A day as v1 of the picture service sends it. Fields that no view needs are left out. */
const daySchema = z.object({
  date: pictureDateSchema,
  title: z.string(),
  explanation: text,
  copyright: text,
  media_type: text,
  url: text,
  hdurl: text,
  thumbnail_url: text,
});

/**
 * Checks an answer of v1 and names things our way.
 *
 * @param service the address that was asked; addresses in the answer may be relative to it
 * @returns `malformed` when the answer is not a day
 */
export function parseDay(answer: unknown, service: URL): Result<PictureRecord> {
  const parsed = daySchema.safeParse(answer);
  return parsed.success ? ok(toDomain(parsed.data, service)) : fail(malformed(parsed.error));
}

/** Where the explanations were written: what is relative in them is relative to there. */
const articles = new URL('https://apod.nasa.gov/apod/');

function toDomain(day: z.infer<typeof daySchema>, service: URL): PictureRecord {
  const { text: explanation, links } = readHtml(day.explanation ?? '', articles);
  const address = (value: string | null | undefined): string | null => toAddress(value, service);
  return {
    date: day.date,
    title: plainText(day.title),
    explanation,
    links,
    credit: plainText(day.copyright ?? '') || null,
    mediaType: day.media_type === 'image' || day.media_type === 'video' ? day.media_type : 'other',
    url: address(day.url),
    hdUrl: address(day.hdurl),
    thumbnailUrl: address(day.thumbnail_url),
    alt: null,
    pageUrl: null,
    servedBy: 'specified',
  };
}

/**
 * The service answers 400 as well as 404 for a day that has no picture (yet). An INVALID_DATE is another
 * matter: the question was wrong.
 */
export function classify(failure: Failure): Failure {
  const noSuchDay =
    failure.kind === 'refused' &&
    failure.status === 400 &&
    /No data available for date|Date must be between/i.test(failure.message);
  return noSuchDay ? { kind: 'not-found' } : failure;
}
