import { m } from '#words';
import { misreadProblem, readValue, type Reading } from '#shared/entries.ts';
import { readCoordinateEntry } from '#shared/station/coordinates.ts';
import type { Place } from '#shared/station/sky/earth.ts';

/** Reads coordinates, or returns the reason why they are invalid. Null for a text without a digit. */
export function readTypedPlace(text: string): Reading<Place> | null {
  if (!/\p{Nd}/u.test(text)) return null;
  const entry = readCoordinateEntry(text, 'latitude');
  if (!entry.ok) return entry;
  return entry.value.kind === 'pair'
    ? readValue(entry.value.place)
    : misreadProblem(m.station_place_both());
}
