import { z } from 'zod';
import { instantSchema } from '../instant.ts';
import { observerSchema } from './sky/observer.ts';

/** The prediction of a pass when it was first shown. Times of the pass are Unix seconds. */
export const predictionSchema = z.object({
  id: z.int().positive(),
  /** Time of the prediction, milliseconds since the Unix epoch. */
  predictedAt: instantSchema,
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
  /**
   * The `id` of the earlier prediction of the same pass that a burn of the engines made invalid; null if there is none.
   */
  replaces: z.int().positive().nullable(),
});
export type Prediction = z.infer<typeof predictionSchema>;

/** The times of the pass by an orbit fitted to fixes before and after the pass. */
const outcomeSchema = z.object({
  rise: z.number(),
  peak: z.number(),
  set: z.number(),
  /** One standard deviation of these times, seconds. */
  sigma: z.number().nonnegative(),
});
export type PassOutcome = z.infer<typeof outcomeSchema>;

export const scoreSchema = z.object({
  scoredAt: instantSchema,
  /** Null: there was no pass within a quarter of an hour of the predicted time. */
  outcome: outcomeSchema.nullable(),
});
export type Score = z.infer<typeof scoreSchema>;

/** The change of a coming pass by a burn after its prediction. Times are Unix seconds. */
export const passChangeSchema = z.object({
  /** The predicted pass. */
  predicted: z.object({ peak: z.number(), visible: z.boolean() }),
  /**
   * The pass by the new orbit; `from` is the start of the time span that every view shows. Null: there is no such pass.
   */
  current: z.object({ peak: z.number(), from: z.number(), visible: z.boolean() }).nullable(),
});
export type PassChange = z.infer<typeof passChangeSchema>;

const scoredPredictionSchema = z.object({ prediction: predictionSchema, score: scoreSchema });
export type ScoredPrediction = z.infer<typeof scoredPredictionSchema>;

/** The part of the ledger that a window shows. */
export const ledgerSchema = z.object({
  /** Scored predictions, newest pass first. */
  last: z.array(scoredPredictionSchema),
  predictions: z.int(),
  scored: z.int(),
  /** Number of scored predictions that were right within two standard deviations. */
  within: z.int(),
});
export type Ledger = z.infer<typeof ledgerSchema>;
