import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The pages of the windows parse no data, so they must not load a parser: zod alone would be as large as all of Svelte.
 */

const root = join(import.meta.dirname, '..', '..');
const statement = /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const onDemand = /\bimport\('([^']+)'\)/g;
/** An import that consists of types: the compiler removes it. */
const onlyTypes = /^\s*import\s+\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?\s*,?)+\s*\}/;

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>;
};

/** Returns the file of an alias such as `#shared/app.ts`, and any other specifier unchanged. */
function aliased(name: string): string {
  const [start = '', ...rest] = name.split('/');
  const folder = imports[`${start}/*`];
  return folder === undefined ? name : join(root, folder.replace('*', rest.join('/')));
}

/**
 * For each module that a page's script needs at run time, the files of this tree through which the script imports the
 * module.
 */
function reached(entry: string): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>([[entry, []]]);
  for (const [file, way] of ways) {
    if (!/\.(?:ts|svelte)$/.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    for (const [whole, name = ''] of [...text.matchAll(statement), ...text.matchAll(onDemand)]) {
      if (onlyTypes.test(whole)) continue;
      const target = name.startsWith('.') ? join(dirname(file), name) : aliased(name);
      if (!ways.has(target)) ways.set(target, [...way, relative(root, file)]);
    }
  }
  return ways;
}

describe('the imports of a page at run time', () => {
  it.each([
    'src/renderer/src/main.ts',
    'src/renderer/glance/glance-page.ts',
    'src/renderer/composer/composer-page.ts',
  ])('include no parser: %s', (entry) => {
    const ways = reached(join(root, entry));
    expect(ways.size).toBeGreaterThan(5);
    expect(ways.get('zod')).toBeUndefined();
  });

  it('include the parser of a file that imports one', () => {
    expect(reached(join(root, 'src/shared/station/station.ts')).get('zod')).toEqual([
      'src/shared/station/station.ts',
    ]);
  });
});
