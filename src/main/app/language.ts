import { loadWords } from 'virtual:words';
import { app } from 'electron';
import {
  resolveLanguage,
  setLanguage,
  type Language,
  type LanguageState,
} from '#shared/language/language.ts';

/**
 * Speaks the chosen language in this process, once its words are loaded; null: the system's. Rejects when their file
 * cannot be read; then the language stays.
 */
export async function speak(choice: Language | null): Promise<LanguageState> {
  const state = resolveLanguage(choice, app.getPreferredSystemLanguages());
  await loadWords(state.language);
  setLanguage(state);
  return state;
}
