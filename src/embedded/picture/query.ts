import { z } from 'zod';
import { easternDay, firstDay } from './days.ts';

const flag = z.stringbool({
  truthy: ['true'],
  falsy: ['false'],
  error: 'must be true or false',
});

/** The query of `GET /planetary/apod` (specification 4.3), the key apart. */
export const pictureQuerySchema = z.strictObject({
  date: z.iso.date({ error: 'must be a date of the calendar, YYYY-MM-DD' }).optional(),
  hd: flag.optional(),
  thumbs: flag.optional(),
});
export type PictureQuery = z.infer<typeof pictureQuerySchema>;

export type ParsedQuery =
  | { readonly ok: true; readonly date: string; readonly hd: boolean }
  | {
      readonly ok: false;
      readonly error: 'INVALID_DATE' | 'Bad Request';
      readonly message: string;
    };

/**
 * Reads the query. Without a date it is today's. The high resolution is named unless `hd=false`
 * forbids it: so does the public service, where the specification is silent. What is not in the
 * specification is refused, as there.
 */
export function parseQuery(query: Readonly<Record<string, string>>, now: number): ParsedQuery {
  const parsed = pictureQuerySchema.safeParse(query);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const issue = issues.find(({ path }) => path[0] === 'date') ?? issues[0];
    if (issue?.path[0] === 'date') {
      return { ok: false, error: 'INVALID_DATE', message: `date ${issue.message}` };
    }
    const message =
      issue?.code === 'unrecognized_keys'
        ? `unknown parameter ${issue.keys.join(', ')}`
        : `${issue?.path.join('.') ?? 'query'} ${issue?.message ?? 'is not valid'}`;
    return { ok: false, error: 'Bad Request', message };
  }
  const today = easternDay(now);
  const { date = today, hd = true } = parsed.data;
  if (!isPublished(date, now)) {
    const message = `date must lie between ${firstDay} and ${today} (US Eastern)`;
    return { ok: false, error: 'INVALID_DATE', message };
  }
  return { ok: true, date, hd };
}

/** Whether there is a picture of that day: a real day, from the first to today. */
export function isPublished(date: string, now: number): boolean {
  return z.iso.date().safeParse(date).success && date >= firstDay && date <= easternDay(now);
}
