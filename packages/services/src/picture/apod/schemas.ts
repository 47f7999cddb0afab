import { z } from 'zod';

const booleanSchema = z.stringbool({
  truthy: ['true'],
  falsy: ['false'],
  error: 'must be true or false',
});

/** The query of `GET /planetary/apod` (specification 4.3), without the key. */
export const apodQuerySchema = z.strictObject({
  /** Default: the newest day. */
  date: z.iso.date({ error: 'must be a date of the calendar, YYYY-MM-DD' }).optional(),
  hd: booleanSchema.default(true),
  thumbs: booleanSchema.default(false),
});
export type ApodQuery = z.infer<typeof apodQuerySchema>;

/** The answer of `GET /planetary/apod` (specification 2.3). */
export const apodRecordSchema = z.strictObject({
  copyright: z.string().optional(),
  date: z.iso.date(),
  explanation: z.string(),
  hdurl: z.url().optional(),
  media_type: z.enum(['image', 'video', 'other']),
  service_version: z.literal('v1'),
  thumbnail_url: z.string().optional(),
  title: z.string(),
  /** The picture in standard resolution, or the page of the video; absent on a day of the type `other`. */
  url: z.url().optional(),
});
export type ApodRecord = z.infer<typeof apodRecordSchema>;
