import { ensureBuilt } from '#tools/setup/build.ts';

/** Builds the app once before all tests that start it. */
export async function setup(): Promise<void> {
  await ensureBuilt({ log: (line) => process.stdout.write(`${line}\n`) });
}
