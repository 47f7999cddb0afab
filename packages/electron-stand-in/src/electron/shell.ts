import { spawn } from 'node:child_process';
import { NotInStandInError, strictObject } from './api.ts';

/**
 * Electron's `shell`: opens files and addresses with the desktop's own program, which continues to run when this
 * process ends. As in Electron on Linux, `openExternal` also resolves where nothing can open the address, and `openPath`
 * stays pending (`XDGOpen`, `OpenPath` in shell/common/platform_util_linux.cc).
 */
export const shell = strictObject('shell', {
  openExternal(url: string): Promise<void> {
    openOnDesktop(new URL(url).href);
    return Promise.resolve();
  },
  openPath(path: string): Promise<string> {
    openOnDesktop(path);
    return new Promise(() => undefined);
  },
} satisfies Partial<Electron.Shell>);

function openOnDesktop(target: string): void {
  const child = spawn('xdg-open', [target], { detached: true, stdio: 'ignore' });
  // Without a listener, a missing `xdg-open` would be an uncaught error.
  child.once('error', () => undefined);
  child.unref();
}

/** The programs that hold the text of the clipboard in the background: X11 does not store the text itself. */
const clipboardPrograms = [
  ['xclip', '-selection', 'clipboard', '-in'],
  ['xsel', '--clipboard', '--input'],
] as const;

/** Electron's `clipboard`, for text only. Uses the program `xclip` or `xsel` if one of them is installed. */
export const clipboard = strictObject('clipboard', {
  async writeText(text: string): Promise<void> {
    for (const [program, ...args] of clipboardPrograms)
      if (await holdClipboardText(program, args, text)) return;
    throw new NotInStandInError('clipboard.writeText where there is neither xclip nor xsel');
  },
} satisfies Partial<Electron.Clipboard>);

/** Passes the text to the program. Returns false when the program is not installed. */
function holdClipboardText(
  program: string,
  args: readonly string[],
  text: string,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // The output of the program is not read, because its pipes stay open as long as the program holds the text.
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(false);
      else reject(error);
    });
    child.once('exit', () => resolve(true));
    child.stdin.on('error', () => undefined).end(text);
  });
}
