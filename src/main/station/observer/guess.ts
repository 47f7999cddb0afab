import type { Observer } from '#shared/station/sky/observer.ts';
import { placeOfZone } from './zones.ts';

/**
 * Where the person probably is: the city of the system's time zone, at sea level. Often some hundred
 * kilometres off, so that passes shift by a minute or two: good for a first look, not for more. It stays on
 * this machine. Null when the zone tells no place.
 *
 * @param timeZone IANA name, as `Intl.DateTimeFormat().resolvedOptions().timeZone` gives it
 */
export function guessObserver(timeZone: string): Observer | null {
  const place = placeOfZone(timeZone);
  return place === null ? null : { ...place, altitude: 0 };
}
