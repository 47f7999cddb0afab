import { baseLocale, locales, overwriteGetLocale } from './generated/runtime.js';

export type Language = (typeof locales)[number];

/** The languages that the app speaks, as BCP 47 tags. */
export const languages = locales;

/** The language of the log, of the answers to programs, and of systems whose languages the app does not speak. */
export const baseLanguage = baseLocale;

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

/** Runs `make` with the words and formats of another language; it must not wait for anything. */
function inLanguage<T>(state: LanguageState, make: () => T): T {
  const before = current;
  current = state;
  try {
    return make();
  } finally {
    current = before;
  }
}

/** For the log and for programs, which get English whatever the person reads. */
export const inEnglish = <T>(make: () => T): T =>
  inLanguage({ language: baseLocale, formats: baseLocale }, make);

/** In which language the functions of `#words` answer. */
export const currentLanguage = (): Language => current.language;

/** For `Intl`: a locale of the current language. It changes with the language, so do not keep what is made with it. */
export const formatLocale = (): string => current.formats;

/**
 * The chosen language; for null the first of the system's that the app speaks, else English.
 *
 * @param preferred language tags in the person's order, as the system gives them
 */
export function resolveLanguage(
  choice: Language | null,
  preferred: readonly string[],
): LanguageState {
  const tags = preferred.flatMap(toTag);
  const speaks = (tag: string): Language | undefined =>
    languages.find((one) => one === tag.split('-')[0]);
  const language = choice ?? tags.map(speaks).find((one) => one !== undefined) ?? baseLocale;
  return { language, formats: tags.find((tag) => speaks(tag) === language) ?? language };
}

/**
 * Converts a POSIX locale name to a BCP 47 tag, such as `ca_ES@valencia` to `ca-ES`. Returns an empty array if the name is
 * not a language tag, such as `C.UTF-8`.
 */
function toTag(name: string): string[] {
  try {
    return Intl.getCanonicalLocales(name.replace(/[.@].*$/, '').replaceAll('_', '-'));
  } catch {
    return [];
  }
}
