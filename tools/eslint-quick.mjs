/**
 * The lint of `npm test`: eslint.config.js without the rules whose type checking takes most of the time. For
 * components, each file would need its own type checker, and svelte-check reports their type errors. For tests and
 * tools, the rules about promises stay on. `npm run test:full` and editors use eslint.config.js.
 */
import ts from 'typescript-eslint';
import all from '../eslint.config.js';

const promises = /no-floating-promises|no-misused-promises|await-thenable|return-await/;
const untyped = ts.configs.disableTypeChecked.rules;

export default [
  ...all,
  { files: ['**/*.svelte'], ...ts.configs.disableTypeChecked },
  {
    // These two Svelte rules need types as well.
    files: ['**/*.svelte', '**/*.svelte.ts'],
    rules: { 'svelte/no-unused-props': 'off', 'svelte/require-store-reactive-access': 'off' },
  },
  {
    files: ['**/*.test.ts', 'tools/**', 'test/**', 'bench/**', '*.config.ts'],
    rules: Object.fromEntries(Object.entries(untyped).filter(([rule]) => !promises.test(rule))),
  },
  // A directive for a rule that is off in this configuration must not be reported as unused.
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
];
