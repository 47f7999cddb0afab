import { describe, expect, it } from 'vitest';
import { root } from '../setup/paths.ts';
import { nearestTests, readImports } from './nearest-tests.ts';

const graphOf = (importers: Readonly<Record<string, readonly string[]>>) => ({
  importersOf: (file: string) => importers[file] ?? [],
});

describe('nearestTests', () => {
  it('returns the test of the same name first, then the other tests by their number of imports to the file', () => {
    const graph = graphOf({
      'src/a/one.ts': ['src/a/two.ts', 'src/b/near.test.ts'],
      'src/a/two.ts': ['src/a/two.test.ts', 'src/a/three.ts', 'src/a/one.mocked.test.ts'],
      'src/a/three.ts': ['src/a/three.test.ts'],
    });
    expect(nearestTests('src/a/one.ts', graph)).toEqual([
      'src/a/one.mocked.test.ts',
      'src/b/near.test.ts',
      'src/a/two.test.ts',
      'src/a/three.test.ts',
    ]);
  });

  it('handles files that import each other', () => {
    const graph = graphOf({ 'a.ts': ['b.ts'], 'b.ts': ['a.ts', 'b.test.ts'] });
    expect(nearestTests('a.ts', graph)).toEqual(['b.test.ts']);
  });
});

it('readImports reads relative imports, aliases and imports of components', () => {
  const { importersOf } = readImports(root);
  expect(importersOf('tools/mutants/nearest-tests.ts')).toContain(
    'tools/mutants/nearest-tests.test.ts',
  );
  expect(importersOf('src/shared/failure.ts')).toContain('src/main/journal/journal.ts');
  expect(importersOf('packages/electron-stand-in/src/electron/browser.ts')).toContain(
    'packages/electron-stand-in/src/electron/browser.test.ts',
  );
  expect(importersOf('src/renderer/src/ui/month.ts').some((file) => file.endsWith('.svelte'))).toBe(
    true,
  );
});
