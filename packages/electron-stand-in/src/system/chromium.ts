import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const programNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The path of the Chromium that CHROMIUM_PATH names or that is on the PATH; null if no Chromium is found. */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env['CHROMIUM_PATH']) return env['CHROMIUM_PATH'];
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    for (const name of programNames) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Chromium is not in this folder: try the next folder.
      }
    }
  }
  return null;
}
