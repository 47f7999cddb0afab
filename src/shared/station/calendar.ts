import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { instantSchema } from '../instant.ts';

/** One pass or transit, given by its time (Unix seconds). */
const eventSchemas = [
  z.object({ what: z.literal('pass'), peak: z.number() }),
  z.object({ what: z.literal('transit'), body: z.enum(['sun', 'moon']), t: z.number() }),
] as const;

/** The events of an exported calendar file: one, or all known passes and transits. */
export const calendarExportSchema = z.discriminatedUnion('what', [
  ...eventSchemas,
  z.object({ what: z.literal('all') }),
]);
export type CalendarExport = z.infer<typeof calendarExportSchema>;

/** What the system's calendar app opens: one event, or the file that was saved last in this run. */
export const calendarOpeningSchema = z.discriminatedUnion('what', [
  ...eventSchemas,
  z.object({ what: z.literal('saved') }),
]);
export type CalendarOpening = z.infer<typeof calendarOpeningSchema>;

/** The calendar file that is kept up to date. */
export const calendarFileSchema = z.object({
  path: z.string(),
  /** Time of the last write in this run, milliseconds since the Unix epoch; null: not written yet. */
  writtenAt: instantSchema.nullable(),
  /** The failure of the last write; null: it succeeded. */
  failure: failureSchema.nullable(),
});
