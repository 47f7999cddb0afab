import type { PassOutcome, Prediction, Score } from './ledger.ts';

/** How much later the culmination was than predicted, seconds. */
export const latenessSeconds = (
  { peak }: Pick<Prediction, 'peak'>,
  outcome: Pick<PassOutcome, 'peak'>,
): number => outcome.peak - peak;

/** Whether a prediction was right within two standard deviations of prediction and outcome together. */
export const isPredictionRight = (prediction: Prediction, { outcome }: Score): boolean =>
  outcome !== null &&
  Math.abs(latenessSeconds(prediction, outcome)) <= 2 * Math.hypot(prediction.sigma, outcome.sigma);
