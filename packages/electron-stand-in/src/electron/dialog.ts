import { spawn, spawnSync } from 'node:child_process';
import { NotInStandInError, strictObject } from './api.ts';
import { app, onExit, requireReady } from './app.ts';
import { openBrowser } from './browser.ts';

type Window = Electron.BaseWindow | null;
/** The arguments of a dialog: Electron accepts `(options)` and `(window, options)`. */
type Arguments<T> = [T] | [Window, T];

/** Returns the options, as `lib/browser/api/dialog.ts` does. */
function optionsOf<T>(args: Arguments<T>): T {
  requireReady('dialog module can only be used after app is ready');
  return args.length === 1 ? args[0] : args[1];
}

/** `STAND_IN_MESSAGE_BOX`: the index of the button with which each question is answered, without a window. */
const messageBoxAnswer = process.env['STAND_IN_MESSAGE_BOX'];

/**
 * Electron's `dialog`: shows errors and file dialogs with the program `zenity`, and questions in a window. Before
 * `ready` an error is only written to stderr, and the call returns at once (shell/browser/ui/message_box_gtk.cc).
 */
export const dialog = strictObject('dialog', {
  showErrorBox(title: string, content: string): void {
    console.error(`${title}\n${content}`);
    if (app.isReady())
      spawnSync('zenity', ['--error', '--no-markup', `--title=${title}`, `--text=${content}`]);
  },

  showSaveDialog(
    ...args: Arguments<Electron.SaveDialogOptions>
  ): Promise<Electron.SaveDialogReturnValue> {
    const options = optionsOf(args);
    const mustConfirm = options.properties?.includes('showOverwriteConfirmation') === true;
    return askForFile(['--save', ...(mustConfirm ? ['--confirm-overwrite'] : [])], options).then(
      (path) => ({ canceled: path === null, filePath: path ?? '' }),
    );
  },

  showOpenDialog(
    ...args: Arguments<Electron.OpenDialogOptions>
  ): Promise<Electron.OpenDialogReturnValue> {
    const options = optionsOf(args);
    if (options.properties?.join() !== 'openFile')
      throw new NotInStandInError('dialog.showOpenDialog for anything but a file');
    return askForFile([], options).then((path) => ({
      canceled: path === null,
      filePaths: path === null ? [] : [path],
    }));
  },

  showMessageBox(
    ...args: Arguments<Electron.MessageBoxOptions>
  ): Promise<Electron.MessageBoxReturnValue> {
    const options = optionsOf(args);
    if (messageBoxAnswer !== undefined)
      return Promise.resolve({ response: Number(messageBoxAnswer), checkboxChecked: false });
    return askInWindow(options).then((response) => ({ response, checkboxChecked: false }));
  },
});

/** The chosen path; null when the user closed the dialog. */
async function askForFile(
  own: readonly string[],
  { title, defaultPath, filters = [] }: Electron.SaveDialogOptions | Electron.OpenDialogOptions,
): Promise<string | null> {
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
    return code === 0 ? output.replace(/\n$/, '') : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new NotInStandInError('a file dialog where there is no zenity');
  } finally {
    forget();
  }
}

/** Shows a question in a window of a separate Chromium. Returns the index of the chosen button. */
async function askInWindow(options: Electron.MessageBoxOptions): Promise<number> {
  const answer = Promise.withResolvers<number>();
  const bounds = { x: 200, y: 160, width: 520, height: 340 };
  const browser = await openBrowser({ bounds, isHidden: false, portOffset: null });
  try {
    const { page } = browser;
    page.once('close', () => answer.resolve(options.cancelId ?? 0));
    await page.exposeFunction('answer', (id: number) => answer.resolve(id));
    await page.setContent(messageBoxContent(options));
    await page.bringToFront();
    return await answer.promise;
  } finally {
    await browser.close();
  }
}

function messageBoxContent(options: Electron.MessageBoxOptions): string {
  const { title = '', message, detail = '', buttons = [], defaultId = 0, cancelId = 0 } = options;
  const row = buttons.map(
    (label, id) =>
      `<button onclick="answer(${id})"${id === defaultId ? ' autofocus' : ''}>${escapeHtml(label)}</button>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif }
  body { display: grid; grid-template-rows: auto 1fr auto; gap: 12px; box-sizing: border-box; height: 100vh; margin: 0; padding: 20px }
  h1 { margin: 0; font-size: 16px }
  p { margin: 0; overflow: auto; white-space: pre-line; overflow-wrap: anywhere }
  div { display: flex; flex-direction: row-reverse; gap: 8px }
  button { font: inherit; padding: 4px 16px }
</style>
<body role="alertdialog" aria-labelledby="m" aria-describedby="d" onkeydown="if (event.key === 'Escape') answer(${cancelId})">
<h1 id="m">${escapeHtml(message)}</h1><p id="d">${escapeHtml(detail)}</p><div>${row.toReversed().join('')}</div></body>`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
