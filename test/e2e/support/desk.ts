import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Desktop } from '#stand-in/desktop/desktop.ts';

/** Actions of a user on windows, sent through the window manager. */
export function deskOf(desktop: Desktop) {
  const xdotool = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('xdotool', args, { env: desktop.env });
    return stdout.trim();
  };
  /** Waits for a visible window whose title is `title`, possibly after a prefix and a dash; returns its id. */
  const find = async (title: string): Promise<string> => {
    const windowIds = await xdotool(
      'search',
      '--sync',
      '--onlyvisible',
      '--name',
      `^(.+ – )?${title}$`,
    );
    return windowIds.split('\n')[0] ?? '';
  };
  return {
    xdotool,
    find,
    /** Closes the window with Alt+F4, which has the effect of a click on its close button. */
    async close(title: string): Promise<void> {
      await xdotool('windowactivate', '--sync', await find(title));
      await xdotool('key', 'alt+F4');
    },
    async minimise(title: string): Promise<void> {
      await xdotool('windowminimize', await find(title));
    },
    async bounds(title: string) {
      const text = await xdotool('getwindowgeometry', '--shell', await find(title));
      const read = (name: string): number =>
        Number(new RegExp(`^${name}=(-?\\d+)$`, 'm').exec(text)?.[1]);
      return { x: read('X'), y: read('Y'), width: read('WIDTH'), height: read('HEIGHT') };
    },
  };
}
