import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** One forbidden import: what the specifier looks like, and why not. */
const forbid = (regex, message) => ({ regex, message });

const electron = forbid(
  '^electron($|/)',
  'Only the platform and the effects of a feature touch Electron.',
);
const electronStore = forbid('^electron-store$', 'Settings go through settings/store.');
const effects = forbid(
  '^(node:|electron($|/)|undici$)',
  'A rule has no effects: see docs/architecture.md.',
);
const network = forbid(
  '^(undici$|hono|@hono/)',
  'HTTP lives in platform/http and in packages/services.',
);
const toolsAndTests = forbid(
  '(^|/|#|-)(tools|test|bench|stand-in)/',
  'Nothing in src knows of tools or tests.',
);
const climbing = forbid(
  '^\\.\\./\\.\\./',
  'Beyond one level up, import by alias: #shared/…, #picture/….',
);
const leaving = forbid('^\\.\\./', 'Leave a room by alias only: #shared/…, #picture/….');
const onlyFrom = (pattern, message) => forbid(`^(?!${pattern})`, message);
const alias = (names, message) => forbid(`^#(${names.join('|')})/`, message);

const features = [
  'picture',
  'wallpaper',
  'station',
  'journal',
  'settings',
  'updates',
  'notifications',
  'tray',
  'report',
];
const outside = ['services', 'renderer'];

/** The imports that some files forbid. Core rule: it needs no resolver, so that it cannot pass silently. */
const arrows = (files, ...patterns) => ({
  files: [files].flat(),
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': ['error', { patterns: [toolsAndTests, climbing, ...patterns] }],
  },
});

/** A room is a folder. From its own files `../` would leave it; from its subfolders it would not. */
const room = (folder, ...patterns) => [
  arrows(`${folder}/**`, ...patterns),
  arrows(`${folder}/*`, leaving, ...patterns),
];

const rawIpc = (name, where) => ({
  regex: '^electron$',
  importNames: [name],
  message: `Raw IPC stays in ${where}.`,
});
const ipcMain = rawIpc('ipcMain', 'src/main/platform/ipc/serve.ts');

/** Where a feature has effects. Every other file of a feature is a rule. */
const effectFiles = [
  '**/*-{client,store}.ts',
  '**/{client,desktops,download,install,login-item,secrets,setter,store,thumbnails}/**',
  '**/tray/{tray,host}.ts',
  '**/notifications/notifier.ts',
];

/** A feature knows runtime, platform and shared, and another feature through its index.ts alone. */
const featureRoom = (name) => {
  const others = features.filter((other) => other !== name);
  const walls = [
    alias(['app', ...outside], 'A feature knows no app.'),
    forbid(
      `^#(${others.join('|')})/(?!index\\.ts$)`,
      'Another feature is seen through its index.ts.',
    ),
  ];
  const folder = `src/main/${name}`;
  return [
    ...room(folder, ...walls, electronStore, network, ipcMain),
    ...[`${folder}/**`, `${folder}/*`].map((files) => ({
      ...arrows(
        files,
        ...walls,
        effects,
        electronStore,
        ...(files.endsWith('**') ? [] : [leaving]),
      ),
      ignores: ['**/*.test.ts', ...effectFiles],
    })),
  ];
};

export default defineConfig(
  {
    ignores: [
      'node_modules',
      'out',
      'dist',
      '.run',
      'src/shared/language/generated',
      '.svelte-check',
      'coverage',
      'test-results',
      // Vite writes its bundled configuration beside the source for a moment, also while lint runs.
      '*.config.ts.*.mjs',
    ],
  },
  ...svelte.configs.recommended,
  // Oxlint holds the other rules for TypeScript: see .oxlintrc.json. So unused directives are its finding, too.
  {
    files: ['**/*.{ts,js,mjs}'],
    plugins: { '@typescript-eslint': ts.plugin },
    languageOptions: { parser: ts.parser },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
  },
  {
    files: ['**/*.svelte'],
    extends: [
      js.configs.recommended,
      ts.configs.strictTypeChecked,
      ts.configs.stylisticTypeChecked,
      svelte.configs.recommended,
    ],
    languageOptions: {
      parserOptions: {
        parser: ts.parser,
        projectService: true,
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
      // To ESLint the properties of a component are of any type; svelte-check knows their types.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
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
    files: ['src/renderer/src/{app/view-memory,journal/long-text}.svelte.ts'],
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
  {
    files: ['src/renderer/**', 'tools/screenshots/gallery/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.test.ts', 'tools/**', 'test/**', 'bench/**', 'src/renderer/test/**'],
    // Packages have aliases of their own; these files import beyond them by path.
    ignores: ['tools/composing/**', 'packages/services/**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [climbing] }] },
  },
  // The arrows: shared ← runtime ← platform ← features ← app. See docs/architecture.md.
  arrows(
    'src/shared/*',
    onlyFrom('(zod$|#words$|\\./|#shared/)', 'shared is pure: zod and its own files only.'),
  ),
  arrows(
    'src/shared/*/**',
    onlyFrom('(zod$|#words$|\\.\\.?/|#shared/)', 'shared is pure: zod and its own files only.'),
  ),
  ...room(
    'src/main/runtime',
    effects,
    electronStore,
    alias(['app', 'platform', ...features, ...outside], 'The runtime knows shared alone.'),
  ),
  ...room(
    'src/main/platform',
    electronStore,
    network,
    ipcMain,
    alias(['app', ...features, ...outside], 'The platform knows no feature.'),
  ),
  arrows(
    'src/main/platform/{http,database,files}/**',
    electron,
    electronStore,
    alias(['app', ...features, ...outside], 'The platform knows no feature.'),
  ),
  arrows(
    'src/main/platform/ipc/**',
    electronStore,
    network,
    alias(['app', ...features, ...outside], 'The platform knows no feature.'),
  ),
  ...features.flatMap(featureRoom),
  arrows(
    'src/main/settings/store/**',
    electron,
    network,
    alias(['app', ...outside], 'A feature knows no app.'),
  ),
  ...room(
    'src/main/app',
    electronStore,
    ipcMain,
    network,
    alias(outside, 'They are other processes.'),
  ),
  {
    // The composition reads from top to bottom.
    files: ['src/main/app/{compose,core-services,background-services,activities,ui}.ts'],
    rules: {
      '@typescript-eslint/no-use-before-define': [
        'error',
        { functions: false, classes: false, ignoreTypeReferences: true },
      ],
    },
  },
  arrows('src/main/*.ts', electronStore, ipcMain, alias(outside, 'They are other processes.')),
  ...room('src/preload', onlyFrom('(electron$|\\./|#shared/)', 'The preload sees only shared.')),
  arrows(
    'src/renderer/**',
    electronStore,
    effects,
    network,
    alias(
      ['app', 'runtime', 'platform', ...features, 'services'],
      'The renderer knows shared alone.',
    ),
  ),
  ...room(
    'packages/services/src',
    electron,
    electronStore,
    alias(
      ['app', 'runtime', 'platform', ...features, 'shared', 'renderer'],
      'The services are a program of their own.',
    ),
  ),
  {
    files: ['packages/electron-stand-in/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [climbing, forbid('^#(?!stand-in/)', 'The stand-in knows no application.')] },
      ],
    },
  },
);
