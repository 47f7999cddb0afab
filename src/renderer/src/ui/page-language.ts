import { hasWords, loadWords } from 'virtual:words';
import { setLanguage, type LanguageState } from '#shared/language/language.ts';

/**
 * Speaks this language in the page from now on. What is shown already stays: make it again. Returns null when that is
 * done; where the words of the language have to be loaded first, a promise, after which it is to be called again.
 */
export function speak(language: LanguageState): Promise<void> | null {
  if (!hasWords(language.language)) return loadWords(language.language);
  setLanguage(language);
  document.documentElement.lang = language.language;
  document.documentElement.dir = directionOf(language.language);
  return null;
}

/** Which way the script of a language runs. */
function directionOf(language: string): 'ltr' | 'rtl' {
  const rightToLeft = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'];
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
