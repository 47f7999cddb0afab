import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import type { Plugin, Rolldown } from 'vite';
import { licensesPlugin } from './tools/licenses/plugin.ts';
import packageInfo from './package.json' with { type: 'json' };
import { placesPlugin } from './tools/places/plugin.ts';
import { compileWordsIfChanged } from './tools/words/compile.ts';
import { mainWordsPlugin, pageWordsPlugin } from './tools/words/plugin.ts';

await compileWordsIfChanged();

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What a release says of its updates; without them the app looks for none. See docs/updates.md. */
const builtIn = (name: string): string => JSON.stringify(process.env[name] ?? '');

/**
 * V8 holds a script in two bytes a character as soon as one of them is not Latin-1. Escaped, the words of the app
 * cost half as much memory for as long as it runs.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replaceAll(
          // By code unit: a pair of surrogates stays a pair.
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/** A table that main reads as a file when it needs it (src/main/station/observer/town-heights-store.ts). */
const townHeights: Plugin = {
  name: 'town-heights',
  generateBundle() {
    const source = readFileSync(at('src/main/station/observer/heights.json'));
    this.emitFile({ type: 'asset', fileName: 'heights.json', source });
  },
};

/** Main has parsed all data that pages get. The library of schemas is a sixth of all scripts of a page. */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  // Before the resolver of Vite, which would take the package.
  enforce: 'pre',
  resolveId: {
    filter: { id: /^zod(\/|$)/ },
    handler(_id, importer) {
      throw new Error(
        `${importer ?? 'a page'} brings zod into the pages: put the schema in a file of its own`,
      );
    },
  },
};

/** Replaces the module with the directions of the contract by its value, which needs no schemas. */
const plainDirections: Plugin = {
  name: 'plain-directions',
  load: {
    filter: { id: /src[\\/]shared[\\/]directions\.ts$/ },
    async handler(id) {
      const { channelDirections } = (await import(pathToFileURL(id).href)) as {
        channelDirections: unknown;
      };
      return `export const channelDirections = ${JSON.stringify(channelDirections)};`;
    },
  },
};

/** The parts of electron-store that the app does not use; electron-updater needs semver. */
const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^(ajv\/dist\/2020\.js|ajv-formats|semver)$/ },
    handler: (_id, importer) =>
      importer !== undefined && /[\\/]node_modules[\\/]conf[\\/]/.test(importer)
        ? at('build/no-schema.js')
        : null,
  },
};

/**
 * Returns the pages that import a module statically, by their folders, as the name of a chunk: `glance-renderer`. A
 * module that is loaded later only, such as one of a dialog, is in the chunk `later`.
 */
const chunkOfPages: Rolldown.CodeSplittingNameFunction = (module, context) => {
  const importers = new Set([module]);
  const pages = new Set<string>();
  // A set that grows is iterated to its end.
  for (const id of importers) {
    const info = context.getModuleInfo(id);
    if (info?.isEntry === true) pages.add(basename(dirname(id)));
    for (const importer of info?.importers ?? []) importers.add(importer);
  }
  return [...pages].sort().join('-') || 'later';
};

export default defineConfig({
  main: {
    plugins: [
      withoutJsonSchemas,
      mainWordsPlugin(),
      townHeights,
      asciiOnly,
      licensesPlugin('main'),
    ],
    resolve: {
      // Together they save 15 MB of memory, and half of the time that the first request waits for undici.
      alias: [
        { find: /^undici$/, replacement: at('build/undici.js') },
        { find: './client-h2.js', replacement: at('build/no-http2.js') },
      ],
    },
    define: {
      __OVERHEAD_UPDATE_FEED__: builtIn('OVERHEAD_UPDATE_FEED'),
      __OVERHEAD_UPDATE_KEYS__: builtIn('OVERHEAD_UPDATE_KEYS'),
      __OVERHEAD_UPDATE_HOSTS__: builtIn('OVERHEAD_UPDATE_HOSTS'),
      __OVERHEAD_HOMEPAGE__: JSON.stringify(packageInfo.homepage),
    },
    build: {
      // One file each: it starts faster and packs smaller than a node_modules tree.
      externalizeDeps: false,
      minify: true,
      rolldownOptions: {
        // Three processes: the app, the services that it may run beside itself, and the program that calls Windows.
        input: {
          index: at('src/main/index.ts'),
          services: at('packages/services/src/main.ts'),
          windows: at('src/main/wallpaper/desktops/windows-program.ts'),
        },
      },
    },
  },
  preload: {
    plugins: [withoutSchemas, plainDirections, licensesPlugin('preload')],
    build: {
      // A sandboxed preload is loaded as CommonJS and can require nothing but electron.
      externalizeDeps: false,
      minify: true,
      rolldownOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [
      withoutSchemas,
      pageWordsPlugin(),
      svelte({
        compilerOptions: {
          runes: true,
          discloseVersion: false,
          // The class of a component stands at each of its elements.
          cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}`,
        },
      }),
      placesPlugin(),
      licensesPlugin('renderer'),
    ],
    build: {
      minify: true,
      // The content security policy allows no data: addresses.
      assetsInlineLimit: 0,
      rolldownOptions: {
        // The windows' pages, and the page that composes wallpapers, which nobody sees.
        input: {
          index: at('src/renderer/index.html'),
          glance: at('src/renderer/glance/index.html'),
          composer: at('src/renderer/composer/index.html'),
        },
        output: {
          codeSplitting: {
            // A chunk for each set of pages, in place of one for each set of importers: the first view loads 4 scripts
            // instead of 14, and they compress better. No page loads a module that only others need at once.
            groups: [{ debugName: 'pages', name: chunkOfPages, minShareCount: 2 }],
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  },
});
