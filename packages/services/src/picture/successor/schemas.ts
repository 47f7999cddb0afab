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
    .default(1)
    .describe('Counted from 1.'),
  per_page: wholeNumberSchema('per_page')
    .min(1, { error: 'per_page must be greater than or equal to 1' })
    .default(maxPerPage)
    .describe(`Days on a page; more than ${maxPerPage} are ${maxPerPage}.`),
  date_from: dayCodeSchema('date_from').optional().describe('The first day wanted, YYMMDD.'),
  date_to: dayCodeSchema('date_to').optional().describe('The last day wanted, YYMMDD.'),
  _fields: z.string().optional().describe('Names of the fields wanted, with commas between them.'),
});

const textOrFalseSchema = (text: string) =>
  z
    .union([z.string(), z.literal(false)])
    .optional()
    .describe(text);

/** A day in the successor's format. Optional fields may be false, null, empty or absent. */
export const successorItemSchema = z.strictObject({
  date: z.iso.date().describe('The day, YYYY-MM-DD.'),
  post_id: z.int().describe('A number of its own for each day.'),
  title: z.string().describe('Title, with HTML entities; with a prefix on some days.'),
  permalink: z.url().describe('The article page.'),
  media_type: z.enum(['image', 'video', 'iframe']).nullable().describe('What the day has.'),
  explanation: z.string().describe('What is to be seen, and notices, HTML.'),
  credit: z.string().describe('Who made it, with a label on some days, HTML.'),
  copyright: textOrFalseSchema('The credit again, HTML.'),
  alt: textOrFalseSchema(
    'What the picture shows, for those who do not see it; boilerplate on old days.',
  ),
  url: z.url().describe('The article page, not the picture.'),
  hdurl: z
    .union([z.url(), z.literal(false)])
    .optional()
    .describe('The picture, a still of the video, or a placeholder.'),
  basic_html: z
    .string()
    .describe('A whole page; a picture or video stands before its first `</center>`.'),
  basic_html_url: z.url().describe('The same page.'),
});
export type SuccessorItem = z.infer<typeof successorItemSchema>;

/** The error body of WordPress. */
export const successorErrorSchema = z.object({
  code: z.string().describe('`rest_invalid_param`, `apod_basic_not_found`, `rest_no_route`.'),
  message: z.string().describe('A sentence.'),
  data: z.object({ status: z.int().describe('The HTTP status.') }).describe('The status again.'),
});
