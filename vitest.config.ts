import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './tools/system/chromium.ts';

const chromium = chromiumPath();

export default defineConfig({
  test: {
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
        plugins: [svelte()],
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
