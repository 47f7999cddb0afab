/** Started by `tests.ts` with the folder of the copy: answers each order with the first failure, or null. */
import { join } from 'node:path';
import { createVitest, type Reporter } from 'vitest/node';
import type { Order } from './tests.ts';

const [folder = '.'] = process.argv.slice(2);

/** What is known of the run that is under way. */
const seen = { failed: null as string | null, modules: 0 };

// Vitest itself keeps results of earlier runs beside those of the last one.
const reporter: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state === 'failed') seen.failed ??= test.fullName;
  },
  onTestModuleEnd(module) {
    seen.modules += 1;
    if (module.ok()) return;
    const [test] = module.children.allTests('failed');
    const words = test?.fullName ?? module.errors()[0]?.message ?? module.state();
    seen.failed ??= test === undefined ? `${module.relativeModuleId}: ${words}` : words;
  },
};

const vitest = await createVitest({
  root: folder,
  watch: false,
  project: ['unit'],
  reporters: [reporter],
  silent: true,
  // Other programs may be using the machine.
  testTimeout: 60_000,
  bail: 1,
  maxWorkers: 2,
  // The cache is in node_modules, which the copy shares with the sources.
  cache: false,
});
await vitest.standalone();

async function run({ tests, changed }: Order): Promise<string | null> {
  for (const file of changed) vitest.invalidateFile(join(folder, file));
  Object.assign(seen, { failed: null, modules: 0 });
  const files = tests.map((test) => join(folder, test));
  const { unhandledErrors } = await vitest.runTestFiles(files);
  if (seen.failed !== null) return seen.failed;
  if (unhandledErrors.length > 0) return 'an error outside of the tests';
  return seen.modules < tests.length ? 'not all tests were run' : null;
}

process.on('message', (order) => {
  run(order as Order).then(
    (failed) => process.send?.(failed),
    (error: unknown) => process.send?.(String(error)),
  );
});
// Also when the parent was killed.
process.on('disconnect', () => process.exit());
