import { m } from '#words';
import { formatLocale } from '../language/language.ts';
import { until } from '../time-words.ts';
import type { Burn } from './burn.ts';

/** The time of a burn and how it changed the height, in whole sentences. `now`: milliseconds since the Unix epoch. */
export function burnInWords({ at, sigmaSeconds, raisedKm }: Burn, now: number): string {
  const number = new Intl.NumberFormat(formatLocale(), { maximumFractionDigits: 1 });
  const words = raisedKm > 0 ? m.sky_burn_higher : m.sky_burn_lower;
  return words({
    time: until(at, now),
    minutes: Math.max(1, Math.round(sigmaSeconds / 60)),
    km: number.format(Math.abs(raisedKm)),
  });
}
