import { spawn } from 'node:child_process';
import { NotInStandInError, strict } from './absent.ts';
import { onExit } from './lifetime.ts';

type Window = Electron.BaseWindow | null;
/** Electron takes `(options)` and `(window, options)`. */
type Arguments<T> = [T] | [Window, T];

/** Electron's `dialog`: errors go to stderr, and files are asked for by the program `zenity`. */
export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => console.error(`${title}\n${content}`),

  async showSaveDialog(
    ...args: Arguments<Electron.SaveDialogOptions>
  ): Promise<Electron.SaveDialogReturnValue> {
    const options = optionsOf(args);
    const confirms = options.properties?.includes('showOverwriteConfirmation') === true;
    const own = ['--save', ...(confirms ? ['--confirm-overwrite'] : [])];
    const [path] = await ask('showSaveDialog', own, options);
    return { canceled: path === undefined, filePath: path ?? '' };
  },

  async showOpenDialog(
    ...args: Arguments<Electron.OpenDialogOptions>
  ): Promise<Electron.OpenDialogReturnValue> {
    const options = optionsOf(args);
    const many = options.properties?.includes('multiSelections') === true;
    const separator = many ? ['--multiple', '--separator=\n'] : [];
    const filePaths = await ask('showOpenDialog', separator, options);
    return { canceled: filePaths.length === 0, filePaths };
  },
});

const optionsOf = <T>(args: Arguments<T>): T => (args.length === 1 ? args[0] : args[1]);

/** The paths that were chosen; none when the person has closed the dialog. */
async function ask(
  name: string,
  own: readonly string[],
  { title, defaultPath, filters = [] }: Electron.SaveDialogOptions | Electron.OpenDialogOptions,
): Promise<string[]> {
  const patterns = filters.map(
    (filter) =>
      `--file-filter=${filter.name} | ${filter.extensions.map((end) => `*.${end}`).join(' ')}`,
  );
  const args = [
    '--file-selection',
    ...own,
    ...(title === undefined ? [] : [`--title=${title}`]),
    ...(defaultPath === undefined ? [] : [`--filename=${defaultPath}`]),
    ...patterns,
  ];
  const child = spawn('zenity', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const forget = onExit(() => child.kill());
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return code === 0 ? output.replace(/\n$/, '').split('\n') : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new NotInStandInError(`dialog.${name} where there is no zenity`);
  } finally {
    forget();
  }
}
