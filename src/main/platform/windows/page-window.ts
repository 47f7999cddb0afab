import { BrowserWindow, nativeTheme } from 'electron';
import type { PaneEvents } from './lazy-window.ts';
import { backgroundOf, followTheme } from './background.ts';
import { guestPreferences, harden } from './harden.ts';
import { serveKeys } from './keys.ts';

/** What all windows of the app have in common. */
export interface WindowSurroundings {
  /** Absolute path of the built preload. */
  readonly preload: string;
  readonly icon: string;
  /** The session of all windows, made with the first. */
  readonly session: () => Electron.Session;
  /** Whether there are tools for developers: only in a checkout. */
  readonly devTools: boolean;
  /** True once the app ends: from then on a window that is closed may go. */
  readonly isEnding: () => boolean;
  readonly onDefect: (error: unknown) => void;
  /** A line for the log. */
  readonly log: (line: string) => void;
}

interface PageWindowOptions extends WindowSurroundings {
  /** The address that the page may load and stay at, without a fragment. */
  readonly home: string;
  /** Where it starts: `home`, maybe with a fragment. */
  readonly address: string;
  readonly shape: Electron.BrowserWindowConstructorOptions;
  readonly events: PaneEvents;
  /** Whether it is on screen: told when that changes. The contents are null when they are gone. */
  readonly onShown: (shown: boolean, contents: Electron.WebContents | null) => void;
}

/** Makes a window that is not shown yet and loads its page. */
export function makePageWindow(options: PageWindowOptions): BrowserWindow {
  const { preload, icon, session, devTools, home, address, shape, events } = options;
  const window = new BrowserWindow({
    title: 'Overhead',
    backgroundColor: backgroundOf(nativeTheme),
    autoHideMenuBar: true,
    ...shape,
    icon,
    show: false,
    webPreferences: { ...guestPreferences, preload, session: session(), devTools },
  });
  followTheme(window, nativeTheme);
  const { webContents } = window;
  harden(webContents, home);
  serveKeys(webContents, devTools);

  let shown = false;
  const tell = (now: boolean): void => {
    if (now === shown) return;
    shown = now;
    options.onShown(now, window.isDestroyed() ? null : webContents);
  };
  window.on('show', () => tell(true));
  window.on('restore', () => tell(true));
  window.on('hide', () => tell(false));
  window.on('minimize', () => tell(false));
  window.on('close', (event) => {
    if (options.isEnding()) return;
    event.preventDefault();
    events.onClose();
  });
  window.once('closed', () => {
    tell(false);
    events.onGone();
  });
  const broken = (what: string): void => {
    options.log(`the page at ${home} ${what}`);
    // Not at once: a window cannot be destroyed from inside of what its own page tells.
    setImmediate(() => {
      if (!window.isDestroyed()) events.onBroken();
    });
  };
  webContents.on('render-process-gone', (_event, { reason }) => broken(`ended (${reason})`));
  window.on('unresponsive', () => broken('does not answer'));
  void load(window, address, options.onDefect);
  return window;
}

/** Shows the window at that address; one that differs in its fragment alone does not load the page again. */
export async function load(
  window: BrowserWindow,
  address: string,
  onDefect: (error: unknown) => void,
): Promise<void> {
  // To load an address again is to reload: what is half written on the page would be gone.
  if (window.webContents.getURL() === address) return;
  try {
    await window.loadURL(address);
  } catch (error) {
    // A load that a newer one, or the closing of the window, overtakes is rejected: nothing to do.
    if (window.isDestroyed() || isAborted(error)) return;
    onDefect(error);
  }
}

const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
