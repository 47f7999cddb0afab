import type { Observer } from '#shared/station/sky/observer.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import table from './zones.json' with { type: 'json' };

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

/**
 * The principal place of each IANA time zone: `zone.tab` of tzdata (public domain), rounded to 0.01°, with
 * the old names of its `backward`, since systems still go by Asia/Calcutta and Europe/Kiev. Old names of
 * places that share another's clock (Iceland) point to the place itself.
 */
function read(): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const [area, cities] of Object.entries(table.places)) {
    for (const entry of cities.split(', ')) {
      const [city = '', latitude, longitude] = entry.split(' ');
      places.set(`${area}/${city}`, {
        latitude: Number(latitude),
        longitude: Number(longitude),
      });
    }
  }
  for (const entry of table.aliases.split(', ')) {
    const [alias = '', name = ''] = entry.split(' ');
    const place = places.get(name);
    if (place !== undefined) places.set(alias, place);
  }
  return places;
}

let zones: ReadonlyMap<string, Place> | null = null;

/** The place that a time zone is named for; null for zones without one (UTC, Etc/GMT+3) and unknown ones. */
export function placeOfZone(timeZone: string): Place | null {
  zones ??= read();
  return zones.get(timeZone) ?? null;
}
