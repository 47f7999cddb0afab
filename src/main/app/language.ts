import { loadWords } from 'virtual:words';
import { app } from 'electron';
import {
  resolveLanguage,
  setLanguage,
  type Language,
  type LanguageState,
} from '#shared/language/language.ts';

/**
 * Loads the words of the chosen language (null: the system's) and uses it in this process. Rejects if their file cannot
 * be read; the language then stays.
 */
export async function speak(choice: Language | null): Promise<LanguageState> {
  const state = resolveLanguage(choice, app.getPreferredSystemLanguages());
  await loadWords(state.language);
  setLanguage(state);
  return state;
}
