import { z } from 'zod';

/** One post a line, or one readable document. Both hold everything that the journal knows of its posts. */
export const exportFormatSchema = z.enum(['jsonl', 'markdown']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportReportSchema = z.object({ posts: z.number().int(), path: z.string() });
export type ExportReport = z.infer<typeof exportReportSchema>;

export const importReportSchema = z.discriminatedUnion('kind', [
  /** `known` were in the journal already, by their ids, and left as they are there. */
  z.object({
    kind: z.literal('imported'),
    added: z.number().int(),
    known: z.number().int(),
  }),
  /** Nothing was taken. `line` counts from 1. */
  z.object({ kind: z.literal('rejected'), line: z.number().int(), detail: z.string() }),
]);
export type ImportReport = z.infer<typeof importReportSchema>;
