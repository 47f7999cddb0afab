import { referencesOf } from './references.ts';

/** A packed app as paths (no slash in front) and a way to read them. */
export interface Packed {
  readonly files: readonly string[];
  readonly read: (path: string) => string;
}

/** What the sources say must be packed. */
export interface Sources {
  /** Files of `resources/`, each opened by its name while the app runs. */
  readonly resources: readonly string[];
  /** Folders of `src/renderer` with a page in them; '' is the first. */
  readonly pages: readonly string[];
}

/** All that may be packed beside `resources/`. Whatever else is there was not meant to be. */
const allowed = [
  /^package\.json$/,
  /^out\/main\/(index|services)\.js$/,
  /^out\/main\/chunks\/[\w-]+\.js$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/([\w-]+\/)?index\.html$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|json|svg|png|woff2)$/,
];

/** What Electron, or the main process, opens by its name: no import shows it. */
const opened = [
  'package.json',
  'out/main/index.js',
  'out/main/services.js',
  'out/preload/index.cjs',
];

const readable = /\.(c?js|html|css)$/;

/** What is packed and must not be, and what is missing. None when the package is right. */
export function judgeContents({ files, read }: Packed, { resources, pages }: Sources): string[] {
  const there = new Set(files);
  const wanted = new Set([
    ...opened,
    ...resources.map((name) => `resources/${name}`),
    ...pages.map((folder) => `out/renderer/${folder === '' ? '' : `${folder}/`}index.html`),
  ]);
  const isMeant = (file: string): boolean =>
    wanted.has(file) || allowed.some((pattern) => pattern.test(file));
  const problems = [
    ...files.filter((file) => !isMeant(file)).map((file) => `not meant to be packed: ${file}`),
    ...[...wanted].filter((file) => !there.has(file)).map((file) => `not packed: ${file}`),
  ];
  for (const file of files.filter((name) => readable.test(name))) {
    const references = referencesOf(file, read(file));
    const gone = references.files.filter((name) => !there.has(name));
    for (const name of [...gone, ...references.modules])
      problems.push(`${file} needs ${name}, which is not packed`);
  }
  return problems;
}
