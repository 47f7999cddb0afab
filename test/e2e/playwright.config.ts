import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { waitLimitMs } from './support/limit.ts';

/** Tests of the app from outside. Each worker has its own virtual desktop; see support/fixtures.ts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './support/prepare.ts',
  workers: availableParallelism(),
  // Every test has its own data folder, or shares one with the tests of its worker alone, so that files can be split
  // among the workers.
  fullyParallel: true,
  timeout: 5 * waitLimitMs,
  expect: { timeout: waitLimitMs },
  // A flaky test is a defect.
  retries: 0,
  reporter: 'list',
});
