import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { pngBytes } from './test/support/images.ts';
import { placesPlugin } from './tools/places/plugin.ts';
import { headlessChromiumPath } from './packages/electron-stand-in/src/system/chromium.ts';
import { compileWordsIfChanged } from './tools/words/compile.ts';
import { wholeWordsPlugin } from './tools/words/plugin.ts';

await compileWordsIfChanged();

// The tests run in the same time zone and language on each computer. A test of another one sets it.
Object.assign(process.env, { TZ: 'UTC', LANG: 'C.UTF-8' });
for (const name of ['LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LC_TIME'])
  Reflect.deleteProperty(process.env, name);

const chromium = headlessChromiumPath();

/** Stands in for the pictures that main serves: names with `5e4bed` are there, all others are missing. */
const pictures: Plugin = {
  name: 'pictures-for-tests',
  configureServer(server) {
    let picture: Buffer | null = null;
    server.middlewares.use((request, response, next) => {
      const path = request.url ?? '';
      if (!/^\/(picture|thumbnails|photos)\//.test(path)) next();
      else if (!path.includes('5e4bed')) response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': 'image/png' })
          .end((picture ??= pngBytes(1600, 1000)));
    });
  },
};

/** Tests that replace modules (`vi.mock`), each with a module graph of its own. */
const mocked = '**/*.mocked.test.ts';
/** Tests that only `npm run test:full` runs. */
const slow = '**/*.slow.test.ts';
/** Tests of the renderer that need a page. All others run in Node. */
const inPage = 'src/renderer/**/*.browser.test.ts';

/** The limit of `expect.poll` and `expect.element`: a busy machine may take longer than Vitest's second. */
const pollLimit = { timeout: 60_000 };

const node = {
  environment: 'node',
  include: [
    '{src,packages}/**/*.test.ts',
    '{tools,bench}/**/*.test.ts',
    'test/{unit,conformance,fuzz}/**/*.test.ts',
  ],
  setupFiles: [
    'test/support/electron-names.ts',
    'test/support/seed.ts',
    'test/support/defect-sink.ts',
    'test/support/patient-waits.ts',
  ],
  // Long enough for a busy machine: a quiet machine does not wait longer.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: pollLimit },
  // 12:45 h ahead of UTC, and with summer time: a test sees a local time or date in place of one in UTC.
  env: { TZ: 'Pacific/Chatham' },
  // electron-updater runs programs in a shell with arguments, of which Node warns.
  execArgv: ['--disable-warning=DEP0190'],
};

export default defineConfig({
  test: {
    // One worker per core; Vitest's default leaves one core free.
    maxWorkers: availableParallelism(),
    // Prints what a test writes to the console only if the test fails.
    silent: 'passed-only',
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // One module graph per worker instead of one per file: a quarter of the time.
          isolate: false,
          // Node itself reads the modules, which needs no transformation in the main process of Vitest.
          experimental: { viteModuleRunner: false },
          exclude: [...configDefaults.exclude, mocked, slow, inPage],
        },
      },
      {
        test: {
          ...node,
          name: 'unit-mocked',
          include: [mocked],
          // A worker resets its modules before each file, in half of the processor time of a new worker.
          isolate: false,
          setupFiles: ['test/support/own-modules.ts', ...node.setupFiles],
        },
      },
      {
        test: {
          ...node,
          name: 'unit-slow',
          include: [slow],
          // As in the project `unit`.
          isolate: false,
          experimental: { viteModuleRunner: false },
          // Two tests that build the app at the same time would remove each other's files.
          globalSetup: 'test/support/built.ts',
          testTimeout: 300_000,
        },
      },
      {
        // Checks of the whole repository: lint, types, format and build, as many at a time as there are cores.
        test: {
          name: 'gates',
          environment: 'node',
          include: ['tools/test/gates.ts'],
          maxConcurrency: availableParallelism(),
          testTimeout: 1_200_000,
        },
      },
      {
        plugins: [wholeWordsPlugin(), svelte(), pictures, placesPlugin()],
        test: {
          name: 'browser',
          include: [inPage],
          // One page per worker: loading all modules again for each file takes half of the processor time.
          isolate: false,
          setupFiles: [
            'src/renderer/test/clean-page.ts',
            'src/renderer/test/fixed-hour.ts',
            'src/renderer/test/lasting-messages.ts',
          ],
          testTimeout: 120_000,
          expect: { poll: pollLimit },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // chromium-headless-shell, unlike Chromium, otherwise refuses both.
              contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] },
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
