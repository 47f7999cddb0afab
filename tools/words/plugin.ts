import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/paths.ts';
import { baseLocale } from './compile.ts';

const generated = join(root, 'src', 'shared', 'language', 'generated');
const messagesOf = (language: string): string =>
  JSON.stringify(join(generated, 'messages', `${language}.js`));

/** The languages that the compiler has written, one module each. */
const languages = (): string[] =>
  readdirSync(join(generated, 'messages'))
    .filter((name) => /^[a-z]{2}\.js$/.test(name))
    .map((name) => name.slice(0, 2));

const runtimeId = 'words-runtime';

const isRuntime = (source: string, importer = ''): boolean =>
  source === runtimeId ||
  (source.endsWith('/runtime.js') && importer.startsWith(dirname(generated)));
/** What the app uses of the compiler's runtime; the rest of it finds languages in addresses and cookies. */
const runtime = (): string => `
  export const baseLocale = ${JSON.stringify(baseLocale)};
  export const locales = ${JSON.stringify(languages())};
  export let getLocale = () => baseLocale;
  export const overwriteGetLocale = (get) => void (getLocale = get);`;

const pageId = 'page-words';
/** Begins the ids of the modules that hold the words of one language. */
const ofLanguage = 'page-words/';

/** The names of all messages. */
function allNames(): string[] {
  const text = readFileSync(join(generated, 'messages', `${baseLocale}.js`), 'utf8');
  return [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name ?? '');
}

/** `#words` with the same functions, for one language at a time. Nothing can be called before `loadWords`. */
const oneLanguage = (): string => `
  import { getLocale } from '${runtimeId}';
  const languages = {
    ${languages()
      .map((language) => `${language}: () => import('${ofLanguage}${language}'),`)
      .join('')}
  };
  const loaded = {};
  export const hasWords = (language) => language in loaded;
  export async function loadWords(language) {
    loaded[language] = await languages[language]();
  }
  export const m = new Proxy({}, {
    get: (_target, name) => (inputs = {}) => loaded[getLocale()][name](inputs),
  });`;

/**
 * The messages that a page may show, with a short name for each: those named in the sources of the renderer, or of what
 * it shares with main.
 */
function namesInPages(): ReadonlyMap<string, string> {
  const files = globSync(['src/renderer/**/*.{ts,svelte}', 'src/shared/**/*.ts'], { cwd: root });
  const named = new Set(
    files
      .filter((file) => !/\bgenerated\b|\.test\.ts$/.test(file))
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/\bm\.(\w+)/g)])
      .map(([, name]) => name),
  );
  const names = allNames().filter((name) => named.has(name));
  return new Map(names.map((name, index) => [name, `_${index.toString(36)}`]));
}

const allLanguages = `
  export const hasWords = () => true;
  export const loadWords = () => Promise.resolve();`;

/**
 * Provides `virtual:words`, by which a page loads the words of a language.
 *
 * @param split whether a page loads one language at a time, without the words of main and with short names, in place of
 *   all languages and of the compiler's dispatcher: a sixth of the bytes
 */
export function pageWordsPlugin({ split }: { readonly split: boolean }): Plugin {
  const names = split ? namesInPages() : new Map<string, string>();
  const wordsOf = (language: string): string =>
    `export { ${[...names].map((pair) => pair.join(' as ')).join(', ')} } from ${messagesOf(language)};`;
  return {
    name: 'page-words',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'virtual:words' || (split && source === '#words')) return `\0${pageId}`;
      if (split && isRuntime(source, importer)) return `\0${runtimeId}`;
      return source.startsWith(ofLanguage) ? `\0${source}` : null;
    },
    load(source) {
      if (source === `\0${runtimeId}`) return runtime();
      if (source === `\0${pageId}`) return split ? oneLanguage() : allLanguages;
      return source.startsWith(`\0${ofLanguage}`)
        ? wordsOf(source.slice(ofLanguage.length + 1))
        : null;
    },
    transform(code, id) {
      if (!split || !/\.(?:ts|svelte)$/.test(id)) return null;
      return code.replaceAll(
        /\bm\.(\w+)/g,
        (_call, name: string) => `m.${names.get(name) ?? name}`,
      );
    },
  };
}

const mainId = 'main-words';
const mainMessages = 'main-words/messages';

/** The functions of the compiler in a quarter of the bytes: it writes into each of them how its language is chosen. */
function everyLanguage(): string {
  const all = languages();
  const forms = (name: string): string => all.map((language) => `${language}.${name}`).join(', ');
  return `
    import { getLocale } from '${runtimeId}';
    ${all.map((language) => `import * as ${language} from ${messagesOf(language)};`).join('')}
    const languages = ${JSON.stringify(all)};
    const say = (...forms) => (inputs = {}) => forms[languages.indexOf(getLocale())](inputs);
    ${allNames()
      .map((name) => `export const ${name} = /* @__PURE__ */ say(${forms(name)});`)
      .join('')}`;
}

/** Provides `#words` in all languages to main, which has to speak at any moment. */
export const mainWordsPlugin: Plugin = {
  name: 'main-words',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === '#words') return `\0${mainId}`;
    if (isRuntime(source, importer)) return `\0${runtimeId}`;
    return source === mainMessages ? `\0${source}` : null;
  },
  load(source) {
    if (source === `\0${runtimeId}`) return runtime();
    if (source === `\0${mainMessages}`) return everyLanguage();
    return source === `\0${mainId}` ? `export * as m from '${mainMessages}';` : null;
  },
};
