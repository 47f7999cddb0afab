import { z } from 'zod';

/**
 * `jsonl` has one post on each line; `markdown` is one readable document. Both hold all data of the posts in the
 * journal. `html` is a page to print, without the deleted posts.
 */
export const exportFormatSchema = z.enum(['jsonl', 'markdown', 'html']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportReportSchema = z.object({ posts: z.number().int(), path: z.string() });
export type ExportReport = z.infer<typeof exportReportSchema>;

export const importReportSchema = z.discriminatedUnion('kind', [
  /** `known`: posts whose ids were in the journal already; these are not changed. */
  z.object({
    kind: z.literal('imported'),
    added: z.number().int(),
    known: z.number().int(),
  }),
  /** Nothing was imported. `line` counts from 1; `field` is the part of the post that is missing or wrong. */
  z.object({
    kind: z.literal('rejected'),
    line: z.number().int(),
    reason: z.enum([
      'not-a-post',
      'wrong-field',
      'too-long',
      'open-comment',
      'outside-a-post',
      // The file is not text in UTF-8 or UTF-16.
      'not-text',
    ]),
    field: z.string().nullable(),
  }),
]);
export type ImportReport = z.infer<typeof importReportSchema>;
