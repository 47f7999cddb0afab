import { z } from 'zod';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { pictureDateSchema, type PictureRecord } from '../../../shared/picture.ts';
import { malformed } from '../issues.ts';
import { plainText } from './text.ts';

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

function toDomain(day: z.infer<typeof daySchema>, service: URL): PictureRecord {
  const address = (value: string | null | undefined): string | null => toAddress(value, service);
  return {
    date: day.date,
    title: plainText(day.title),
    explanation: plainText(day.explanation ?? ''),
    credit: plainText(day.copyright ?? '') || null,
    mediaType: day.media_type === 'image' || day.media_type === 'video' ? day.media_type : 'other',
    url: address(day.url),
    hdUrl: address(day.hdurl),
    thumbnailUrl: address(day.thumbnail_url),
  };
}

/**
 * An address as the app uses it, or null where there is none. Old days say `http:` where https is served;
 * only the configured service itself may stay on http.
 */
function toAddress(value: string | null | undefined, service: URL): string | null {
  const trimmed = value?.trim() ?? '';
  const url = trimmed === '' ? null : URL.parse(trimmed, service.href);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.protocol === 'http:' && url.origin !== service.origin) url.protocol = 'https:';
  return url.href;
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
