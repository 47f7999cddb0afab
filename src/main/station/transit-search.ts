import type { Transit } from '#shared/station/sky/transit.ts';
import type { ObserverInUse, Station } from '#shared/station/station.ts';
import type { EstimatedOrbit } from './orbit-estimator.ts';

interface Wanted {
  readonly estimate: EstimatedOrbit;
  readonly observer: ObserverInUse;
  /** How far the centre line may be from the observer, km. */
  readonly withinKm: number;
}

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Transits are searched this far ahead. */
const days = 14;
/** A search is repeated after this time; and after the shorter one when a transit is less than a day away. */
const againMs = 6 * hourMs;
const againSoonMs = hourMs;
/** With a less certain centre line, in km, a transit is not shown: it may as well not come. */
const lostKm = 100;

/**
 * Searches transits a day at a time, so that the process is never busy for longer than some 15 ms in one piece. The search
 * and its ephemeris are loaded with the first search.
 */
export function createTransitSearch(
  publish: (transits: Station['transits']) => void,
  onDefect: (error: unknown) => void,
) {
  let last: { readonly key: string; readonly at: number; readonly soon: boolean } | null = null;
  let running: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;

  const keyOf = ({ observer, withinKm, estimate }: Wanted): string =>
    [
      observer.latitude,
      observer.longitude,
      observer.altitude,
      observer.altitudeSigma,
      withinKm,
      estimate.orbit.burn?.to,
    ].join();

  async function search(wanted: Wanted, now: number, signal: AbortSignal): Promise<void> {
    const { transitsOf } = await import('./sky/transits.ts');
    const found: Transit[] = [];
    for (let day = 0; day < days; day += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) return;
      const from = now / 1000 + day * 86_400;
      const { withinKm, observer } = wanted;
      found.push(...transitsOf(wanted.estimate.ephemeris, observer, { from, hours: 24, withinKm }));
    }
    const shown = found.filter(({ lineSigmaKm }) => lineSigmaKm <= lostKm);
    const soon = shown.some(({ t }) => t * 1000 - now < dayMs);
    last = { key: keyOf(wanted), at: now, soon };
    publish({ found: shown, until: now + days * dayMs });
  }

  function stop(): Promise<void> | undefined {
    running?.abort.abort();
    const done = running?.done;
    running = null;
    return done;
  }

  return {
    /**
     * Searches again if the search is old or for another place. Null: the orbit is not known well enough.
     *
     * @param now milliseconds since the Unix epoch
     * @param isNeeded otherwise nothing is searched, and what was found stays while it is of the same place
     */
    update(wanted: Wanted | null, now: number, isNeeded: boolean) {
      const isSame = wanted !== null && last?.key === keyOf(wanted);
      if (wanted === null || (!isNeeded && !isSame)) {
        void stop();
        if (last !== null) publish(null);
        last = null;
        return;
      }
      if (!isNeeded) return;
      const age = last === null ? Infinity : now - last.at;
      const isOld = !(age >= 0 && age < (last?.soon === true ? againSoonMs : againMs));
      if (isSame && !isOld) return;
      // The next call must not start it again.
      last = { key: keyOf(wanted), at: now, soon: false };
      void stop();
      const abort = new AbortController();
      const done = search(wanted, now, abort.signal).catch(onDefect);
      running = { abort, done };
    },
    dispose: async () => stop(),
  };
}
