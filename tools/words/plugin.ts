import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/paths.ts';

const generated = join(root, 'src', 'shared', 'language', 'generated');
const id = '\0page-words';

/** `#words` with the same functions, for one language at a time. Nothing can be called before `loadWords`. */
function oneLanguage(): string {
  const path = (name: string): string => JSON.stringify(join(generated, name));
  const languages = readdirSync(join(generated, 'messages'))
    .filter((name) => /^[a-z]{2}\.js$/.test(name))
    .map((name) => `${name.slice(0, 2)}: () => import(${path(`messages/${name}`)})`);
  return `
    import { getLocale } from ${path('runtime.js')};
    const languages = { ${languages.join(', ')} };
    const loaded = {};
    export const hasWords = (language) => language in loaded;
    export async function loadWords(language) {
      loaded[language] = await languages[language]();
    }
    export const m = new Proxy({}, {
      get: (_target, name) => (inputs = {}) => loaded[getLocale()][name](inputs),
    });`;
}

const allLanguages = `
  export const hasWords = () => true;
  export const loadWords = () => Promise.resolve();`;

/**
 * Provides `virtual:words`, by which a page loads the words of a language.
 *
 * @param split whether a page loads one language at a time, in place of those of all and of the compiler's dispatcher: a
 *   fifth of the bytes
 */
export function pageWordsPlugin({ split }: { readonly split: boolean }): Plugin {
  return {
    name: 'page-words',
    enforce: 'pre',
    resolveId: (source) =>
      source === 'virtual:words' || (split && source === '#words') ? id : null,
    load: (source) => (source !== id ? null : split ? oneLanguage() : allLanguages),
  };
}
