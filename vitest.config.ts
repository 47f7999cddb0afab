import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type Plugin } from 'vitest/config';
import { pngBytes } from './test/support/images.ts';
import { chromiumPath } from './tools/system/chromium.ts';

const chromium = chromiumPath();

/** Stands in for the pictures that main serves: names with `5e4bed` are there, all others are missing. */
const pictures: Plugin = {
  name: 'pictures-for-tests',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = request.url ?? '';
      if (!/^\/(picture|thumbnails)\//.test(path)) next();
      else if (!path.includes('5e4bed')) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'image/png' }).end(pngBytes(1600, 1000));
    });
  },
};

export default defineConfig({
  test: {
    // One worker per core; Vitest's default leaves one core free.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/{shared,main,embedded,preload}/**/*.test.ts',
            'tools/**/*.test.ts',
            'test/{unit,conformance,fuzz}/**/*.test.ts',
          ],
          setupFiles: ['test/support/seed.ts'],
          testTimeout: 30_000,
        },
      },
      {
        plugins: [svelte(), pictures],
        test: {
          name: 'browser',
          include: ['src/renderer/**/*.test.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromium === null ? {} : { executablePath: chromium }),
                args: [
                  '--no-sandbox',
                  '--disable-gpu',
                  '--no-first-run',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                ],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
