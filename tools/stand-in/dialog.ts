import { spawn } from 'node:child_process';
import { NotInStandInError, strict } from './absent.ts';
import { onExit } from './lifetime.ts';
import { showBox, type BoxOptions } from './message-box.ts';

type Window = Electron.BaseWindow | null;
/** Electron takes `(options)` and `(window, options)`. */
type Arguments<T> = [T] | [Window, T];

/**
 * Electron's `dialog`: errors go to stderr; files and questions are asked by the program `zenity`. A question has a
 * window of Chromium where there is no zenity.
 */
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

  async showMessageBox(
    ...args: Arguments<Electron.MessageBoxOptions>
  ): Promise<Electron.MessageBoxReturnValue> {
    const { message, detail = '', title = '', buttons = [], ...ids } = optionsOf(args);
    const { defaultId = 0, cancelId = 0 } = ids;
    const box = { title, message, detail, buttons, defaultId, cancelId };
    const answered = await run(['--question', ...questionArgs(box)]);
    if (answered === null) return { response: await showBox(box), checkboxChecked: false };
    // It prints the button, unless it is the one that cancels.
    const pressed = buttons.indexOf(answered.output.replace(/\n$/, ''));
    return { response: pressed === -1 ? cancelId : pressed, checkboxChecked: false };
  },
});

/** Every button but the one that cancels is an extra one: those are told by their name. */
const questionArgs = ({ title, message, detail, buttons, cancelId }: BoxOptions): string[] => [
  ...['--switch', '--no-markup', `--title=${title}`, `--text=${message}\n\n${detail}`],
  // The last one stands where an answer is expected.
  ...[...buttons.filter((_button, id) => id !== cancelId), buttons[cancelId]].map(
    (button) => `--extra-button=${button ?? 'Close'}`,
  ),
];

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
  const asked = await run(args);
  if (asked === null) throw new NotInStandInError(`dialog.${name} where there is no zenity`);
  return asked.code === 0 ? asked.output.replace(/\n$/, '').split('\n') : [];
}

/** What zenity said; null where it is not installed. */
async function run(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string } | null> {
  const child = spawn('zenity', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const forget = onExit(() => child.kill());
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, output };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  } finally {
    forget();
  }
}
