import { defineConfig } from '@playwright/test';
import { waitLimitMs } from './support/limit.ts';

/** Tests of the app from outside. Each worker has its own virtual desktop; see support/fixtures.ts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './support/prepare.ts',
  // Each worker has a desktop and a shared app of its own, and loads all modules again.
  workers: 1,
  // Every test has its own data folder, or shares one with the tests of its worker alone, so that `--shard` and
  // `--workers` can split a file.
  fullyParallel: true,
  timeout: 5 * waitLimitMs,
  expect: { timeout: waitLimitMs },
  // A flaky test is a defect.
  retries: 0,
  reporter: 'list',
});
