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
  /** Nothing was imported. `line` counts from 1; `field` is the part of the post that is missing or wrong. */
  z.object({
    kind: z.literal('rejected'),
    line: z.number().int(),
    reason: z.enum(['not-a-post', 'wrong-field', 'too-long', 'open-comment', 'outside-a-post']),
    field: z.string().nullable(),
  }),
]);
export type ImportReport = z.infer<typeof importReportSchema>;
