import { ok } from '#shared/failure.ts';
import { predictionSchema, type Prediction, type Score } from '#shared/station/ledger.ts';
import { isWithin } from '#shared/station/score.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import type { LedgerEntry, LedgerStore } from './ledger-store.ts';
import { changesOf, isOneOf, toScore, toSeal } from './rules.ts';

export type PredictionLedger = ReturnType<typeof createPredictionLedger>;

/** A prediction whose pass is longer ago than this, in seconds, is no longer scored. */
const forgottenSeconds = 2 * 86_400;

export function createPredictionLedger(store: LedgerStore) {
  function seal(
    passes: readonly Pass[],
    open: readonly Prediction[],
    observer: Observer,
    estimate: EstimatedOrbit,
    now: number,
  ): LedgerEntry[] {
    const said = toSeal(passes, open, observer, estimate, now).filter(
      (one) => predictionSchema.omit({ id: true }).safeParse(one).success,
    );
    if (said.length === 0) return [];
    const next = store.next();
    if (!next.ok) return [];
    return said.map((one, index) => ({
      kind: 'said' as const,
      prediction: { ...one, id: next.value + index },
    }));
  }

  return {
    /**
     * Appends predictions of passes that have none yet, and scores those that are over. What the disk refuses is tried
     * again at the next call: a pass counts as predicted once that is on the disk.
     */
    update(
      passes: readonly Pass[],
      observer: Observer | null,
      estimate: EstimatedOrbit | null,
      now: number,
    ) {
      if (estimate === null || store.isTemporary()) return;
      const unscored = store.open();
      const scored = store.scoredAfter(now / 1000);
      // Without them every coming pass would be predicted again.
      if (!unscored.ok || !scored.ok) return;
      const coming = passes.filter((pass) => !isOneOf(scored.value, pass, observer));
      // The time comes from the fixes, because the system clock may be wrong for a while.
      const oldest = estimate.orbit.epoch - forgottenSeconds;
      const open = unscored.value.filter(({ set }) => set > oldest);
      // Predictions first: their numbers are counted from the store's next one.
      const sealed = observer === null ? [] : seal(coming, open, observer, estimate, now);
      const scores = toScore(open, estimate, now);
      const entries: LedgerEntry[] = [
        ...sealed,
        ...scores.map((score) => ({ kind: 'scored' as const, score })),
      ];
      if (entries.length > 0) store.append(entries);
    },

    /** How a burn changed the passes that were predicted for this place; empty without a burn. */
    changes(
      forecast: { readonly passes: readonly Pass[]; readonly passesUntil: number | null },
      observer: Observer | null,
      estimate: EstimatedOrbit | null,
      now: number,
    ) {
      if (estimate === null || observer === null) return [];
      const open = store.open();
      return open.ok ? changesOf(open.value, forecast, observer, estimate, now) : [];
    },

    /** The last `count` scored predictions, and the sums over all. */
    view: (count: number) => store.view(count),

    /** All predictions with their scores, the oldest first, as comma-separated values with a header. */
    csv() {
      const read = store.read();
      return read.ok ? ok(csvOf(read.value.entries)) : read;
    },
  };
}

const predictionsOf = (entries: readonly LedgerEntry[]): Prediction[] =>
  entries.flatMap((entry) => (entry.kind === 'said' ? [entry.prediction] : []));

const scoresOf = (entries: readonly LedgerEntry[]): Map<number, Score> =>
  new Map(
    entries.flatMap((entry) =>
      entry.kind === 'scored' ? [[entry.score.of, entry.score] as const] : [],
    ),
  );

/** RFC 4180; every value is a number, a time or a word, so that nothing needs quotes. */
function csvOf(entries: readonly LedgerEntry[]): string {
  const scores = scoresOf(entries);
  const time = (seconds: number | undefined): string =>
    seconds === undefined ? '' : new Date(seconds * 1000).toISOString();
  const header = [
    'number,said_at,latitude,longitude,rise,culmination,set,elevation,visible,sigma_s,replaces',
    'actual_rise,actual_culmination,actual_set,actual_sigma_s,late_s,result',
  ].join(',');
  const rows = predictionsOf(entries).map((said) => {
    const score = scores.get(said.id);
    const was = score?.outcome ?? undefined;
    const result =
      score === undefined
        ? 'not scored'
        : was === undefined
          ? 'no pass'
          : isWithin(said, score)
            ? 'within 2 sigma'
            : 'outside 2 sigma';
    return [
      said.id,
      time(said.saidAt / 1000),
      said.observer.latitude,
      said.observer.longitude,
      time(said.rise),
      time(said.peak),
      time(said.set),
      said.peakElevation.toFixed(2),
      said.visible ? 'yes' : 'no',
      said.sigma.toFixed(3),
      said.replaces ?? '',
      time(was?.rise),
      time(was?.peak),
      time(was?.set),
      was?.sigma.toFixed(3) ?? '',
      was === undefined ? '' : (was.peak - said.peak).toFixed(3),
      result,
    ].join(',');
  });
  return [header, ...rows, ''].join('\r\n');
}
