import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { instantSchema } from '../instant.ts';

/** What is written into a calendar file once: one pass or transit, named by its time (Unix seconds), or all known ones. */
export const calendarExportSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('pass'), peak: z.number() }),
  z.object({ what: z.literal('transit'), body: z.enum(['sun', 'moon']), t: z.number() }),
  z.object({ what: z.literal('all') }),
]);
export type CalendarExport = z.infer<typeof calendarExportSchema>;

/** The calendar file that is kept up to date. */
export const calendarFileSchema = z.object({
  path: z.string(),
  /** When it was last written in this run, milliseconds since the Unix epoch; null: not yet. */
  writtenAt: instantSchema.nullable(),
  /** Why it could not be written the last time; null: it was. */
  failure: failureSchema.nullable(),
});
