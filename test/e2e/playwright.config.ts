import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Tests of the app from outside. Each worker has its own virtual desktop; see support/fixtures.ts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './support/prepare.ts',
  workers: availableParallelism(),
  // Every test starts the app with its own data folder, so that files can be split among the workers.
  fullyParallel: true,
  // The time limit is long enough for a busy machine. Tests wait for events, so a quiet machine does not wait longer.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A flaky test is a defect.
  retries: 0,
  reporter: 'list',
});
