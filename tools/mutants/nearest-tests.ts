/** Finds the tests that reach a source file by imports, the nearest test first. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Matches an import at run time. A URL that names a worker or another program of this tree also counts. */
const statement =
  /(?:^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?|\bimport\(\s*|\bnew URL\(\s*|\bvi\.mock\(\s*)'([^']+)'/gm;

export interface ImportGraph {
  readonly importersOf: (file: string) => readonly string[];
}

/** Reads the imports of all sources, tests and tools below `root`. Paths are relative to `root`, with slashes. */
export function readImports(root: string): ImportGraph {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>;
  };
  const targetOf = (name: string, file: string): string => {
    const [alias = '', ...rest] = name.split('/');
    const folder = imports[`${alias}/*`];
    if (folder !== undefined) return join(folder.replace('*', rest.join('/')));
    return name.startsWith('.') ? join(dirname(file), name) : name;
  };
  const importers = new Map<string, string[]>();
  const files = globSync('{src,packages,test,tools,bench}/**/*.{ts,svelte}', { cwd: root });
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(statement)) {
      const target = targetOf(name, file).replaceAll('\\', '/');
      importers.set(target, [...(importers.get(target) ?? []), file.replaceAll('\\', '/')]);
    }
  return { importersOf: (file) => importers.get(file) ?? [] };
}

const isTest = (file: string): boolean => file.endsWith('.test.ts');

/** The number of folders that two paths share at their start. */
function commonFolders(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  const apart = a.findIndex((part, index) => part !== b[index]);
  return apart === -1 ? a.length : apart;
}

/**
 * The tests that reach `file`, in this order: the test of the same name, then by the number of imports in between, then
 * by the number of shared folders.
 */
export function nearestTests(file: string, { importersOf }: ImportGraph): readonly string[] {
  const distances = new Map([[file, 0]]);
  for (const [near, distance] of distances)
    for (const importer of importersOf(near))
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  const stem = file.replace(/\.ts$/, '.');
  return [...distances.keys()]
    .filter(isTest)
    .map((test) => ({
      test,
      distance: test.startsWith(stem) ? 0 : (distances.get(test) ?? 0),
      common: commonFolders(test, file),
    }))
    .sort((a, b) => a.distance - b.distance || b.common - a.common || (a.test < b.test ? -1 : 1))
    .map(({ test }) => test);
}
