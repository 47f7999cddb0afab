import { m } from '#words';
import { untilInWords } from '../time-words.ts';
import type { Burn } from './burn.ts';
import { heightInWords } from './units.ts';

/** The time of a burn and how it changed the height, in whole sentences. `now`: milliseconds since the Unix epoch. */
export function burnInWords({ at, sigmaSeconds, raisedKm }: Burn, now: number): string {
  const words = raisedKm > 0 ? m.sky_burn_higher : m.sky_burn_lower;
  return words({
    when: untilInWords(at, now),
    minutes: Math.max(1, Math.round(sigmaSeconds / 60)),
    distance: heightInWords(Math.abs(raisedKm)),
  });
}
