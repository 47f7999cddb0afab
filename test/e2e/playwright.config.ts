import { defineConfig } from '@playwright/test';

/** The app from outside, on a virtual desktop of its own. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // A desktop has one tray and one wallpaper.
  workers: 1,
  timeout: 60_000,
  // A busy machine of a CI may be too slow once; the list then says `flaky`, and nobody's own machine hides it.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
});
