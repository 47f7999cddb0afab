import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/paths.ts';
import { baseLocale } from './compile.ts';

const generatedFolder = join(root, 'src', 'shared', 'language', 'generated');

/** The languages in the compiler's output, which has a module for each language. */
const generatedLanguages = (): string[] =>
  readdirSync(join(generatedFolder, 'messages'))
    .filter((name) => /^[a-z]{2}\.js$/.test(name))
    .map((name) => name.slice(0, 2));

const runtimeId = 'words-runtime';

const isRuntime = (source: string, importer = ''): boolean =>
  source === runtimeId ||
  (source.endsWith('/runtime.js') && importer.startsWith(dirname(generatedFolder)));
/**
 * The part of the compiler's runtime that the app uses, and its function of plurals with rules that are created once. The
 * rest of the runtime searches addresses and cookies for languages.
 */
const runtimeModule = (): string => `
  export const baseLocale = ${JSON.stringify(baseLocale)};
  export const locales = ${JSON.stringify(generatedLanguages())};
  export let getLocale = () => baseLocale;
  export const overwriteGetLocale = (get) => void (getLocale = get);
  const rules = {};
  export const plural = (locale, count) =>
    (rules[locale] ??= new Intl.PluralRules(locale)).select(Number(count));`;

const wordsId = 'words';
/** The prefix of the ids of the modules that contain the words of one language. */
const languageModulePrefix = 'words/';

/** The functions of all messages in one language, by the names of the messages. */
function functionsIn(language: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(generatedFolder, 'messages', `${language}.js`), 'utf8');
  const functions = text.matchAll(/^export const (\w+) = (.*?^\})/gms);
  return new Map([...functions].map(([, name = '', source = '']) => [name, source]));
}

/**
 * The code of `#words` with the functions of all messages, for the languages that are loaded. Each language is a chunk.
 * A message can only be called in a loaded language.
 *
 * @param atOnce the languages that need no loading
 */
function chunkEachLanguage(atOnce: readonly string[]): string {
  const chunks = generatedLanguages().filter((language) => !atOnce.includes(language));
  return `
    import { getLocale } from '${runtimeId}';
    ${atOnce.map((language) => `import ${language} from '${languageModulePrefix}${language}';`).join('')}
    const chunks = {
      ${chunks.map((language) => `${language}: () => import('${languageModulePrefix}${language}'),`).join('')}
    };
    const loaded = { ${atOnce.join(', ')} };
    export const hasWords = (language) => language in loaded;
    export async function loadWords(language) {
      loaded[language] ??= (await chunks[language]()).default;
    }
    export const m = new Proxy({}, {
      get: (_target, name) => (inputs = {}) => {
        const message = loaded[getLocale()][name];
        return typeof message === 'string' ? message : message(inputs);
      },
    });`;
}

/**
 * The names of the messages that these sources or src/shared use. Similar messages are adjacent, which saves half a
 * kilobyte after compression.
 */
function namesIn(sources: readonly string[]): readonly string[] {
  const named = new Set(
    globSync([...sources, 'src/shared/**/*.ts'], { cwd: root })
      .filter((file) => !/\bgenerated\b|\.test\.ts$/.test(file))
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/\bm\.(\w+)/g)])
      .map(([, name]) => name),
  );
  const messages = [...functionsIn(baseLocale)].filter(([name]) => named.has(name));
  const wordsOf = (source: string): string => source.replace(/^.*?=>/s, '');
  return messages
    .toSorted(([, one], [, other]) => (wordsOf(one) < wordsOf(other) ? -1 : 1))
    .map(([name]) => name);
}

/**
 * A module with a list of these functions; a text without parameters is a string, which takes no time when the page
 * loads it. The list is a third smaller than an object with a name for each function.
 */
function listOf(language: string, names: readonly string[]): string {
  const functions = functionsIn(language);
  const list = names.map((name) => {
    const source = functions.get(name);
    if (source === undefined || /registry\.(?!plural\()/.test(source))
      throw new Error(`${language}: the function of ${name} cannot be read`);
    return /\(\) => \{\s*return .*?\((`[^`]*`)\)\s*\}$/s.exec(source)?.[1] ?? source;
  });
  const languageModule = join(dirname(generatedFolder), 'language.ts');
  return `import * as registry from '${runtimeId}';
    import { groupedCount } from ${JSON.stringify(languageModule)};
    export default [${list.join(',')}];`;
}

/**
 * Provides `#words` with one chunk for each language. Its code is a quarter of the size of the compiler's own
 * functions, each of which selects the language on every call.
 */
function splitWords(sources: readonly string[], atOnce: readonly string[]): Plugin {
  const names = namesIn(sources);
  const numbers = new Map(names.map((name, index) => [name, index]));
  return {
    name: 'words',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'virtual:words' || source === '#words') return `\0${wordsId}`;
      if (isRuntime(source, importer)) return `\0${runtimeId}`;
      return source.startsWith(languageModulePrefix) ? `\0${source}` : null;
    },
    load(source) {
      if (source === `\0${runtimeId}`) return runtimeModule();
      if (source === `\0${wordsId}`) return chunkEachLanguage(atOnce);
      return source.startsWith(`\0${languageModulePrefix}`)
        ? listOf(source.slice(languageModulePrefix.length + 1), names)
        : null;
    },
    transform(code, id) {
      if (!/\.(?:ts|svelte)$/.test(id) || !code.includes("'#words'")) return null;
      return code.replaceAll(/\bm\.(\w+)/g, (call, name: string) => {
        const number = numbers.get(name);
        return number === undefined ? call : `m[${number}]`;
      });
    },
  };
}

/** Provides `#words` and `virtual:words` to the pages, with a chunk for each language. */
export const pageWordsPlugin = (): Plugin => splitWords(['src/renderer/**/*.{ts,svelte}'], []);

/**
 * Provides `#words` and `virtual:words` to the main process, which always contains English for the log and for the
 * answers to programs.
 */
export const mainWordsPlugin = (): Plugin => splitWords(['src/main/**/*.ts'], [baseLocale]);

/** Provides `virtual:words` in tests, where `#words` contains the compiler's functions in all languages. */
export const wholeWordsPlugin = (): Plugin => ({
  name: 'whole-words',
  resolveId: (source) => (source === 'virtual:words' ? `\0${wordsId}` : null),
  load: (source) =>
    source === `\0${wordsId}`
      ? 'export const hasWords = () => true; export const loadWords = () => Promise.resolve();'
      : null,
});
