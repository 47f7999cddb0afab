import { ensureBuilt } from '#tools/setup/build.ts';

/** Builds the app once before tests that start it. */
export const setup = async (): Promise<void> => {
  await ensureBuilt({ log: console.log });
};
