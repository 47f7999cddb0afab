import { app } from 'electron';
import {
  resolveLanguage,
  setLanguage,
  type Language,
  type LanguageState,
} from '#shared/language/language.ts';

/** Speaks the chosen language from now on, in this process; null: the system's. */
export function speak(choice: Language | null): LanguageState {
  const state = resolveLanguage(choice, app.getPreferredSystemLanguages());
  setLanguage(state);
  return state;
}
