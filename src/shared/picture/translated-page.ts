import type { Language } from '../language/language.ts';
import type { PictureRecord } from './picture.ts';

/**
 * Volunteers translate the page of each day; docs/faq.md names them. Only those that have an https address for each
 * day are here. `day` is the date as `YYMMDD`.
 */
const pages: Partial<Record<Language, (day: string) => string>> = {
  de: (day) => `https://starobserver.org/ap${day}`,
  fr: (day) => `https://www.cidehom.com/apod.php?_date=${day}`,
};

/** The https address of the day's page in the language; null where nobody translates it, or the picture is simulated. */
export function translatedPageOf(
  { date, simulated }: Pick<PictureRecord, 'date' | 'simulated'>,
  language: Language,
): string | null {
  if (simulated === true) return null;
  return pages[language]?.(date.slice(2).replaceAll('-', '')) ?? null;
}
