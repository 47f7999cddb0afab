import placesUrl from 'virtual:places';
import { readTowns, type Towns } from './places.ts';

let loaded: Promise<Towns> | null = null;

/** Loads the towns, a file of some 4 MB, once. Rejects when the file cannot be read; the next call tries again. */
export function loadTowns(): Promise<Towns> {
  loaded ??= fetch(placesUrl)
    .then((answer) => answer.json())
    .then((text) => readTowns(text as string, countryInWords))
    .catch((error: unknown) => {
      loaded = null;
      throw error;
    });
  return loaded;
}

let countries: Intl.DisplayNames | null = null;

/** The name of a country in the language of the page. */
export function countryInWords(code: string): string {
  countries ??= new Intl.DisplayNames(undefined, { type: 'region' });
  return countries.of(code) ?? code;
}
