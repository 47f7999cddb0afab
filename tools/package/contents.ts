import { referencesOf } from './references.ts';

/** The paths of the files in a packed app, without a slash at the start, and a function that reads a file. */
export interface PackedFiles {
  readonly files: readonly string[];
  readonly read: (path: string) => string;
}

/** The contents that the sources require. */
export interface RequiredContents {
  /** Files of `resources/` that the app opens by name at run time. */
  readonly resources: readonly string[];
  /** Folders of `src/renderer` with a page; '' is the folder of the main window's page. */
  readonly pages: readonly string[];
}

/** All files besides `resources/` that may be packed. Any other file is a fault. */
const allowedFiles = [
  /^package\.json$/,
  /^out\/main\/(index|services|windows)\.js$/,
  /^out\/main\/chunks\/[\w-]+\.js$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/renderer\/([\w-]+\/)?index\.html$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|json|svg|png|woff2)$/,
];

/** Files that Electron or the main process opens by name, without an import. */
const openedByName = [
  'package.json',
  'out/main/index.js',
  'out/main/services.js',
  'out/main/windows.js',
  'out/main/heights.json',
  'out/preload/index.cjs',
];

const textFilePattern = /\.(c?js|html|css)$/;

/** The faults of a package: the files that must not be packed, and the missing files. Empty if there are none. */
export function judgeContents(
  { files, read }: PackedFiles,
  { resources, pages }: RequiredContents,
): string[] {
  const there = new Set(files);
  const required = new Set([
    ...openedByName,
    ...resources.map((name) => `resources/${name}`),
    ...pages.map((folder) => `out/renderer/${folder === '' ? '' : `${folder}/`}index.html`),
  ]);
  const isMeant = (file: string): boolean =>
    required.has(file) || allowedFiles.some((pattern) => pattern.test(file));
  const problems = [
    ...files.filter((file) => !isMeant(file)).map((file) => `not meant to be packed: ${file}`),
    ...[...required].filter((file) => !there.has(file)).map((file) => `not packed: ${file}`),
  ];
  for (const file of files.filter((name) => textFilePattern.test(name))) {
    const references = referencesOf(file, read(file));
    const gone = references.files.filter((name) => !there.has(name));
    for (const name of [...gone, ...references.modules])
      problems.push(`${file} needs ${name}, which is not packed`);
  }
  return problems;
}
