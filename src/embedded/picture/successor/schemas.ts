import { z } from 'zod';
import { dateOf } from './code.ts';

const whole = (name: string) =>
  z.coerce.number({ error: `${name} is not of type integer.` }).int({
    error: `${name} is not of type integer.`,
  });
const code = (name: string) =>
  z
    .string()
    .regex(/^\d{6}$/, { error: `${name} does not match pattern ^[0-9]{6}$.` })
    .refine((text) => dateOf(text) !== undefined, { error: `${name} is not a date.` });

export const mostPerPage = 25;
const bounds = `per_page must be between 1 (inclusive) and ${mostPerPage} (inclusive)`;
const pageBound = 'page must be greater than or equal to 1';

/** The query of `GET /wp-json/wp/v2/apod-basic`; other parameters are ignored, `date` among them. */
export const listQuerySchema = z.object({
  page: whole('page').min(1, { error: pageBound }).default(1).describe('Counted from 1.'),
  per_page: whole('per_page')
    .min(1, { error: bounds })
    .max(mostPerPage, { error: bounds })
    .default(10)
    .describe('Days on a page.'),
  date_from: code('date_from').optional().describe('The first day wanted, YYMMDD.'),
  date_to: code('date_to').optional().describe('The last day wanted, YYMMDD.'),
});

/** One day, as the successor gives it. */
export const successorItemSchema = z.strictObject({
  date: z.iso.date().describe('The day, YYYY-MM-DD.'),
  post_id: z.int().describe('A number of its own for each day.'),
  title: z.string().describe('Title, with HTML entities.'),
  permalink: z.url().describe('The article page.'),
  media_type: z.enum(['image', 'video', 'iframe']).describe('What the day has.'),
  explanation: z.string().describe('What is to be seen, HTML.'),
  credit: z.string().describe('Who made it, HTML.'),
  copyright: z.string().describe('Owner, HTML; empty: in the public domain.'),
  alt: z.string().describe('What the picture shows, for those who do not see it.'),
  url: z.url().describe('The article page, not the picture.'),
  hdurl: z
    .url()
    .optional()
    .describe('The picture, or a still of the video; it takes w, h, fit, crop.'),
  basic_html: z.string().describe('The article, HTML.'),
  basic_html_url: z.url().describe('A page with nothing but the article.'),
});
export type SuccessorItem = z.infer<typeof successorItemSchema>;

/** How WordPress says that something is wrong. */
export const successorErrorSchema = z.object({
  code: z.string().describe('`rest_invalid_param`, `apod_basic_not_found`, `rest_no_route`.'),
  message: z.string().describe('A sentence.'),
  data: z
    .looseObject({ status: z.int().describe('The HTTP status.') })
    .describe('More on it; of a bad parameter, which.'),
});
