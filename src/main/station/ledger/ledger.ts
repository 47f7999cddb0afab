import { roundTo } from '#shared/round.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { PassChange, Prediction, Score } from '#shared/station/ledger.ts';
import { isPredictionRight } from '#shared/station/score.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import type { LedgerStore } from './ledger-store.ts';
import {
  passesChangedByBurn,
  isPredicted,
  newPredictions,
  scoresOfFinished,
} from './ledger-rules.ts';

/** A prediction whose pass is longer ago than this, in seconds, is no longer scored. */
const maxScoringAgeSeconds = 2 * 86_400;

/** The predictions of passes, each with its score once the pass is over. */
export class PredictionLedger {
  readonly #store: LedgerStore;

  constructor(store: LedgerStore) {
    this.#store = store;
  }

  /**
   * Adds predictions of passes that have none yet or that a burn has changed, and scores of passes that are over. If
   * the disk refuses them, the next call tries again: a pass counts as predicted only once its prediction is on the
   * disk.
   */
  update(
    passes: readonly Pass[],
    observer: Observer | null,
    estimate: EstimatedOrbit | null,
    now: number,
  ): void {
    if (estimate === null || this.#store.isTemporary()) return;
    const unscoredResult = this.#store.open();
    const scoredResult = this.#store.scoredAfter(now / 1000);
    // Without these predictions every coming pass would be predicted again.
    if (!unscoredResult.ok || !scoredResult.ok) return;
    const unpredictedPasses = passes.filter(
      (pass) => !isPredicted(scoredResult.value, pass, observer),
    );
    // The time comes from the fixes, because the system clock may be wrong for a while.
    const oldestTime = estimate.orbit.epoch - maxScoringAgeSeconds;
    const openPredictions = unscoredResult.value.filter(({ set }) => set > oldestTime);
    const predictions =
      observer === null
        ? []
        : newPredictions(unpredictedPasses, openPredictions, observer, estimate, now);
    const scored = scoresOfFinished(openPredictions, estimate, now);
    if (predictions.length + scored.length > 0) this.#store.add(predictions, scored);
  }

  /** How a burn changed the passes that were predicted for this place; empty without a burn. */
  changes(
    forecast: { readonly passes: readonly Pass[]; readonly passesUntil: number | null },
    observer: Observer | null,
    estimate: EstimatedOrbit | null,
    now: number,
  ): PassChange[] {
    if (estimate === null || observer === null) return [];
    const openResult = this.#store.open();
    return openResult.ok
      ? passesChangedByBurn(openResult.value, forecast, observer, estimate, now)
      : [];
  }

  /** The last `count` scored predictions, and the sums over the whole ledger. */
  view(count: number) {
    return this.#store.view(count);
  }

  /** All predictions with their scores, the oldest first, as comma-separated values with a header. */
  csv(): Result<string> {
    const ledger = this.#store.read();
    return ledger.ok ? ok(ledgerCsvOf(ledger.value)) : ledger;
  }
}

/** RFC 4180; every value is a number, a time or plain words, so that nothing needs quotes. */
function ledgerCsvOf(
  predictions: readonly { readonly prediction: Prediction; readonly score: Score | null }[],
): string {
  const time = (seconds: number | undefined): string =>
    seconds === undefined ? '' : new Date(seconds * 1000).toISOString();
  const header = [
    'number,predicted_at,latitude,longitude,rise,culmination,set,elevation,visible,sigma_s,replaces',
    'actual_rise,actual_culmination,actual_set,actual_sigma_s,late_s,result',
  ].join(',');
  const rows = predictions.map(({ prediction, score }) => {
    const outcome = score?.outcome ?? undefined;
    const result =
      score === null
        ? 'not scored'
        : outcome === undefined
          ? 'no pass'
          : isPredictionRight(prediction, score)
            ? 'within 2 sigma'
            : 'outside 2 sigma';
    return [
      prediction.id,
      time(prediction.predictedAt / 1000),
      prediction.observer.latitude,
      prediction.observer.longitude,
      time(prediction.rise),
      time(prediction.peak),
      time(prediction.set),
      prediction.peakElevation.toFixed(2),
      prediction.visible ? 'yes' : 'no',
      prediction.sigma.toFixed(3),
      prediction.replaces ?? '',
      time(outcome?.rise),
      time(outcome?.peak),
      time(outcome?.set),
      outcome?.sigma.toFixed(3) ?? '',
      outcome === undefined ? '' : roundTo(outcome.peak - prediction.peak, 3).toFixed(3),
      result,
    ].join(',');
  });
  return [header, ...rows, ''].join('\r\n');
}
