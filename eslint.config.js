import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

// The rules of components. Oxlint holds those of TypeScript (.oxlintrc.json), tools/lint/arrows.ts those of imports.

/** Only a full run checks the rules that need types: for components they cost four times as much as all others. */
const isTyped = process.env['OVERHEAD_FULL_TEST'] === '1';

const typedRules = {
  '@typescript-eslint/switch-exhaustiveness-check': [
    'error',
    { considerDefaultExhaustiveForUnions: true },
  ],
  '@typescript-eslint/restrict-template-expressions': [
    'error',
    { allowNumber: true, allowBoolean: true },
  ],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  // TypeScript's erasableSyntaxOnly allows no enums.
  '@typescript-eslint/no-unsafe-enum-assignment': 'off',
  // TypeScript's noPropertyAccessFromIndexSignature asks for the opposite.
  '@typescript-eslint/dot-notation': 'off',
  // To ESLint the properties of a component are of any type; svelte-check knows their types.
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
};

export default defineConfig(
  // Vite writes its bundled configuration beside the source for a moment, also while lint runs.
  globalIgnores(['out', 'dist', '.run', 'src/shared/language/generated', '*.config.ts.*.mjs']),
  {
    files: ['**/*.svelte.ts'],
    extends: [svelte.configs.recommended],
    languageOptions: { parser: ts.parser },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
  {
    files: ['**/*.svelte'],
    extends: [
      js.configs.recommended,
      isTyped ? ts.configs.strictTypeChecked : ts.configs.strict,
      isTyped ? ts.configs.stylisticTypeChecked : ts.configs.stylistic,
      svelte.configs.recommended,
    ],
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        parser: ts.parser,
        extraFileExtensions: ['.svelte'],
        ...(isTyped && { projectService: true, tsconfigRootDir: import.meta.dirname }),
      },
    },
    rules: {
      ...(isTyped && typedRules),
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
      'svelte/no-at-html-tags': 'error',
      // The content security policy forbids styles that are written in; those that a script sets are allowed.
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAttribute[key.name="style"]',
          message: 'Use style:property or a class.',
        },
      ],
    },
  },
  {
    // No component shows the maps of these files.
    files: ['src/renderer/src/{ui/view-memory,journal/long-text}.svelte.ts'],
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
);
