import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { brokenArrows } from './planted-arrows.ts';

/*
 * Lints files with deliberate faults, using the project's configuration of ESLint without the rules that need types.
 * These rules take several seconds, so guard-rails.slow.test.ts runs them, with Oxlint and the type checks, in a small
 * tree.
 */

const root = join(import.meta.dirname, '..', '..');
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    { files: ['**/*.svelte'], ...ts.configs.disableTypeChecked },
    { languageOptions: { parserOptions: { projectService: false, project: false } } },
  ],
});

async function rulesBrokenBy(name: string, text: string): Promise<(string | null)[]> {
  const results = await eslint.lintText(`${text}\n`, { filePath: join(root, name) });
  return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
}

describe('lint', () => {
  it.each(Object.entries(brokenArrows))('refuses the import in %s', async (name, text) => {
    expect(await rulesBrokenBy(name, text)).toEqual(['no-restricted-imports']);
  });

  it('refuses raw HTML', async () => {
    const text = '<script lang="ts">const html = "<b>x</b>";</script>\n{@html html}';
    const rules = await rulesBrokenBy('src/renderer/src/PlantedHtml.svelte', text);
    expect(rules).toEqual(['svelte/no-at-html-tags']);
  });

  it('refuses the use of a constant before its declaration in src/main/app', async () => {
    const text =
      'const shown = (): number => windows;\nconst windows = 1;\nexport const ui = shown;';
    expect(await rulesBrokenBy('src/main/app/ui.ts', text)).toEqual([
      '@typescript-eslint/no-use-before-define',
    ]);
  });

  it('accepts a file without faults', async () => {
    const text = "import type { Failure } from '#shared/failure.ts';\nexport type Sound = Failure;";
    expect(await rulesBrokenBy('src/main/picture/planted-sound.ts', text)).toEqual([]);
  });
});
