import { basename, dirname, join, normalize } from 'node:path/posix';
import ts from 'typescript';

export interface Figures {
  /** The places that count for each figure: paths from the root, most with a line and a name. */
  readonly places: Readonly<Record<string, readonly string[]>>;
  readonly counts: Readonly<Record<string, number>>;
}

const longLines = 100;
const sameNamesAllowed = 3;
/** Names that cannot be understood without the code above them. */
const bareNames = new Set(
  'before after found done kept made known wanted said held given taken seen told asked'.split(' '),
);

/**
 * The names of the files, without their folders, that the section “Through the files” of a page names: `plan.ts` for
 * `wallpaper/plan.ts`.
 */
export function filesOnWalk(page: string): Set<string> {
  const section =
    page.split('\n## Through the files\n')[1]?.split(/\n## |\n\nBeside this walk/)[0] ?? '';
  return new Set([...section.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => basename(file)));
}

/**
 * Measures the code without its tests. Interfaces, factories, functions and names are counted in `src/main`, circles in
 * `src`, and files with the same name everywhere.
 *
 * @param sources text of each `.ts` and `.svelte` file by its path from the root, with `/`
 * @param aliases the `imports` of package.json
 */
export function measureStructure(
  sources: ReadonlyMap<string, string>,
  aliases: Readonly<Record<string, string>>,
): Figures {
  const paths = [...sources.keys()].filter((path) => !isTest(path));
  const files = paths.map((path) => parseSource(path, sources.get(path) ?? ''));
  const inMain = files.filter(({ fileName }) => fileName.startsWith('src/main/'));
  const imports = new Map(files.map((file) => [file.fileName, importsOf(file, aliases, sources)]));
  const inSource = new Map([...imports].filter(([path]) => path.startsWith('src/')));
  return {
    places: {
      interfaces: inMain.flatMap(interfacesOf),
      'exported factories with one user': inMain.flatMap((file) =>
        factoriesOf(file).filter((name) => usersOf(name, file, inMain) === 1),
      ),
      [`functions over ${longLines} lines`]: inMain.flatMap(longFunctions),
      [`file names used more than ${sameNamesAllowed} times`]: sameNames(paths),
      'names without a noun': inMain.flatMap(bareDeclarations),
      'circles of files': importCircles(inSource).map((circle) => circle.join(' ')),
    },
    counts: {
      'lines of src/main': linesOf(inMain),
      'lines of wiring (src/main/app)': linesOf(
        inMain.filter(({ fileName }) => fileName.startsWith('src/main/app/')),
      ),
    },
  };
}

const isTest = (path: string): boolean =>
  /\.(test|spec)\.ts$/.test(path) || /^test\/|\/test\/|\/generated\//.test(path);

function parseSource(path: string, text: string): ts.SourceFile {
  const script = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code).join('\n')
    : text;
  return ts.createSourceFile(path, script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
}

function visitNodes(node: ts.Node, on: (node: ts.Node) => void): void {
  on(node);
  node.forEachChild((child) => visitNodes(child, on));
}

const lineOf = (file: ts.SourceFile, position: number): number =>
  file.getLineAndCharacterOfPosition(position).line + 1;

const placeOf = (file: ts.SourceFile, node: ts.Node, name: string): string =>
  `${file.fileName}:${lineOf(file, node.getStart(file))} ${name}`;

function interfacesOf(file: ts.SourceFile): string[] {
  const places: string[] = [];
  visitNodes(file, (node) => {
    if (ts.isInterfaceDeclaration(node)) places.push(placeOf(file, node, node.name.text));
  });
  return places;
}

const linesOf = (files: readonly ts.SourceFile[]): number =>
  files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

/** The exported functions that create or start something. */
const factoriesOf = (file: ts.SourceFile): string[] =>
  file.statements.flatMap((statement) =>
    ts.isFunctionDeclaration(statement) &&
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
    /^(create|start)[A-Z]/.test(statement.name?.text ?? '')
      ? [placeOf(file, statement, statement.name?.text ?? '')]
      : [],
  );

/** Counts the other files that use the name. Two exports with the same name count as one. */
function usersOf(place: string, own: ts.SourceFile, files: readonly ts.SourceFile[]): number {
  const name = place.split(' ')[1] ?? '';
  const call = new RegExp(`\\b${name}\\b`);
  return files.filter((file) => file !== own && call.test(file.text)).length;
}

function longFunctions(file: ts.SourceFile): string[] {
  const places: string[] = [];
  visitNodes(file, (node) => {
    if (!ts.isFunctionLike(node)) return;
    const lines = lineOf(file, node.end) - lineOf(file, node.getStart(file)) + 1;
    const name = node.name?.getText(file) ?? '(unnamed)';
    if (lines > longLines) places.push(`${placeOf(file, node, name)}: ${lines} lines`);
  });
  return places;
}

function bareDeclarations(file: ts.SourceFile): string[] {
  const places: string[] = [];
  visitNodes(file, (node) => {
    if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isFunctionDeclaration(node))
      return;
    const { name } = node;
    if (name !== undefined && ts.isIdentifier(name) && bareNames.has(name.text))
      places.push(placeOf(file, node, name.text));
  });
  return places;
}

function sameNames(paths: readonly string[]): string[] {
  const byName = Map.groupBy(paths, (path) => basename(path));
  return [...byName]
    .filter(([name, { length }]) => name !== 'index.ts' && length > sameNamesAllowed)
    .map(([name, { length }]) => `${name}: ${length} files`);
}

/** The files of the project that a file imports, including imports of types. */
function importsOf(
  file: ts.SourceFile,
  aliases: Readonly<Record<string, string>>,
  sources: ReadonlyMap<string, string>,
): string[] {
  return ts.preProcessFile(file.text).importedFiles.flatMap(({ fileName: specifier }) => {
    const path = resolveImport(file.fileName, specifier, aliases);
    return path !== null && path !== file.fileName && sources.has(path) ? [path] : [];
  });
}

/** Resolves an import to a path from the root; null for a package. */
function resolveImport(
  from: string,
  specifier: string,
  aliases: Readonly<Record<string, string>>,
): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace(/\*$/, '');
    if (alias === specifier || (alias.endsWith('*') && specifier.startsWith(prefix)))
      return normalize(target.replace('*', specifier.slice(prefix.length)));
  }
  return null;
}

/** The strongly connected components of more than one file (R. Tarjan, SIAM J. Comput. 1, 1972). */
export function importCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const indices = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const components: string[][] = [];
  /** Returns the lowest index that can be reached from `path`. */
  function connect(path: string): number {
    const index = indices.size;
    let lowest = index;
    indices.set(path, index);
    stack.push(path);
    onStack.add(path);
    for (const next of imports.get(path) ?? []) {
      if (!indices.has(next)) lowest = Math.min(lowest, connect(next));
      else if (onStack.has(next)) lowest = Math.min(lowest, indices.get(next) ?? lowest);
    }
    if (lowest === index) {
      const component = stack.splice(stack.indexOf(path));
      for (const member of component) onStack.delete(member);
      if (component.length > 1) components.push(component.sort());
    }
    return lowest;
  }
  for (const path of imports.keys()) if (!indices.has(path)) connect(path);
  return components;
}
