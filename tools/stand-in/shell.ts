import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strict } from './absent.ts';

/** Opens with the desktop's own program, which outlives this process. False when there is none. */
function open(target: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('xdg-open', [target], { detached: true, stdio: 'ignore' });
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
    child.unref();
  });
}

/** Electron's `shell`. */
export const shell = strict('shell', {
  openExternal: async (url: string): Promise<void> => {
    await open(new URL(url).href);
  },
  openPath: async (path: string): Promise<string> =>
    (await open(path)) ? '' : `Failed to open ${path}`,
  showItemInFolder: (path: string): void => void open(pathToFileURL(dirname(path)).href),
} satisfies Partial<Electron.Shell>);
