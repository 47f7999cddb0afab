import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** The references in a packed file: paths of other packed files, and modules that must exist at run time. */
interface FileReferences {
  readonly files: readonly string[];
  readonly modules: readonly string[];
}

const pagesFolder = 'out/renderer';
const linkPattern = /(?:\b(?:src|href)="|\burl\(["']?)([^"')]+)/g;

/** Reads the references of a file according to its type. Pictures and data have no references. */
export function referencesOf(file: string, text: string): FileReferences {
  if (/\.c?js$/.test(file)) return referencesOfCode(file, text);
  if (!/\.(html|css)$/.test(file)) return { files: [], modules: [] };
  const names = [...text.matchAll(linkPattern)].map(([, name = '']) => name);
  const local = names.filter((name) => !/^(data:|#)/.test(name));
  return { files: local.map((name) => resolveReference(file, name)), modules: [] };
}

/** `import … from 'x'`, `export … from 'x'`, `import('x')` and `require('x')`. */
function referencesOfCode(file: string, text: string): FileReferences {
  const names: string[] = [];
  const take = (from: object | null | undefined): void => {
    if (from !== null && from !== undefined && 'value' in from && typeof from.value === 'string')
      names.push(from.value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => take(source),
    ExportNamedDeclaration: ({ source }) => take(source),
    ExportAllDeclaration: ({ source }) => take(source),
    ImportExpression: ({ source }) => take(source),
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name.endsWith('require')) take(given[0]);
    },
  }).visit(parseSync(file, text).program);
  const isLocal = (name: string): boolean => /^\.{0,2}\//.test(name);
  // Electron itself provides these modules: `electron` and Node's own.
  const isHere = (name: string): boolean => name === 'electron' || isBuiltin(name);
  return {
    files: names.filter(isLocal).map((name) => resolveReference(file, name)),
    modules: names.filter((name) => !isLocal(name) && !isHere(name)),
  };
}

const resolveReference = (file: string, name: string): string =>
  name.startsWith('/') ? `${pagesFolder}${name}` : posix.join(posix.dirname(file), name);
