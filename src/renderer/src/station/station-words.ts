import type { Polling, Station } from '#shared/station/station.ts';
import { duration } from '../ui/format.ts';

/** Most often far fewer will do: the orbit is shown as soon as it tells anything. */
const enoughFixes = 20;

/** How well the position is known: two standard deviations, inside of which it is 19 times in 20. */
export function certaintyInWords({
  orbit,
  place,
  fixesKept,
  polling,
}: Pick<Station, 'orbit' | 'place' | 'fixesKept' | 'polling'>): string {
  if (orbit === null) {
    if (fixesKept >= enoughFixes) return `learning the orbit: ${fixesKept} fixes so far`;
    return `learning the orbit: ${fixesKept} of about ${enoughFixes} fixes`;
  }
  const km = 2 * (place?.sigmaKm ?? orbit.sigmaKmNow);
  const learning = polling.mode === 'learning' || polling.mode === 'watched';
  const size = km < 0.1 ? '0.1' : km < 10 ? km.toFixed(1) : Math.round(km).toLocaleString();
  return `± ${size} km${learning ? ', still learning' : ''}`;
}

/** How often the service is asked. */
export function pollingInWords({ mode, everySeconds }: Polling): string {
  if (mode === 'paused') return 'not at all: paused';
  if (everySeconds === null) return 'not yet';
  const every = `every ${duration(everySeconds * 1000)}`;
  if (mode === 'watched') return `${every}, while you look`;
  return mode === 'learning' ? `${every}, to learn the orbit` : every;
}
