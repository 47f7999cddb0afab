import { loadWords } from 'virtual:words';
import { app } from 'electron';
import {
  localeFormats,
  resolveLanguage,
  setLanguage,
  type FormatChoices,
  type Language,
  type LanguageState,
} from '#shared/language/language.ts';

/**
 * Loads the catalogue of the chosen language (null: the system's language) and uses it in this process. Rejects if the
 * catalogue cannot be read; the former language then stays in use.
 */
export async function setAppLanguage(
  choice: Language | null,
  formats: FormatChoices = localeFormats,
): Promise<LanguageState> {
  const state = resolveLanguage(choice, app.getPreferredSystemLanguages(), formats);
  await loadWords(state.language);
  setLanguage(state);
  return state;
}
