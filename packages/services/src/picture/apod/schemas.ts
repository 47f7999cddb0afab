import { z } from 'zod';

const booleanSchema = z.stringbool({
  truthy: ['true'],
  falsy: ['false'],
  error: 'must be true or false',
});

/** The query of `GET /planetary/apod` (specification 4.3), without the key. */
export const apodQuerySchema = z.strictObject({
  date: z.iso
    .date({ error: 'must be a date of the calendar, YYYY-MM-DD' })
    .optional()
    .describe('The day wanted, 1995-06-16 to today in US Eastern; left out: the newest.'),
  hd: booleanSchema
    .default(true)
    .describe('`true` or `false`: whether to name the high resolution.'),
  thumbs: booleanSchema
    .default(false)
    .describe('`true` or `false`: whether to name a still where the day has a video.'),
});
export type ApodQuery = z.infer<typeof apodQuerySchema>;

/** The answer of `GET /planetary/apod` (specification 2.3). */
export const apodRecordSchema = z.strictObject({
  copyright: z.string().optional().describe('Owner; left out: in the public domain.'),
  date: z.iso.date().describe('The day, YYYY-MM-DD.'),
  explanation: z.string().describe('What is to be seen, in plain text.'),
  hdurl: z.url().optional().describe('The picture in high resolution; on days with a picture.'),
  media_type: z.enum(['image', 'video', 'other']).describe('`other` days have no address.'),
  service_version: z.literal('v1').describe('A label.'),
  thumbnail_url: z.string().optional().describe('A still of the video, where `thumbs` is true.'),
  title: z.string().describe('Title, in plain text.'),
  url: z.url().optional().describe('The picture in standard resolution, or the page of the video.'),
});
export type ApodRecord = z.infer<typeof apodRecordSchema>;
