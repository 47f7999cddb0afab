import { spawn } from 'node:child_process';
import { NotInStandInError, strict } from './api.ts';

/** Electron's `shell`: opens files and addresses with the desktop's own program, which outlives this process. */
export const shell = strict('shell', {
  openExternal: (url: string): Promise<void> => openOnDesktop(new URL(url).href),
  // Electron does not wait for the program either (shell/common/platform_util_linux.cc).
  openPath: (path: string): Promise<string> =>
    openOnDesktop(path).then(
      () => '',
      () => 'Failed to open path',
    ),
} satisfies Partial<Electron.Shell>);

/** Rejects where there is no `xdg-open`. */
function openOnDesktop(what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('xdg-open', [what], { detached: true, stdio: 'ignore' });
    child.once('spawn', () => resolve());
    child.once('error', reject);
    child.unref();
  });
}

/** X11 has no clipboard storage: a program must run and hold the text. These programs do so in the background. */
const holders = [
  ['xclip', '-selection', 'clipboard', '-in'],
  ['xsel', '--clipboard', '--input'],
] as const;

/** Electron's `clipboard`: only text, by the program `xclip` or `xsel` if one is installed. */
export const clipboard = strict('clipboard', {
  async writeText(text: string): Promise<void> {
    for (const [program, ...args] of holders) if (await hold(program, args, text)) return;
    throw new NotInStandInError('clipboard.writeText where there is neither xclip nor xsel');
  },
} satisfies Partial<Electron.Clipboard>);

/** False when the program is not installed. */
function hold(program: string, args: readonly string[], text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // The program's pipes would stay open for as long as it holds the text.
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(false);
      else reject(error);
    });
    child.once('exit', () => resolve(true));
    child.stdin.on('error', () => undefined).end(text);
  });
}
