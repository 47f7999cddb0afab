import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** What a packed file names: other packed files by their path, and modules that somebody else must bring. */
export interface References {
  readonly files: readonly string[];
  readonly modules: readonly string[];
}

const pages = 'out/renderer';
const links = /(?:\b(?:src|href)="|\burl\(["']?)([^"')]+)/g;

/** Reads the references of a file by its kind; pictures and data have none. */
export function referencesOf(file: string, text: string): References {
  if (/\.c?js$/.test(file)) return ofCode(file, text);
  if (!/\.(html|css)$/.test(file)) return { files: [], modules: [] };
  const names = [...text.matchAll(links)].map(([, name = '']) => name);
  const local = names.filter((name) => !/^(data:|#)/.test(name));
  return { files: local.map((name) => resolve(file, name)), modules: [] };
}

function ofCode(file: string, text: string): References {
  const names: string[] = [];
  visit(parseAst(text, file.endsWith('.cjs') ? { sourceType: 'commonjs' } : {}), names);
  const isLocal = (name: string): boolean => /^\.{0,2}\//.test(name);
  // Electron brings itself and Node's own modules.
  const isHere = (name: string): boolean => name === 'electron' || isBuiltin(name);
  return {
    files: names.filter(isLocal).map((name) => resolve(file, name)),
    modules: names.filter((name) => !isLocal(name) && !isHere(name)),
  };
}

const resolve = (file: string, name: string): string =>
  name.startsWith('/') ? `${pages}${name}` : posix.join(posix.dirname(file), name);

/** Collects `import … from 'x'`, `export … from 'x'`, `import('x')` and `require('x')`. */
function visit(node: unknown, names: string[]): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, names);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, source, callee, arguments: given } = node as Record<string, unknown>;
  if (typeof type === 'string' && /^(Import|Export)/.test(type)) take(source, names);
  const isCall = type === 'CallExpression' && nameOf(callee).endsWith('require');
  if (isCall && Array.isArray(given)) take(given[0], names);
  for (const child of Object.values(node)) if (typeof child === 'object') visit(child, names);
}

const nameOf = (node: unknown): string =>
  typeof node === 'object' && node !== null && 'name' in node ? String(node.name) : '';

function take(node: unknown, names: string[]): void {
  if (
    typeof node === 'object' &&
    node !== null &&
    'value' in node &&
    typeof node.value === 'string'
  )
    names.push(node.value);
}
