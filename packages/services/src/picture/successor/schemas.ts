import { z } from 'zod';
import { dateOfDayCode } from '../addresses.ts';

const wholeNumberSchema = (name: string) =>
  z.coerce.number({ error: `${name} is not of type integer.` }).int({
    error: `${name} is not of type integer.`,
  });
const dayCodeSchema = (name: string) =>
  z
    .string()
    .regex(/^\d{6}$/, { error: `${name} does not match pattern ^[0-9]{6}$.` })
    .refine((text) => dateOfDayCode(text) !== undefined, { error: `${name} is not a date.` });

export const maxPerPage = 25;

/** The query of `GET /wp-json/wp/v2/apod-basic`. Other parameters, including `date` and `count`, are ignored. */
export const listQuerySchema = z.object({
  page: wholeNumberSchema('page')
    .min(1, { error: 'page must be greater than or equal to 1' })
    .default(1),
  /** A value above `maxPerPage` has the effect of `maxPerPage`. */
  per_page: wholeNumberSchema('per_page')
    .min(1, { error: 'per_page must be greater than or equal to 1' })
    .default(maxPerPage),
  date_from: dayCodeSchema('date_from').optional(),
  date_to: dayCodeSchema('date_to').optional(),
  /** The names of the requested fields, with commas between them. */
  _fields: z.string().optional(),
});

const textOrFalseSchema = z.union([z.string(), z.literal(false)]).optional();

/** A day in the successor's format. Optional fields may be false, null, empty or absent. */
export const successorItemSchema = z.strictObject({
  date: z.iso.date(),
  post_id: z.int(),
  /** HTML entities are encoded; some days have a prefix. */
  title: z.string(),
  permalink: z.url(),
  media_type: z.enum(['image', 'video', 'iframe']).nullable(),
  /** HTML, which also contains notices. */
  explanation: z.string(),
  /** HTML, with a label on some days. */
  credit: z.string(),
  copyright: textOrFalseSchema,
  /** Boilerplate on old days. */
  alt: textOrFalseSchema,
  /** The article page, not the picture. */
  url: z.url(),
  /** The picture, a still of the video, or a placeholder. */
  hdurl: z.union([z.url(), z.literal(false)]).optional(),
  /** A whole page; a picture or video is before its first `</center>`. */
  basic_html: z.string(),
  basic_html_url: z.url(),
});
export type SuccessorItem = z.infer<typeof successorItemSchema>;
