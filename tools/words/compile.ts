import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/paths.ts';
import { RefusalError } from '../setup/process.ts';

/** The folder of the catalogs: a folder for each language, with a file for each feature. */
const folder = join(root, 'src', 'locales');
const outdir = join(root, 'src', 'shared', 'language', 'generated');
const stampPath = join(outdir, '.stamp');
export const baseLocale = 'en';

const catalogPaths = (): string[] => globSync('??/*.json', { cwd: folder }).sort();

/**
 * A hash over the catalogs and this file, which determines how the catalogs are compiled. The path of this file is
 * fixed: the build's configuration contains this module in a bundle, where `import.meta.filename` is the path of
 * another file.
 */
function hashCatalogs(): string {
  const hash = createHash('sha256').update(
    readFileSync(join(root, 'tools', 'words', 'compile.ts')),
  );
  for (const file of catalogPaths())
    hash.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

function isCompiled(hash: string): boolean {
  try {
    return readFileSync(stampPath, 'utf8') === hash;
  } catch {
    return false;
  }
}

/**
 * Throws a RefusalError with the file and the position if a catalog is not valid JSON. The compiler's own error would
 * print the compiler's source code.
 */
export function requireJson(file: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new RefusalError(`src/locales/${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** The languages that have catalogs, English first. */
export const catalogLanguages = (): string[] => [
  ...new Set([baseLocale, ...catalogPaths().map((file) => file.slice(0, 2))]),
];

/**
 * Writes the compiler's settings into a folder, into which the compiler also writes files. Returns the path of the
 * folder.
 */
function writeProject(): string {
  const project = join(root, '.run', 'words', 'project.inlang');
  mkdirSync(project, { recursive: true });
  const features = readdirSync(join(folder, baseLocale)).sort();
  const settings = {
    baseLocale,
    locales: catalogLanguages(),
    telemetry: 'off',
    modules: ['../../node_modules/@inlang/plugin-message-format/dist/index.js'],
    'plugin.inlang.messageFormat': {
      pathPattern: features.map((file) => `../../src/locales/{locale}/${file}`),
    },
  };
  writeFileSync(join(project, 'settings.json'), JSON.stringify(settings));
  return project;
}

/**
 * Compiles the catalogs of `src/locales` to typed functions in `src/shared/language/generated`, unless they are already
 * compiled. The app imports these functions from `#words`. Returns whether the catalogs were compiled.
 */
export async function compileWordsIfChanged(): Promise<boolean> {
  const hash = hashCatalogs();
  if (isCompiled(hash)) return false;
  for (const file of catalogPaths()) requireJson(file, readFileSync(join(folder, file), 'utf8'));
  rmSync(stampPath, { force: true });
  // Imported here, because each build and each run of Vitest calls this function, and most of them do not get this far.
  const { compile } = await import('@inlang/paraglide-js');
  await compile({
    project: writeProject(),
    outdir,
    outputStructure: 'locale-modules',
    strategy: ['globalVariable', 'baseLocale'],
    // The compiler would run TypeScript over its output for the declarations, which takes as long as the rest.
    emitTsDeclarations: false,
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
  });
  for (const file of globSync('messages/*.js', { cwd: outdir })) {
    const path = join(outdir, file);
    writeFileSync(path, withGroupedCounts(withSingleStops(readFileSync(path, 'utf8'))));
  }
  writeDeclarations();
  writeFileSync(stampPath, hash);
  return true;
}

/** Writes the types of the compiled functions, and of the part of the compiler's runtime that the app imports. */
function writeDeclarations(): void {
  const index = readFileSync(join(outdir, 'messages', '_index.js'), 'utf8');
  const languages = catalogLanguages().map((language) => `'${language}'`);
  writeFileSync(
    join(outdir, 'runtime.d.ts'),
    `export declare const baseLocale: '${baseLocale}';
export declare const locales: readonly [${languages.join(', ')}];
export declare function overwriteGetLocale(getLocale: () => (typeof locales)[number]): void;
`,
  );
  writeFileSync(
    join(outdir, 'messages.d.ts'),
    "export * from './messages/_index.js';\nexport * as m from './messages/_index.js';\n",
  );
  writeFileSync(join(outdir, 'messages', '_index.d.ts'), declarationsOf(index));
}

/**
 * The declarations of the functions in the compiler's index, each with the table of its texts as comment.
 *
 * @param index the code of `messages/_index.js`
 */
export function declarationsOf(index: string): string {
  const inputsByName = new Map(
    [...index.matchAll(/^\/\*\* @typedef \{(\{.*\})\} (\w+) \*\/$/gm)].map(
      ([, fields = '', name = '']) => [name, fields],
    ),
  );
  const functions = index.matchAll(
    /^\/\*\*\n((?:\* (?!@).*\n)*)\*?\n?\* @param \{(\w+)\} inputs\n(?:\*.*\n)*?\*\/\nexport const (\w+) =/gm,
  );
  const declarations = [...functions].map(([, table = '', inputs = '', name = '']) => {
    const fields = inputsByName.get(inputs);
    if (fields === undefined) throw new Error(`the compiler wrote no inputs of ${name}`);
    const parameter = fields === '{}' ? '' : `inputs: ${fields}`;
    return `/**\n${table}*/\nexport declare const ${name}: (${parameter}) => string;\n`;
  });
  const count = index.match(/^export /gm)?.length ?? 0;
  if (declarations.length !== count)
    throw new Error(`${declarations.length} of ${count} compiled functions have a known form`);
  return declarations.join('');
}

/**
 * Formats each `{count}` that is a number in the user's locale: “12,345 posts”. The plural form is chosen by the number.
 *
 * @param code functions of messages, as the compiler has written them
 */
export function withGroupedCounts(code: string): string {
  const grouped = code.replaceAll('${i?.count}', '${groupedCount(i?.count)}');
  return grouped === code ? code : `import { groupedCount } from '../../language.ts';\n${grouped}`;
}

/**
 * Removes the full stop of a sentence if the value before it ends with a full stop, such as a time in Spanish (“5 p.
 * m.”) or a date in German (“22. Nov.”).
 *
 * @param code functions of messages, as the compiler has written them
 */
const withSingleStops = (code: string): string =>
  code.replaceAll(
    /\$\{(i\?\.\w+)\}\.(?!\w)/g,
    (_, value: string) => `\${\`\${${value}}\`.replace(/\\.$/, '')}.`,
  );
