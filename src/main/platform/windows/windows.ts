import { app, autoUpdater, BrowserWindow } from 'electron';
import type { Destination } from '#shared/app.ts';
import type { AppFiles } from './app-files.ts';
import { createAppSession } from './app-session.ts';
import { type WindowPlace, minWindowSize, placeWindowAtStart, placeWindow } from './bounds.ts';
import { watchAppEnd } from './app-end.ts';
import { hideWindow, watchFirstShow } from './first-show.ts';
import { createGlance } from './glance-window.ts';
import { keepWindowPlace } from './kept-place.ts';
import { createLazyWindow, type WindowHandle, type WindowEvents } from './lazy-window.ts';
import { readDisplays } from './displays.ts';
import { appUrl } from './origin.ts';
import { loadPage, makePageWindow, type WindowOptions } from './page-window.ts';
import type { StoredValue } from '#runtime/value.ts';

interface WindowsOptions extends Omit<
  WindowOptions,
  'devTools' | 'isEnding' | 'onShown' | 'session'
> {
  /** The files that the pages may load. */
  readonly files: AppFiles;
  readonly place: StoredValue<WindowPlace | null>;
  /** Called when a window is shown or hidden. `contents` is null if the window was destroyed. */
  readonly onShown: (
    which: 'main' | 'glance',
    shown: boolean,
    contents: Electron.WebContents | null,
  ) => void;
  readonly onClosed: () => void;
  /** Called when the main window’s page broke too often: the window stays closed until the user opens it. */
  readonly onGaveUp: () => void;
}

export const isAppFocused = (): boolean => BrowserWindow.getFocusedWindow() !== null;

/** The main window and the glance. Each window is created when it is opened. */
export function createWindows(options: WindowsOptions) {
  const hasDevTools = !app.isPackaged;
  let session: Electron.Session | null = null;
  const appEnd = watchAppEnd(app, process.platform === 'darwin' ? autoUpdater : null);
  const commonOptions = {
    ...options,
    session: () => (session ??= createAppSession(options.files, hasDevTools)),
    devTools: hasDevTools,
    isEnding: () => appEnd.isEnding(),
  };
  const mainWindow = createViewsWindow({
    ...commonOptions,
    onShown: (shown, contents) => options.onShown('main', shown, contents),
  });
  const glance = createGlance({
    ...commonOptions,
    onShown: (shown, contents) => options.onShown('glance', shown, contents),
  });
  return {
    /** Opens the main window at a view, or brings it to the front unchanged; hides the glance. */
    open(view?: Destination) {
      glance.hide();
      mainWindow.open(view);
    },
    /** Opens the main window at an address that was read from `address` earlier. */
    openAt: (address: string) => mainWindow.openAt(address),
    /** The address of the main window’s page; null while it is not open. */
    get address() {
      return mainWindow.address;
    },
    glance,
    dispose() {
      appEnd.dispose();
      glance.dispose();
      mainWindow.dispose();
    },
  };
}

type ViewsWindowOptions = WindowOptions & Pick<WindowsOptions, 'place' | 'onClosed' | 'onGaveUp'>;

/** The main window. `go` shows the view at an address. */
type ViewsWindow = WindowHandle & { go(address: string): void };

function createViewsWindow(options: ViewsWindowOptions) {
  const { clock, place, onClosed, onGaveUp } = options;
  /** The address of the current view. If the page breaks, the new page loads this address. */
  let address = appUrl;

  function make(events: WindowEvents): ViewsWindow {
    const { maximised, ...bounds } = placeWindowAtStart(place.get(), readDisplays());
    const window = makePageWindow({
      ...options,
      home: appUrl,
      address,
      shape: { ...bounds, minWidth: minWindowSize.width, minHeight: minWindowSize.height },
      events: {
        ...events,
        onClose() {
          events.onClose();
          onClosed();
        },
      },
    });
    window.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (isMainFrame) address = url;
    });
    const keptPlace = keepWindowPlace({ window, clock, place, made: bounds });
    window.on('close', keepPlace);
    let isReady = false;
    let isWanted = false;
    // Electron shows a window when it maximises the window: do not maximise before the window may be shown.
    let mustMaximise = maximised;
    function keepPlace(): void {
      keptPlace.keep(mustMaximise || window.isMaximized());
    }
    const show = (): void => {
      showInDock(true);
      if (mustMaximise) window.maximize();
      mustMaximise = false;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      keptPlace.shown();
    };
    window.on('hide', () => {
      if (!isWanted) showInDock(false);
    });
    window.once('closed', () => showInDock(false));
    watchFirstShow({
      window,
      clock,
      log: options.log,
      onReady() {
        isReady = true;
        if (isWanted) show();
      },
    });
    return {
      present() {
        isWanted = true;
        if (!isReady) return;
        moveOntoDisplay(window);
        show();
      },
      hide() {
        isWanted = false;
        if (window.isDestroyed()) return;
        keepPlace();
        hideWindow(window, () => isWanted);
      },
      destroy() {
        if (window.isDestroyed()) return;
        keepPlace();
        window.destroy();
      },
      go: (to) => void loadPage(window, to),
    };
  }

  const lazyWindow = createLazyWindow({ clock, make, onGaveUp });
  function open(to: string | null): void {
    if (lazyWindow.pane === null) address = to ?? appUrl;
    const pane = lazyWindow.open();
    if (to !== null) pane.go(to);
  }

  return {
    open: (view?: Destination) => open(view === undefined ? null : `${appUrl}#${view}`),
    openAt: open,
    get address() {
      return lazyWindow.isOpen ? address : null;
    },
    dispose: () => lazyWindow.dispose(),
  };
}

/**
 * On macOS, shows the app in the Dock and in the app switcher (Cmd+Tab) while its main window is open, so that the user
 * finds a window that is behind others. Hides the app there while the window is closed.
 */
function showInDock(isOpen: boolean): void {
  if (process.platform === 'darwin') app.setActivationPolicy(isOpen ? 'regular' : 'accessory');
}

/** Moves the window onto a display if the display of the window was removed. */
function moveOntoDisplay(window: BrowserWindow): void {
  if (window.isMaximized()) return;
  const currentBounds = window.getNormalBounds();
  const nextPlace = placeWindow({ ...currentBounds, maximised: false }, readDisplays());
  const { x, y, width, height } = nextPlace;
  const isSame =
    x === currentBounds.x &&
    y === currentBounds.y &&
    width === currentBounds.width &&
    height === currentBounds.height;
  if (!isSame) window.setBounds({ x, y, width, height });
}
