import { z } from 'zod';
import { instantSchema } from '../instant.ts';
import { observerSchema } from './sky/observer.ts';

/** A pass as it was first announced. Times of the pass are Unix seconds. */
export const predictionSchema = z.object({
  id: z.int().positive(),
  /** When it was said, milliseconds since the Unix epoch. */
  saidAt: instantSchema,
  observer: observerSchema,
  rise: z.number(),
  /** Culmination. */
  peak: z.number(),
  set: z.number(),
  /** Degrees. */
  peakElevation: z.number(),
  visible: z.boolean(),
  /** One standard deviation of the times, seconds. */
  sigma: z.number().nonnegative(),
  /** `id` of the earlier prediction of the same pass, which a burn of the engines made invalid; null if there is none. */
  replaces: z.int().positive().nullable(),
});
export type Prediction = z.infer<typeof predictionSchema>;

/** When the pass was, by an orbit that is fitted to fixes before and after it. */
const outcomeSchema = z.object({
  rise: z.number(),
  peak: z.number(),
  set: z.number(),
  /** One standard deviation of these times, seconds. */
  sigma: z.number().nonnegative(),
});
export type PassOutcome = z.infer<typeof outcomeSchema>;

export const scoreSchema = z.object({
  /** The `id` of the prediction. */
  of: z.int().positive(),
  scoredAt: instantSchema,
  /** Null: there was no pass within a quarter of an hour of what was said. */
  outcome: outcomeSchema.nullable(),
});
export type Score = z.infer<typeof scoreSchema>;

/** What a burn of the engines made of a coming pass that was announced before the burn. Times are Unix seconds. */
export const passChangeSchema = z.object({
  /** As it was announced. */
  said: z.object({ peak: z.number(), visible: z.boolean() }),
  /** As it is now; `from` begins the span that every view shows. Null: it does not come. */
  now: z.object({ peak: z.number(), from: z.number(), visible: z.boolean() }).nullable(),
});
export type PassChange = z.infer<typeof passChangeSchema>;

/**
 * How the ledger differs from what was noted of its end outside the database: entries `from` to `to` are missing, or entry
 * `to` is another one.
 */
export const breachSchema = z.object({
  kind: z.enum(['cut', 'rewritten']),
  from: z.int().positive(),
  to: z.int().positive(),
});
export type LedgerBreach = z.infer<typeof breachSchema>;

/** The ledger as a window shows it. */
export const ledgerSchema = z.object({
  /** Scored predictions, newest pass first. */
  last: z.array(z.object({ prediction: predictionSchema, score: scoreSchema })),
  predictions: z.int(),
  scored: z.int(),
  /** Of those scored: how many were within two standard deviations. */
  within: z.int(),
  /** The number of the first entry that was changed after it was written, or null. */
  brokenAt: z.int().nullable(),
  breach: breachSchema.nullable(),
});
export type Ledger = z.infer<typeof ledgerSchema>;
