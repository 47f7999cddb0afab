import type { Observer } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Conjunction } from '#shared/station/sky/sky.ts';
import { inOwnTurn } from '#runtime/clock.ts';
import { BackgroundSearch } from './background-search.ts';
import type { Ephemeris } from './orbit/ephemeris.ts';

interface ConjunctionQuery {
  readonly passes: readonly Pass[];
  readonly observer: Observer;
  readonly ephemeris: Ephemeris;
}

interface PassResult {
  readonly pass: Pass;
  readonly observer: Observer;
  readonly conjunctions: readonly Conjunction[];
}

/**
 * A pass is searched again only if one of its times has moved by at least this, seconds. Most fits move passes by less.
 */
const minTimeShiftSeconds = 0.5;

const isSameTime = (a: number | null, b: number | null): boolean =>
  Math.abs((a ?? NaN) - (b ?? NaN)) < minTimeShiftSeconds;

/**
 * Searches the conjunctions of one visible pass at a time while the Station view is on screen: each pass takes one to
 * two milliseconds and allocates about a megabyte. The search code, the ephemerides and the stars are loaded with the
 * first visible pass.
 */
export class ConjunctionSearch {
  readonly #onResult: () => void;
  readonly #background = new BackgroundSearch();
  /** The last query whose passes were new; null before the first query, and after the results were dropped. */
  #last: ConjunctionQuery | null = null;
  #results: readonly PassResult[] = [];
  #conjunctions: Conjunction[] = [];

  /** @param onResult called when a search has changed the conjunctions that `update` returns */
  constructor(onResult: () => void) {
    this.#onResult = onResult;
  }

  /**
   * Returns the conjunctions that are known. Starts a search if the passes have changed since the last search.
   *
   * @param query null: no passes are known
   * @param isNeeded if false, no search starts; known conjunctions are dropped only if the place has changed or no
   *   passes are known
   */
  update(query: ConjunctionQuery | null, isNeeded: boolean): Conjunction[] {
    if (query === null || query.passes.length === 0) this.#clear();
    else if (isNeeded) this.#searchChanged(query);
    else if (this.#last !== null && this.#last.observer !== query.observer) this.#clear();
    return this.#conjunctions;
  }

  dispose(): Promise<void> {
    return this.#background.stop();
  }

  #searchChanged(query: ConjunctionQuery): void {
    const lastPasses = this.#last?.passes ?? [];
    this.#last = query;
    // If passes have only disappeared from the front of the list, because they are over, no search is needed.
    const droppedCount = lastPasses.length - query.passes.length;
    if (!query.passes.every((pass, k) => pass === lastPasses[droppedCount + k]))
      this.#background.start((signal) => this.#search(query, signal));
  }

  async #search(query: ConjunctionQuery, signal: AbortSignal): Promise<void> {
    const results: PassResult[] = [];
    const { ephemeris, observer } = query;
    for (const pass of query.passes.filter(({ visible }) => visible)) {
      let result = this.#resultOf(pass, observer);
      if (result === undefined) {
        const { conjunctionsOf } = await inOwnTurn(() => import('./sky/conjunctions.ts'));
        if (signal.aborted) return;
        result = { pass, observer, conjunctions: conjunctionsOf(ephemeris, observer, pass) };
      }
      results.push(result);
    }
    const isSame =
      results.length === this.#results.length &&
      results.every((result, k) => result === this.#results[k]);
    this.#results = results;
    if (isSame) return;
    this.#conjunctions = results.flatMap(({ conjunctions }) => conjunctions);
    this.#onResult();
  }

  /** The result of an earlier search of this pass for this observer; undefined: the pass has not been searched. */
  #resultOf({ peak, visibleFrom, visibleTo }: Pass, observer: Observer): PassResult | undefined {
    return this.#results.find(
      (result) =>
        result.observer === observer &&
        isSameTime(result.pass.peak.t, peak.t) &&
        isSameTime(result.pass.visibleFrom, visibleFrom) &&
        isSameTime(result.pass.visibleTo, visibleTo),
    );
  }

  #clear(): void {
    void this.#background.stop();
    this.#last = null;
    if (this.#results.length > 0) this.#conjunctions = [];
    this.#results = [];
  }
}
