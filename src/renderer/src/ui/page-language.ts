import { hasWords, loadWords } from 'virtual:words';
import { setLanguage, type LanguageState } from '#shared/language/language.ts';

/**
 * Sets the language of the page. Content that is already shown must be created again. Returns null if the language has
 * been set. If its messages must be loaded first, returns a promise: call this function again when the promise
 * resolves.
 */
export function setPageLanguage(language: LanguageState): Promise<void> | null {
  if (!hasWords(language.language)) return loadWords(language.language);
  setLanguage(language);
  document.documentElement.lang = language.language;
  document.documentElement.dir = directionOf(language.language);
  return null;
}

/** The direction of the script of a language. */
function directionOf(language: string): 'ltr' | 'rtl' {
  // TypeScript's library does not declare this method yet.
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getTextInfo(): { direction: 'ltr' | 'rtl' };
  };
  return locale.getTextInfo().direction;
}
