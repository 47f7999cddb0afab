import { describe, expect, it } from 'vitest';
import { forbiddenImports } from '#tools/lint/arrows.ts';
import { brokenArrows } from './planted-arrows.ts';

// guard-rails.slow.test.ts plants faults for Oxlint, ESLint and the type checks.
describe('lint', () => {
  it.each(Object.entries(brokenArrows))('refuses the import in %s', (name, text) => {
    expect(forbiddenImports(name, text)).toEqual([expect.stringContaining(`${name}: '`)]);
  });

  it('accepts the imports that the architecture allows', () => {
    const text =
      "import type { Failure } from '#shared/failure.ts';\nimport '#station/index.ts';\nimport './day.ts';";
    expect(forbiddenImports('src/main/picture/planted-sound.ts', text)).toEqual([]);
  });
});
