import { z } from 'zod';
import { instantSchema } from '../instant.ts';
import { reportParts, reportVersion } from './report-parts.ts';

const factsSchema = z.object({
  app: z.string(),
  packaged: z.boolean(),
  runtime: z.string(),
  system: z.string(),
  language: z.string(),
  sandboxed: z.boolean(),
  services: z.enum(['live', 'embedded', 'own']),
  crashes: z.object({ count: z.int(), newestAt: z.number().nullable() }),
});

const checkSchema = z.object({
  check: z.string(),
  /** Null: unknown. */
  ok: z.boolean().nullable(),
  detail: z.string(),
});
export type ReportCheck = z.infer<typeof checkSchema>;

/** A report of a problem. Each part may be missing: the user chooses what is in it. */
export const reportSchema = z.object({
  format: z.literal('overhead-report'),
  version: z.literal(reportVersion),
  madeAt: instantSchema,
  parts: z.object({
    facts: factsSchema.optional(),
    checks: z.array(checkSchema).readonly().optional(),
    /** The settings, as `settingsPart` selects them. */
    settings: z.record(z.string(), z.unknown()).optional(),
    log: z.array(z.string()).readonly().optional(),
  }),
});
export type Report = z.infer<typeof reportSchema>;

export const reportSelectionSchema = z.object({
  /** `madeAt` of the report that is shown. */
  madeAt: instantSchema,
  parts: z.array(z.enum(reportParts)).max(reportParts.length).readonly(),
});
