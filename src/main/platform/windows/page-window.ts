import { BrowserWindow, nativeTheme } from 'electron';
import type { Clock } from '#runtime/clock.ts';
import { reportDefect } from '#runtime/defects.ts';
import type { WindowEvents } from './lazy-window.ts';
import { pagePreferences, hardenPage } from './harden.ts';
import { handlePageKeys } from './keys.ts';

export interface WindowOptions {
  readonly clock: Clock;
  /** Absolute path of the built preload. */
  readonly preload: string;
  readonly icon: string;
  /** Returns the session of all windows. The first call creates the session. */
  readonly session: () => Electron.Session;
  /** Whether the developer tools are available: in a checkout only. */
  readonly devTools: boolean;
  /** Whether the app is quitting: a window that is closed is then destroyed, otherwise only hidden. */
  readonly isEnding: () => boolean;
  readonly log: (line: string) => void;
  /** Called when the window is shown or hidden. `contents` is null if the window was destroyed. */
  readonly onShown: (shown: boolean, contents: Electron.WebContents | null) => void;
}

interface PageWindowOptions extends Omit<WindowOptions, 'clock'> {
  /** The page's address, without a fragment. */
  readonly home: string;
  /** The address that is loaded first: `home`, perhaps with a fragment. */
  readonly address: string;
  readonly shape: Electron.BrowserWindowConstructorOptions;
  /** `isolated`: the zoom of this window is separate. Absent: all windows of the app’s origin have the same zoom. */
  readonly zoomMode?: 'isolated';
  readonly events: WindowEvents;
}

/** Creates a hidden window and loads its page. */
export function makePageWindow(options: PageWindowOptions): BrowserWindow {
  const {
    preload,
    icon,
    session,
    devTools,
    home,
    address,
    shape,
    events,
    zoomMode = 'default',
  } = options;
  const window = new BrowserWindow({
    title: 'Overhead',
    backgroundColor: backgroundColour(),
    autoHideMenuBar: true,
    ...shape,
    icon,
    show: false,
    webPreferences: { ...pagePreferences, preload, session: session(), devTools, zoomMode },
  });
  // When a window grows, its background is visible until the page is painted.
  const paint = (): void => window.setBackgroundColor(backgroundColour());
  nativeTheme.on('updated', paint);
  window.once('closed', () => nativeTheme.off('updated', paint));
  const { webContents } = window;
  hardenPage(webContents, home);
  handlePageKeys(webContents, devTools);

  let wasShown = false;
  const notify = (isShown: boolean): void => {
    if (isShown === wasShown) return;
    wasShown = isShown;
    options.onShown(isShown, window.isDestroyed() ? null : webContents);
  };
  window.on('show', () => notify(true));
  window.on('restore', () => notify(true));
  window.on('hide', () => notify(false));
  window.on('minimize', () => notify(false));
  window.on('close', (event) => {
    if (options.isEnding()) return;
    event.preventDefault();
    events.onClose();
  });
  window.once('closed', () => {
    notify(false);
    events.onGone();
  });
  const reportBroken = (event: string): void => {
    options.log(`the page at ${home} ${event}`);
    // Delay the call, because a window must not be destroyed within an event of its own page.
    setImmediate(() => {
      if (!window.isDestroyed()) events.onBroken();
    });
  };
  webContents.on('render-process-gone', (_event, { reason }) => reportBroken(`ended (${reason})`));
  window.on('unresponsive', () => reportBroken('does not answer'));
  void loadPage(window, address);
  return window;
}

const backgroundColour = (): string => (nativeTheme.shouldUseDarkColors ? '#0a0f1e' : '#f3f5fa');

/** Loads an address. The page is not reloaded if the address differs from the current one only in its fragment. */
export async function loadPage(window: BrowserWindow, address: string): Promise<void> {
  // Do not load the current address again: this would reload the page and lose unsaved input of the user.
  if (window.webContents.getURL() === address) return;
  try {
    await window.loadURL(address);
  } catch (error) {
    // Ignore the rejection of a load if the window was closed or a newer load has begun.
    if (window.isDestroyed() || isAborted(error)) return;
    reportDefect(error);
  }
}

const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED';
