import type { Language } from '../language/language.ts';
import type { PictureRecord } from './picture.ts';
import { dayCode } from './providers.ts';

/**
 * The pages of volunteers who translate the page of the day and have an https address for each day; docs/picture.md
 * lists all volunteers. `day` is the date as `YYMMDD`.
 */
const translatedPages: Partial<Record<Language, (day: string) => string>> = {
  de: (day) => `https://starobserver.org/ap${day}`,
  fr: (day) => `https://www.cidehom.com/apod.php?_date=${day}`,
};

/** The https address of the day's page in the language; null if there is none, or if the picture is simulated. */
export function translatedPageOf(
  { date, simulated }: Pick<PictureRecord, 'date' | 'simulated'>,
  language: Language,
): string | null {
  if (simulated === true) return null;
  return translatedPages[language]?.(dayCode(date)) ?? null;
}
