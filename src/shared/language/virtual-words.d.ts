/** The texts of this process or page, with a chunk for each language; made by tools/words/plugin.ts. */
declare module 'virtual:words' {
  import type { Language } from '#shared/language/language.ts';

  /** Whether the functions of `#words` can be called in this language. */
  export function hasWords(language: Language): boolean;
  /** Loads a language. Rejects when its file cannot be read. */
  export function loadWords(language: Language): Promise<void>;
}
