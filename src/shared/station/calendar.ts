import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { instantSchema } from '../instant.ts';

/**
 * The events of an exported calendar file: one pass or transit, given by its time (Unix seconds), or all known passes and
 * transits.
 */
export const calendarExportSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('pass'), peak: z.number() }),
  z.object({ what: z.literal('transit'), body: z.enum(['sun', 'moon']), t: z.number() }),
  z.object({ what: z.literal('all') }),
]);
export type CalendarExport = z.infer<typeof calendarExportSchema>;

/** The calendar file that is kept up to date. */
export const calendarFileSchema = z.object({
  path: z.string(),
  /** Time of the last write in this run, milliseconds since the Unix epoch; null: not written yet. */
  writtenAt: instantSchema.nullable(),
  /** The failure of the last write; null: it succeeded. */
  failure: failureSchema.nullable(),
});
