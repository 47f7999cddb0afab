import { BrowserWindow } from 'electron';
import { appUrl, isAppUrl } from './origin.ts';

export type View = 'today' | 'station' | 'journal';

export interface MainWindowOptions {
  /** Absolute path of the built preload. */
  readonly preload: string;
  readonly icon: string;
  /** Asked once, with the first window. */
  readonly session: () => Electron.Session;
  readonly onClosed: () => void;
  readonly onDefect: (error: unknown) => void;
}

export interface MainWindow {
  /** Makes the window, or brings it to the front. A view given is shown. */
  open(view?: View): void;
  dispose(): void;
}

/** The one window, made when it is asked for and gone when it is closed. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  let session: Electron.Session | null = null;
  let window: BrowserWindow | null = null;

  function make(): BrowserWindow {
    session ??= options.session();
    const made = new BrowserWindow({
      width: 1080,
      height: 720,
      minWidth: 760,
      minHeight: 520,
      show: false,
      title: 'Overhead',
      icon: options.icon,
      backgroundColor: '#0b1020',
      autoHideMenuBar: true,
      webPreferences: {
        preload: options.preload,
        session,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    harden(made.webContents);
    made.once('ready-to-show', () => made.show());
    made.once('closed', () => {
      if (window === made) window = null;
      options.onClosed();
    });
    return made;
  }

  async function load(made: BrowserWindow, view: View | undefined): Promise<void> {
    const address = view === undefined ? appUrl : `${appUrl}#${view}`;
    // To load an address again is to reload: what is half written on the page would be gone.
    if (made.webContents.getURL() === address) return;
    try {
      await made.loadURL(address);
    } catch (error) {
      // A load that a newer one, or the closing of the window, overtakes is rejected: nothing to do.
      if (made.isDestroyed() || isAborted(error)) return;
      options.onDefect(error);
    }
  }

  return {
    open(view) {
      const existed = window !== null;
      const shown = (window ??= make());
      if (!existed || view !== undefined) void load(shown, view);
      if (!existed) return;
      if (shown.isMinimized()) shown.restore();
      shown.show();
      shown.focus();
    },
    dispose() {
      window?.destroy();
      window = null;
    },
  };
}

/** The page stays where it is: it opens nothing, goes nowhere and embeds nothing. */
function harden(contents: Electron.WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: { preventDefault(): void }, url: string): void => {
    if (!isAppUrl(url)) event.preventDefault();
  };
  contents.on('will-navigate', (event) => stay(event, event.url));
  contents.on('will-redirect', (event) => stay(event, event.url));
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
