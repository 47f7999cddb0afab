import type { Observer } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Conjunction } from '#shared/station/sky/sky.ts';
import type { Ephemeris } from './orbit/ephemeris.ts';

interface Wanted {
  readonly passes: readonly Pass[];
  readonly observer: Observer;
  readonly ephemeris: Ephemeris;
}

interface Searched {
  readonly pass: Pass;
  readonly observer: Observer;
  readonly found: readonly Conjunction[];
}

/** A pass whose times have moved by less, in seconds, is not searched again: most fits move the next passes by less. */
const sameSeconds = 0.5;

const isSame = (a: number | null, b: number | null): boolean =>
  Math.abs((a ?? NaN) - (b ?? NaN)) < sameSeconds;

/**
 * Searches conjunctions a pass at a time, one to two milliseconds and a megabyte of garbage each, while somebody sees them.
 * The search, its ephemeris and the stars are loaded with the first visible pass.
 */
export function createConjunctionSearch(
  publish: (conjunctions: Conjunction[]) => void,
  onDefect: (error: unknown) => void,
) {
  /** The last search; null: none, or its results are forgotten. */
  let searched: Wanted | null = null;
  let known: readonly Searched[] = [];
  let running: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;

  async function search({ passes, observer, ephemeris }: Wanted, signal: AbortSignal) {
    const results: Searched[] = [];
    for (const pass of passes.filter(({ visible }) => visible)) {
      const before = known.find(
        (one) =>
          one.observer === observer &&
          isSame(one.pass.peak.t, pass.peak.t) &&
          isSame(one.pass.visibleFrom, pass.visibleFrom) &&
          isSame(one.pass.visibleTo, pass.visibleTo),
      );
      if (before === undefined) {
        const { conjunctionsOf } = await import('./sky/conjunctions.ts');
        await new Promise((resolve) => setImmediate(resolve));
        if (signal.aborted) return;
        results.push({ pass, observer, found: conjunctionsOf(ephemeris, observer, pass) });
      } else results.push(before);
    }
    if (signal.aborted) return;
    const isAsBefore =
      results.length === known.length && results.every((one, k) => one === known[k]);
    known = results;
    if (!isAsBefore) publish(results.flatMap(({ found }) => found));
  }

  function stop(): Promise<void> | undefined {
    running?.abort.abort();
    const done = running?.done;
    running = null;
    return done;
  }

  function forget(): void {
    void stop();
    searched = null;
    if (known.length > 0) publish([]);
    known = [];
  }

  return {
    /**
     * Searches along these passes, unless they are those of the last search. Null: no passes are known.
     *
     * @param isSeen otherwise nothing is searched, and what was found stays while it is of the same place
     */
    update(wanted: Wanted | null, isSeen: boolean) {
      if (wanted === null || wanted.passes.length === 0) {
        forget();
        return;
      }
      if (!isSeen) {
        if (searched !== null && searched.observer !== wanted.observer) forget();
        return;
      }
      const { passes } = wanted;
      const before = searched?.passes ?? [];
      if (passes === before) return;
      // Passes that are over only drop out.
      const isShorter =
        passes.length < before.length &&
        passes.every((one, k) => one === before[before.length - passes.length + k]);
      searched = wanted;
      if (isShorter) return;
      void stop();
      const abort = new AbortController();
      const done = search(wanted, abort.signal).catch(onDefect);
      running = { abort, done };
    },
    dispose: async () => stop(),
  };
}
