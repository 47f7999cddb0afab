/**
 * The imports that each folder may have: shared ← runtime ← platform ← features ← app. See docs/architecture.md. The gate
 * `lint: imports` checks every file. Test files, tools and benchmarks may import everything, but not by `../../`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Specifiers that a file must not import, or from which it must not import one name. */
interface Rule {
  readonly specifier: RegExp;
  readonly name?: string;
  readonly message: string;
}

const forbid = (specifier: RegExp, message: string): Rule => ({ specifier, message });
const alias = (names: readonly string[], message: string): Rule =>
  forbid(new RegExp(`^#(${names.join('|')})/`), message);

const electron = forbid(
  /^electron($|\/)/,
  'Only the platform and the effects of a feature touch Electron.',
);
const electronStore = forbid(/^electron-store$/, 'Settings go through settings/store.');
const effects = forbid(
  /^(node:|electron($|\/)|undici$)/,
  'A rule has no effects: see docs/architecture.md.',
);
const network = forbid(
  /^(undici$|hono|@hono\/)/,
  'HTTP lives in platform/http and in packages/services.',
);
const ipcMain: Rule = {
  specifier: /^electron$/,
  name: 'ipcMain',
  message: 'Raw IPC stays in src/main/platform/ipc/serve.ts.',
};
const toolsAndTests = forbid(
  /(^|\/|#|-)(tools|test|bench|stand-in)\//,
  'Nothing in src knows of tools or tests.',
);
const climbing = forbid(
  /^\.\.\/\.\.\//,
  'Beyond one level up, import by alias: #shared/…, #picture/….',
);
const leaving = forbid(/^\.\.\//, 'Leave a folder by alias only: #shared/…, #picture/….');

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
const noFeature = alias(['app', ...features, ...outside], 'The platform knows no feature.');
const noOtherProcess = alias(outside, 'They are other processes.');

/** The files of a feature that have effects. Every other file of a feature is a rule. */
const effectFile =
  /(-(client|store)\.ts$)|\/feature\.ts$|\/(client|desktops|download|install|login-item|secrets|setter|store|thumbnails)\/|\/tray\/(tray|host)\.ts$|\/notifications\/notifier\.ts$/;

/** The one file of the runtime with an effect: it reads the clocks of the system. */
const clockFile = 'src/main/runtime/clock.ts';

/** A feature knows runtime, platform and shared, and another feature through its index.ts alone. */
const featureRules = (name: string): readonly Rule[] => [
  alias(['app', ...outside], 'A feature knows no app.'),
  forbid(
    new RegExp(`^#(${features.filter((other) => other !== name).join('|')})/(?!index\\.ts$)`),
    'Another feature is seen through its index.ts.',
  ),
  network,
  ipcMain,
];

const shared = 'shared is pure: zod and its own files only.';

/** The rules of every page. */
const pageRules: readonly Rule[] = [
  effects,
  electronStore,
  network,
  alias(
    ['app', 'runtime', 'platform', ...features, 'services'],
    'The renderer knows shared alone.',
  ),
];

/** The features of the window. For each feature: the other features from which it may import dialogs and previews. */
const windowFeatures: Readonly<Record<string, readonly string[]>> = {
  journal: [],
  picture: ['wallpaper'],
  settings: ['station', 'wallpaper'],
  station: [],
  status: [],
  wallpaper: [],
};
/**
 * The rules of a folder of the renderer: its files may import from `ui`, from the features in `known`, and from no other
 * feature, nor from `app` or the glance.
 */
const windowRules = (known: readonly string[], message: string): readonly Rule[] => [
  ...pageRules,
  forbid(
    new RegExp(
      `^(\\.\\.|#renderer)/(${['app', ...Object.keys(windowFeatures)].filter((name) => !known.includes(name)).join('|')})/|^#glance/`,
    ),
    message,
  ),
];

/** The rules of each folder. The deepest folder of a file decides. `closed`: its own files do not import by `../`. */
const folders: Readonly<Record<string, { readonly rules: readonly Rule[]; closed?: true }>> = {
  'src/shared': { rules: [forbid(/^(?!zod$|#words$|\.\.?\/|#shared\/)/, shared)], closed: true },
  'src/main': { rules: [electronStore, ipcMain, noOtherProcess] },
  'src/main/app': { rules: [electronStore, ipcMain, network, noOtherProcess], closed: true },
  'src/main/runtime': {
    rules: [
      effects,
      electronStore,
      alias(['app', 'platform', ...features, ...outside], 'The runtime knows shared alone.'),
    ],
    closed: true,
  },
  'src/main/platform': { rules: [electronStore, network, ipcMain, noFeature], closed: true },
  'src/main/platform/database': { rules: [electron, electronStore, noFeature] },
  'src/main/platform/files': { rules: [electron, electronStore, noFeature] },
  'src/main/platform/http': { rules: [electron, electronStore, noFeature] },
  'src/main/platform/ipc': { rules: [electronStore, network, noFeature] },
  ...Object.fromEntries(
    features.map((name) => [
      `src/main/${name}`,
      { rules: [electronStore, ...featureRules(name)], closed: true as const },
    ]),
  ),
  'src/main/settings/store': { rules: [electron, ...featureRules('settings')] },
  'src/preload': {
    rules: [forbid(/^(?!electron$|\.\/|#shared\/)/, 'The preload sees only shared.')],
  },
  'src/renderer': { rules: pageRules },
  'src/renderer/glance': {
    rules: windowRules(Object.keys(windowFeatures), 'The popover is a page of its own.'),
  },
  'src/renderer/src/ui': { rules: windowRules([], 'The base of all views knows no feature.') },
  ...Object.fromEntries(
    Object.entries(windowFeatures).map(([name, known]) => [
      `src/renderer/src/${name}`,
      { rules: windowRules([name, ...known], 'A view shows no view of another feature.') },
    ]),
  ),
  'packages/services/src': {
    rules: [
      electron,
      electronStore,
      alias(
        ['app', 'runtime', 'platform', ...features, 'shared', 'renderer'],
        'The services are a program of their own.',
      ),
    ],
    closed: true,
  },
};

function rulesOf(path: string): readonly Rule[] {
  if (path.startsWith('packages/electron-stand-in/'))
    return [climbing, forbid(/^#(?!stand-in\/)/, 'The stand-in knows no application.')];
  // These files import by path what lies outside of their package.
  if (/^(tools\/composing\/|packages\/services\/.*\.test\.ts$)/.test(path)) return [];
  let folder = posix.dirname(path);
  const isDeep = !Object.hasOwn(folders, folder);
  while (folder !== '.' && !Object.hasOwn(folders, folder)) folder = posix.dirname(folder);
  const found = folders[folder];
  if (found === undefined || /\.test\.ts$|^src\/renderer\/test\//.test(path)) return [climbing];
  const isRule = features.some((name) => folder === `src/main/${name}`) && !effectFile.test(path);
  return [
    toolsAndTests,
    climbing,
    ...found.rules.filter((rule) => rule !== effects || path !== clockFile),
    ...(isRule ? [effects] : []),
    ...(found.closed === true && !isDeep ? [leaving] : []),
  ];
}

interface Import {
  readonly specifier: string;
  readonly names: readonly string[];
}

/** The imports and the re-exports of a file, types included, and what it loads by `import()`. */
function importsOf(path: string, text: string): Import[] {
  const scripts = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script)
    : [text];
  return scripts.flatMap((script) => {
    const { module, errors } = parseSync(path.replace(/\.svelte$/, '.ts'), script);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
    return [
      ...module.staticImports.map(({ moduleRequest, entries }) => ({
        specifier: moduleRequest.value,
        names: entries.flatMap(({ importName }) => importName.name ?? []),
      })),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, importName }) =>
          moduleRequest === null
            ? []
            : [{ specifier: moduleRequest.value, names: [importName.name ?? ''] }],
        ),
      ),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
        specifier: script.slice(start + 1, end - 1),
        names: [],
      })),
    ];
  });
}

/** The imports of a file that its folder forbids, each with the reason. `path`: from the root, with slashes. */
export function forbiddenImports(path: string, text: string): string[] {
  const rules = rulesOf(path);
  if (rules.length === 0) return [];
  return importsOf(path, text).flatMap(({ specifier, names }) =>
    rules
      .filter((rule) => rule.specifier.test(specifier))
      .filter(({ name }) => name === undefined || names.includes(name))
      .map(({ message }) => `${path}: '${specifier}': ${message}`),
  );
}

/** The forbidden imports of all files of a tree. */
export function checkArrows(root: string): string[] {
  return ['src', 'packages', 'tools', 'test', 'bench'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|js|mjs|svelte)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/[/\\](node_modules|generated)[/\\]/.test(file))
      .flatMap((file) =>
        forbiddenImports(
          file.slice(root.length + 1).replaceAll('\\', '/'),
          readFileSync(file, 'utf8'),
        ),
      ),
  );
}
