import { m } from '#words';
import { misreadProblem, readValue, type Reading } from '#shared/entries.ts';
import { readCoordinateEntry } from '#shared/station/coordinates.ts';
import type { Place } from '#shared/station/sky/earth.ts';

/**
 * Reads coordinates, or returns the reason why they are invalid. Null for a text that may name a town: one without a
 * digit, or one with a word beside the digits, such as a postal code and a town.
 */
export function readTypedPlace(text: string): Reading<Place> | null {
  if (!/\p{Nd}/u.test(text)) return null;
  const entry = readCoordinateEntry(text, 'latitude');
  if (!entry.ok && gridReference.test(text)) return misreadProblem(m.station_place_both());
  if (!entry.ok) return namesTown(text) ? null : entry;
  return entry.value.kind === 'pair'
    ? readValue(entry.value.place)
    : misreadProblem(m.station_place_both());
}

/** UTM and MGRS, which are not read: `UTM 32N 691603 5334760`, `32TQM 1234 5678`. */
const gridReference =
  /^\s*(?:(?:utm|mgrs|zone)\s.*\d{4}|\d{1,2}\s?[c-hj-np-x]\s?(?:[a-z]{2}\s?)?(?:\d\s?){4})/iu;

/** Words that users write beside coordinates. */
const coordinateWords = new Set(
  [
    'north south east west norden nord süden süd sud osten ost westen norte sur este oeste est ouest',
  ]
    .concat(['latitude latitud lat breitengrad breite longitude longitud long lon lng längengrad'])
    .concat(['länge degrees degree deg grad grados grado degrés degré minutes min seconds sec geo'])
    .flatMap((line) => line.split(' ')),
);

/** Whether the text has a word that may be the name of a town: at least three letters, or two in scripts without spaces. */
const namesTown = (text: string): boolean =>
  !/[°:=]/u.test(text) &&
  text
    .toLowerCase()
    .split(/[\s,;()]+/u)
    .some(
      (word) =>
        !/\p{Nd}/u.test(word) &&
        !coordinateWords.has(word) &&
        /\p{L}{3}|[\p{Script=Han}\p{Script=Hira}\p{Script=Kana}]{2}/u.test(word),
    );
