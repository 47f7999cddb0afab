import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** One forbidden import: what the specifier looks like, and why not. */
const forbid = (regex, message) => ({ regex, message });

const electron = forbid(
  '^electron($|/)',
  'Only the shell, the bridge and the preload touch Electron.',
);
const electronStore = forbid('^electron-store$', 'Settings go through storage/settings-store.ts.');
const node = forbid('^node:', 'The effects of the system arrive as ports.');
const network = forbid('^(undici|hono|@hono/)', 'HTTP lives in services and embedded.');
const toolsAndTests = forbid('(^|/)(tools|test|bench)/', 'Nothing in src knows of tools or tests.');
const rooms = (names) =>
  forbid(
    `(^|/)(${names.join('|')})(/|\\.ts$)`,
    'This arrow does not exist: see docs/architecture.md.',
  );
const onlyFrom = (pattern, message) => forbid(`^(?!${pattern})`, message);

/** The imports that a room forbids. Core rule: it needs no resolver, so that it cannot pass silently. */
const room = (files, ...patterns) => ({
  files: [files],
  ignores: ['**/*.test.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns: [toolsAndTests, ...patterns] }] },
});

const rawIpc = (name, where) => ({
  regex: '^electron$',
  importNames: [name],
  message: `Raw IPC stays in ${where}.`,
});

const aboveDomain = [
  'services',
  'storage',
  'shell',
  'bridge',
  'compose',
  'wiring',
  'embedded',
  'renderer',
  'preload',
];

const storageArrows = rooms([
  'services',
  'shell',
  'bridge',
  'compose',
  'wiring',
  'embedded',
  'renderer',
  'preload',
]);

export default ts.config(
  {
    ignores: [
      'node_modules',
      'out',
      'dist',
      '.run',
      '.svelte-check',
      'coverage',
      'test-results',
      // Vite writes its bundled configuration beside the source for a moment, also while lint runs.
      '*.config.ts.*.mjs',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...ts.configs.stylisticTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js', 'tools/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // TypeScript's noPropertyAccessFromIndexSignature asks for the opposite.
      '@typescript-eslint/dot-notation': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: { 'svelte/no-at-html-tags': 'error' },
  },
  { files: ['src/renderer/**'], languageOptions: { globals: globals.browser } },
  { files: ['tools/**', 'bench/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
  {
    files: ['**/*.mjs', 'eslint.config.js'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },

  // The arrows: shared ← domain ← services, storage, shell, bridge ← compose.
  room('src/shared/**', onlyFrom('(zod$|\\./)', 'shared is pure: zod and its own files only.')),
  room('src/main/domain/**', electron, electronStore, node, network, rooms(aboveDomain)),
  room(
    'src/main/services/**',
    electron,
    electronStore,
    rooms(['storage', 'shell', 'bridge', 'compose', 'wiring', 'embedded', 'renderer', 'preload']),
  ),
  room('src/main/platform/**', electron, electronStore, network, rooms(['domain', ...aboveDomain])),
  room('src/main/storage/**', electron, electronStore, network, storageArrows),
  room('src/main/storage/settings-store.ts', electron, network, storageArrows),
  room(
    'src/main/shell/**',
    electronStore,
    network,
    rawIpc('ipcMain', 'src/main/bridge/serve.ts'),
    rooms([
      'services',
      'storage',
      'bridge',
      'compose',
      'wiring',
      'embedded',
      'renderer',
      'preload',
    ]),
  ),
  room(
    'src/main/bridge/**',
    electronStore,
    network,
    rooms(['services', 'storage', 'shell', 'compose', 'wiring', 'embedded', 'renderer', 'preload']),
  ),
  ...['src/main/*.ts', 'src/main/wiring/**'].map((files) =>
    room(
      files,
      electronStore,
      rawIpc('ipcMain', 'src/main/bridge/serve.ts'),
      rooms(['embedded', 'renderer', 'preload']),
    ),
  ),
  room(
    'src/preload/**',
    onlyFrom('(electron$|\\./|\\.\\./shared/)', 'The preload sees only shared.'),
  ),
  room(
    'src/renderer/**',
    electron,
    electronStore,
    node,
    network,
    rooms([
      'main',
      'preload',
      'embedded',
      'services',
      'storage',
      'shell',
      'bridge',
      'compose',
      'wiring',
    ]),
  ),
  room(
    'src/embedded/**',
    electron,
    electronStore,
    rooms(['shared', 'main', 'domain', 'storage', 'shell', 'bridge', 'renderer', 'preload']),
  ),
);
