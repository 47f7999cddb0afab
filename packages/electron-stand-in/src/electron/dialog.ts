import { spawn, spawnSync } from 'node:child_process';
import { NotInStandInError, strictObject } from './api.ts';
import { app, onExit, requireReady } from './app.ts';
import { openBrowser } from './browser.ts';

type Window = Electron.BaseWindow | null;
/** The arguments of a dialog: Electron accepts `(options)` and `(window, options)`. */
type Arguments<T> = [T] | [Window, T];

// The options that the app always gives.
type FileOptions = Required<Pick<Electron.OpenDialogOptions, 'title' | 'filters'>>;
type SaveOptions = FileOptions & Required<Pick<Electron.SaveDialogOptions, 'defaultPath'>>;
type Question = Required<
  Pick<
    Electron.MessageBoxOptions,
    'title' | 'message' | 'detail' | 'buttons' | 'defaultId' | 'cancelId'
  >
>;

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

  /** Asks before it returns the path of an existing file. */
  async showSaveDialog(...args: Arguments<SaveOptions>) {
    const options = optionsOf(args);
    const path = await askForFile(options, [
      '--save',
      '--confirm-overwrite',
      `--filename=${options.defaultPath}`,
    ]);
    return { canceled: path === null, filePath: path ?? '' };
  },

  /** Asks for one file. */
  async showOpenDialog(...args: Arguments<FileOptions>) {
    const path = await askForFile(optionsOf(args));
    return { canceled: path === null, filePaths: path === null ? [] : [path] };
  },

  async showMessageBox(...args: Arguments<Question>) {
    const options = optionsOf(args);
    return { response: Number(messageBoxAnswer ?? (await askInWindow(options))) };
  },
});

/** The chosen path; null when the user closed the dialog. */
async function askForFile(
  { title, filters }: FileOptions,
  own: readonly string[] = [],
): Promise<string | null> {
  const patterns = filters.map(
    (filter) =>
      `--file-filter=${filter.name} | ${filter.extensions.map((end) => `*.${end}`).join(' ')}`,
  );
  const args = ['--file-selection', ...own, `--title=${title}`, ...patterns];
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
async function askInWindow(options: Question): Promise<number> {
  const answer = Promise.withResolvers<number>();
  const bounds = { x: 200, y: 160, width: 520, height: 340 };
  const browser = await openBrowser({ bounds, isHidden: false, portOffset: null });
  try {
    const { page, pageEnd } = browser;
    void pageEnd.then(() => answer.resolve(options.cancelId));
    page.on('Runtime.bindingCalled', ({ payload }) => answer.resolve(Number(payload)));
    await page.send('Runtime.addBinding', { name: 'answer' });
    const content = encodeURIComponent(messageBoxContent(options));
    await page.send('Page.navigate', { url: `data:text/html;charset=utf-8,${content}` });
    await page.send('Page.bringToFront');
    return await answer.promise;
  } finally {
    await browser.close();
  }
}

function messageBoxContent(options: Question): string {
  const { title, message, detail, buttons, defaultId, cancelId } = options;
  const row = buttons.map(
    (label, id) =>
      `<button onclick="answer('${id}')"${id === defaultId ? ' autofocus' : ''}>${escapeHtml(label)}</button>`,
  );
  return `<!doctype html><title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif }
  body { display: grid; grid-template-rows: auto 1fr auto; gap: 12px; box-sizing: border-box; height: 100vh; margin: 0; padding: 20px }
  h1 { margin: 0; font-size: 16px }
  p { margin: 0; overflow: auto; white-space: pre-line; overflow-wrap: anywhere }
  div { display: flex; flex-direction: row-reverse; gap: 8px }
  button { font: inherit; padding: 4px 16px }
</style>
<body role="alertdialog" aria-labelledby="m" aria-describedby="d" onkeydown="if (event.key === 'Escape') answer('${cancelId}')">
<h1 id="m">${escapeHtml(message)}</h1><p id="d">${escapeHtml(detail)}</p><div>${row.toReversed().join('')}</div></body>`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
