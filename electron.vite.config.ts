import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What a release says of its updates; without them the app looks for none. See docs/updates.md. */
const builtIn = (name: string): string => JSON.stringify(process.env[name] ?? '');

export default defineConfig({
  main: {
    define: {
      __OVERHEAD_UPDATE_FEED__: builtIn('OVERHEAD_UPDATE_FEED'),
      __OVERHEAD_UPDATE_KEYS__: builtIn('OVERHEAD_UPDATE_KEYS'),
      __OVERHEAD_UPDATE_HOSTS__: builtIn('OVERHEAD_UPDATE_HOSTS'),
    },
    build: {
      // One file each: it starts faster and packs smaller than a node_modules tree.
      externalizeDeps: false,
      minify: true,
      rolldownOptions: {
        // Two processes: the app, and the services that it may run beside itself.
        input: { index: at('src/main/index.ts'), services: at('src/embedded/main.ts') },
      },
    },
  },
  preload: {
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
    plugins: [svelte()],
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
      },
    },
  },
});
