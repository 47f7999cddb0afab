import type { Observer } from '#shared/station/sky/observer.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import table from './zones.json' with { type: 'json' };

/**
 * Guesses the observer: the city of the system's time zone. The error is often several hundred kilometres; such an
 * error shifts passes by a minute or two. No request is sent. Null if the zone has no city.
 *
 * @param timeZone IANA name, as `Intl.DateTimeFormat().resolvedOptions().timeZone` gives it
 */
export function guessObserver(timeZone: string): Observer | null {
  const place = placeOfTimeZone(timeZone);
  return place === null ? null : { ...place, altitude: null };
}

/**
 * The principal place of each IANA time zone: `zone.tab` of tzdata (public domain), rounded to 0.01°, with the old
 * names in the file `backward` of tzdata, because systems still use Asia/Calcutta and Europe/Kiev. Old names that
 * `backward` maps to a zone elsewhere (Iceland) map to their own place here.
 */
function readZones(): ReadonlyMap<string, Place> {
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

/** The city of a time zone; null for zones without a city (UTC, Etc/GMT+3) and for unknown zones. */
export function placeOfTimeZone(timeZone: string): Place | null {
  zones ??= readZones();
  return zones.get(timeZone) ?? null;
}
