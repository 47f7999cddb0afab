import type { Transit } from '#shared/station/sky/transit.ts';
import type { ObserverInUse, Station } from '#shared/station/station.ts';
import { endOfEventLoopTurn, inOwnTurn } from '#runtime/clock.ts';
import { BackgroundSearch } from './background-search.ts';
import type { EstimatedOrbit } from './orbit-estimator.ts';

interface TransitQuery {
  readonly estimate: EstimatedOrbit;
  readonly observer: ObserverInUse;
  /** Largest distance of the centre line from the observer, km. */
  readonly withinKm: number;
}

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Transits are searched this many days ahead. */
const searchedDayCount = 14;
/**
 * A search is repeated after `repeatMs`, or after `repeatSoonMs` if a transit is less than a day away, or if the orbit is
 * young, because the orbit then changes soon.
 */
const repeatMs = 6 * hourMs;
const repeatSoonMs = hourMs;
/**
 * No transit is shown until the fixes of the orbit span this time, seconds: after half an hour only 79 % of the centre
 * lines lie inside the stated range, after an hour 94 % (`npm run bench -- sky early`).
 */
const minSpanSeconds = 3600;
/** An orbit is young until its fixes span this time, seconds. */
const youngSpanSeconds = 6 * 3600;
/**
 * A transit is not shown if the standard deviation of its centre line exceeds this, km: the transit may not happen at
 * all.
 */
const maxSigmaKm = 100;

/**
 * Searches transits one day at a time, so that a search never blocks the process for more than about 15 ms. The first
 * search loads the search code and the ephemerides of Sun and Moon.
 */
export class TransitSearch {
  readonly #onResult: () => void;
  readonly #background = new BackgroundSearch();
  #last: { readonly key: string; readonly at: number; readonly isRepeatedSoon: boolean } | null =
    null;
  #transits: Station['transits'] = null;

  /** @param onResult called when a search has ended; the next `update` returns its result */
  constructor(onResult: () => void) {
    this.#onResult = onResult;
  }

  /**
   * Returns the transits that are known. Starts a search if the last search is old, or if the place, the distance or
   * the last burn has changed.
   *
   * @param possibleQuery null if the orbit is not known well enough; an orbit whose fixes span less than an hour is
   *   treated as unknown
   * @param now milliseconds since the Unix epoch
   * @param isNeeded if false, no search starts; known transits are dropped if the place, the distance or the last
   *   burn has changed
   */
  update(possibleQuery: TransitQuery | null, now: number, isNeeded: boolean): Station['transits'] {
    const query =
      possibleQuery !== null && spanOf(possibleQuery.estimate) < minSpanSeconds
        ? null
        : possibleQuery;
    const isSame = query !== null && this.#last?.key === keyOf(query);
    if (query === null || (!isNeeded && !isSame)) {
      void this.#background.stop();
      this.#last = null;
      this.#transits = null;
    } else if (isNeeded && !(isSame && this.#isRecent(now))) {
      // The next call must not start the same search again.
      this.#last = { key: keyOf(query), at: now, isRepeatedSoon: false };
      this.#background.start((signal) => this.#search(query, now, signal));
    }
    return this.#transits;
  }

  /** Resolves when no search runs. */
  idle(): Promise<void> {
    return this.#background.idle();
  }

  dispose(): Promise<void> {
    return this.#background.stop();
  }

  /** Whether the last search is less than `repeatMs` or `repeatSoonMs` old. */
  #isRecent(now: number): boolean {
    const age = this.#last === null ? Infinity : now - this.#last.at;
    return age >= 0 && age < (this.#last?.isRepeatedSoon === true ? repeatSoonMs : repeatMs);
  }

  async #search(query: TransitQuery, now: number, signal: AbortSignal): Promise<void> {
    const { transitsOf } = await inOwnTurn(() => import('./sky/transits.ts'));
    const { estimate, observer, withinKm } = query;
    const transits: Transit[] = [];
    for (let day = 0; day < searchedDayCount; day += 1) {
      await endOfEventLoopTurn();
      if (signal.aborted) return;
      const startTime = now / 1000 + day * 86_400;
      transits.push(
        ...transitsOf(estimate.ephemeris, observer, { from: startTime, hours: 24, withinKm }),
      );
    }
    const shownTransits = transits.filter(({ lineSigmaKm }) => lineSigmaKm <= maxSigmaKm);
    const isRepeatedSoon =
      spanOf(estimate) < youngSpanSeconds || shownTransits.some(({ t }) => t * 1000 - now < dayMs);
    this.#last = { key: keyOf(query), at: now, isRepeatedSoon };
    this.#transits = { list: shownTransits, until: now + searchedDayCount * dayMs };
    this.#onResult();
  }
}

/** The time from the first to the last fix of the orbit, seconds. */
const spanOf = ({ orbit }: EstimatedOrbit): number => orbit.epoch - orbit.from;

const keyOf = ({ observer, withinKm, estimate }: TransitQuery): string =>
  [
    observer.latitude,
    observer.longitude,
    observer.altitude,
    observer.altitudeSigma,
    withinKm,
    estimate.orbit.burn?.to,
  ].join();
