import { baseLocale, locales, overwriteGetLocale } from './generated/runtime.js';

export type Language = (typeof locales)[number];

/** The languages that the app speaks, as BCP 47 tags. */
export const languages: readonly Language[] = locales;

export interface LanguageState {
  /** In which the app speaks. */
  readonly language: Language;
  /** The locale of dates, numbers and units: a BCP 47 tag of the same language, with a region where the system names one. */
  readonly formats: string;
}

let current: LanguageState = { language: baseLocale, formats: baseLocale };
overwriteGetLocale(() => current.language);

/** Sets in which language the functions of `#words` answer, and the locale of formats, for this whole process or page. */
export function setLanguage(state: LanguageState): void {
  current = state;
}

/** In which language the functions of `#words` answer. */
export const currentLanguage = (): Language => current.language;

/** For `Intl`: a locale of the current language. It changes with the language, so do not keep what is made with it. */
export const formatLocale = (): string => current.formats;

/**
 * The chosen language; for null the first of the system's that the app speaks, else English.
 *
 * @param preferred BCP 47 tags in the person's order, as the system gives them
 */
export function resolveLanguage(
  choice: Language | null,
  preferred: readonly string[],
): LanguageState {
  const speaks = (tag: string): Language | undefined =>
    languages.find((one) => one === tag.toLowerCase().split(/[-_]/)[0]);
  const language = choice ?? preferred.map(speaks).find((one) => one !== undefined) ?? baseLocale;
  const regional = preferred.find((tag) => speaks(tag) === language);
  return { language, formats: regional?.replaceAll('_', '-') ?? language };
}
