import { defineConfig } from '@playwright/test';

/** The app from outside, on a virtual desktop of its own. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // A desktop has one tray and one wallpaper.
  workers: 1,
  timeout: 60_000,
  reporter: 'list',
});
