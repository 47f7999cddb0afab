import type { Settings } from '../settings/table.ts';
import { baseLocale, locales, overwriteGetLocale } from './generated/runtime.js';

export type Language = (typeof locales)[number];

/** The languages of the app, as BCP 47 tags. */
export const languages = locales;

/** The language of the log, of the answers to programs, and of systems in a language that the app does not have. */
export const baseLanguage = baseLocale;

export interface LanguageState {
  /** The language of all texts of the app. */
  readonly language: Language;
  /**
   * The locale of dates, numbers and units: a BCP 47 tag of the same language, with a region where the system names
   * one, and with the user's choices of units and clock.
   */
  readonly formats: string;
}

/** Choices of the user that take precedence over the region; `automatic`: as in the region. */
export type FormatChoices = Readonly<Settings['formats']>;

export const localeFormats: FormatChoices = { units: 'automatic', hours: 'automatic' };

let currentState: LanguageState = { language: baseLocale, formats: baseLocale };
overwriteGetLocale(() => currentState.language);

/** Sets the language of the functions of `#words`, and the locale of formats, for this whole process or page. */
export function setLanguage(state: LanguageState): void {
  currentState = state;
}

/** Runs `make` with the words and formats of another language. `make` must be synchronous. */
function runInLanguage<T>(state: LanguageState, make: () => T): T {
  const previous = currentState;
  currentState = state;
  try {
    return make();
  } finally {
    currentState = previous;
  }
}

/** Runs `make` in English, for the log and for programs. */
export const runInEnglish = <T>(make: () => T): T =>
  runInLanguage({ language: baseLocale, formats: baseLocale }, make);

/** The current language of the functions of `#words`. */
export const currentLanguage = (): Language => currentState.language;

/** The locale for `Intl`. It changes with the language; `formats.ts` keeps the formats of each locale. */
export const formatLocale = (): string => currentState.formats;

/** A count as a message shows it, with separators between groups of digits. The compiled messages call this function. */
export const groupedCount = (count: unknown): unknown =>
  typeof count === 'number' ? count.toLocaleString(formatLocale()) : count;

/**
 * The chosen language with its formats. If `choice` is null: the first language of the system that the app has, else
 * English.
 *
 * @param preferred language tags in the user's order, as the system gives them
 */
export function resolveLanguage(
  choice: Language | null,
  preferred: readonly string[],
  formats: FormatChoices = localeFormats,
): LanguageState {
  const tags = preferred.flatMap(toLanguageTag);
  const languageOf = (tag: string): Language | undefined =>
    languages.find((one) => one === tag.split('-')[0]);
  const language = choice ?? tags.map(languageOf).find((one) => one !== undefined) ?? baseLocale;
  const tag = tags.find((one) => languageOf(one) === language) ?? language;
  return { language, formats: addFormatChoices(tag, formats) };
}

/**
 * Adds the choices to a language tag as Unicode extensions (UTS 35, section 3.6.1): `hc` is the hour cycle, which
 * `Intl` follows, and `ms` the measurement system, which `station/units.ts` reads.
 */
function addFormatChoices(tag: string, { units, hours }: FormatChoices): string {
  const extensions = [
    ...(hours === 'automatic' ? [] : [`hc-${hours === '12' ? twelveHourCycle(tag) : 'h23'}`]),
    ...(units === 'automatic' ? [] : [units === 'km' ? 'ms-metric' : 'ms-ussystem']),
  ].join('-');
  if (extensions === '') return tag;
  // If a tag contains a key twice, the first one counts.
  return tag.includes('-u-') ? tag.replace('-u-', `-u-${extensions}-`) : `${tag}-u-${extensions}`;
}

/** The cycle of a clock of 12 hours in a locale: in Japanese noon is 0 o’clock (`h11`), elsewhere 12 o’clock (`h12`). */
const twelveHourCycle = (tag: string): string =>
  new Intl.DateTimeFormat(tag, { hour: 'numeric', hour12: true }).resolvedOptions().hourCycle ??
  'h12';

/**
 * Converts a POSIX locale name to a BCP 47 tag, such as `ca_ES@valencia` to `ca-ES`. Returns an empty array if the name
 * is not a language tag, such as `C.UTF-8`.
 */
function toLanguageTag(name: string): string[] {
  try {
    return Intl.getCanonicalLocales(name.replace(/[.@].*$/, '').replaceAll('_', '-'));
  } catch {
    return [];
  }
}
