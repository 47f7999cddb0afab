import placesUrl from 'virtual:places';
import { currentLanguage } from '#shared/language/language.ts';
import { readTowns, townInWords, type Town, type Towns } from './places.ts';

let townsPromise: Promise<Towns> | null = null;
let readyTowns: Towns | null = null;

/** Loads the towns, a file of some 4 MB, once. Rejects when the file cannot be read; the next call tries again. */
export function loadTowns(): Promise<Towns> {
  townsPromise ??= fetch(placesUrl)
    .then((answer) => answer.json())
    .then((text) => (readyTowns = readTowns(text as string)))
    .catch((error: unknown) => {
      townsPromise = null;
      throw error;
    });
  return townsPromise;
}

/** The towns; null until any part of the page has loaded them. */
export const loadedTowns = (): Towns | null => readyTowns;

/** The names of countries in one language. Cached: each match needs one, and creating `Intl.DisplayNames` is slow. */
let countryNames: { readonly language: string; readonly names: Intl.DisplayNames } | null = null;

/** The name of a country in the language of the app. */
export function countryInWords(code: string): string {
  const language = currentLanguage();
  if (countryNames?.language !== language)
    countryNames = { language, names: new Intl.DisplayNames(language, { type: 'region' }) };
  return countryNames.names.of(code) ?? code;
}

/** Kilometres within which a place is named after a town. */
export const maxTownKm = 50;

/** The nearest town, such as `Munich, Germany`; null if none is near, or until the list is loaded. */
export function nearestTownInWords(
  towns: Towns | null,
  place: { readonly latitude: number; readonly longitude: number },
): string | null {
  const town: Town | null = towns?.nearest(place, maxTownKm) ?? null;
  return town === null ? null : townInWords(town, countryInWords);
}
