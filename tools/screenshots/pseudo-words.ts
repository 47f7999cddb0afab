import { join } from 'node:path';
import type { Plugin } from 'vite';

const id = '\0pseudo-words';

/**
 * Lets a page show a pseudo-language: with `data-pseudo` on the root element, each message of the catalogs is a third
 * longer, accented and in brackets. Text without brackets is hard-coded.
 */
export function pseudoWords(tree: string): Plugin {
  const words = join(tree, 'src', 'shared', 'language', 'generated', 'messages.js');
  return {
    name: 'pseudo-words',
    enforce: 'pre',
    resolveId: (source) => (source === '#words' ? id : null),
    load: (source) => (source === id ? wrapperModule(words) : null),
  };
}

const wrapperModule = (words: string): string => `
import { m as real } from ${JSON.stringify(words)};
const accents = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', y: 'ý', n: 'ñ', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' };
const pseudo = (text) => {
  const longer = '·'.repeat(Math.ceil(text.length / 3));
  return '⟦' + text.replace(/[a-zA-Z]/g, (letter) => accents[letter] ?? letter) + longer + '⟧';
};
const isOn = () => document.documentElement.dataset.pseudo !== undefined;
export const m = Object.fromEntries(
  Object.entries(real).map(([name, words]) => [
    name,
    (...input) => (isOn() ? pseudo(words(...input)) : words(...input)),
  ]),
);
`;
