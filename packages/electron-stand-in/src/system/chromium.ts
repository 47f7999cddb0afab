import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const programNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Chromium without windows, which needs half of the processor time to start. */
export const headlessProgram = 'chromium-headless-shell';

/** The path of the Chromium that CHROMIUM_PATH names or that is on the PATH; null if no Chromium is found. */
export const chromiumPath = (env: NodeJS.ProcessEnv = process.env): string | null =>
  namedPath(env) ?? findOnPath(programNames, env);

/** The path of the Chromium for pages that are never shown; null if no Chromium is found. */
export const headlessChromiumPath = (env: NodeJS.ProcessEnv = process.env): string | null =>
  namedPath(env) ?? findOnPath([headlessProgram], env) ?? findOnPath(programNames, env);

/** The value of CHROMIUM_PATH; null if it is missing or empty. */
function namedPath({ CHROMIUM_PATH: path }: NodeJS.ProcessEnv): string | null {
  return path === undefined || path === '' ? null : path;
}

/** The path of the first program with one of these names in the folders of the PATH; null if there is none. */
export function findOnPath(names: readonly string[], env: NodeJS.ProcessEnv): string | null {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // The program is not in this folder.
      }
    }
  }
  return null;
}
