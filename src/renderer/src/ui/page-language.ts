import { setLanguage, type LanguageState } from '#shared/language/language.ts';

/** Speaks this language in the page from now on. What is shown already stays: make it anew. */
export function speak(language: LanguageState): void {
  setLanguage(language);
  document.documentElement.lang = language.language;
  document.documentElement.dir = directionOf(language.language);
}

/** Which way the script of a language runs. */
function directionOf(language: string): 'ltr' | 'rtl' {
  const rightToLeft = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm'];
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
