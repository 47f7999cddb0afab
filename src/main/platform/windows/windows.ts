import { app, autoUpdater, type BrowserWindow } from 'electron';
import type { Destination } from '#shared/app.ts';
import { type WindowPlaceStore, leastSize, placeAtStart, placeWindow } from './bounds.ts';
import { watchEnding } from './ending.ts';
import { hideWindow, watchFirstShow } from './first-show.ts';
import { createGlance, type Glance } from './glance-window.ts';
import { createLazyWindow, type WindowHandle, type WindowEvents } from './lazy-window.ts';
import { readDisplays } from './displays.ts';
import { appUrl } from './origin.ts';
import { load, makePageWindow, type WindowOptions } from './page-window.ts';

interface WindowsOptions extends Omit<WindowOptions, 'devTools' | 'isEnding' | 'onShown'> {
  readonly placeStore: WindowPlaceStore;
  /** Called when a window is shown or hidden. The contents are null when they are gone. */
  readonly onShown: (
    which: 'main' | 'glance',
    shown: boolean,
    contents: Electron.WebContents | null,
  ) => void;
  /** Called when the person closed the main window. */
  readonly onClosed: () => void;
  /** Called when the main window's page broke too often: the window stays closed until it is asked for. */
  readonly onGaveUp: () => void;
}

interface Windows {
  /** Opens the main window at a view, or brings it to the front as it is; hides the glance. */
  open(place?: Destination): void;
  /** Opens the main window at an earlier value of `address`. */
  openAt(address: string): void;
  /** The address of the main window's page; null while it is not open. */
  readonly address: string | null;
  readonly glance: Pick<Glance, 'toggle' | 'hide'>;
  dispose(): void;
}

/** All visible windows. None exists until it is asked for. */
export function createWindows(options: WindowsOptions): Windows {
  let session: Electron.Session | null = null;
  const ending = watchEnding(app, process.platform === 'darwin' ? autoUpdater : null);
  const surroundings = {
    ...options,
    session: () => (session ??= options.session()),
    devTools: !app.isPackaged,
    isEnding: () => ending.isEnding(),
  };
  const main = createViewsWindow({
    ...surroundings,
    onShown: (shown, contents) => options.onShown('main', shown, contents),
  });
  const glance = createGlance({
    ...surroundings,
    onShown: (shown, contents) => options.onShown('glance', shown, contents),
  });
  return {
    open(place) {
      glance.hide();
      main.open(place);
    },
    openAt: (address) => main.openAt(address),
    get address() {
      return main.address;
    },
    glance,
    dispose() {
      ending.dispose();
      glance.dispose();
      main.dispose();
    },
  };
}

type ViewsWindowOptions = WindowOptions &
  Pick<WindowsOptions, 'placeStore' | 'onClosed' | 'onGaveUp'>;

interface ViewsWindow extends WindowHandle {
  /** Shows the view at the address. */
  go(address: string): void;
}

/** The window with all views. */
function createViewsWindow(options: ViewsWindowOptions): Omit<Windows, 'glance'> {
  const { clock, placeStore, onClosed, onGaveUp, onDefect } = options;
  /** Where the page is: a replacement of a broken page starts there. */
  let address = appUrl;

  function make(events: WindowEvents): ViewsWindow {
    const { maximised, ...bounds } = placeAtStart(placeStore.place(), readDisplays());
    const window = makePageWindow({
      ...options,
      home: appUrl,
      address,
      shape: { ...bounds, minWidth: leastSize.width, minHeight: leastSize.height },
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
    window.on('close', keepPlace);
    let ready = false;
    let wanted = false;
    // To maximise a window also shows it, so that waits until the window is wanted.
    let toMaximise = maximised;
    function keepPlace(): void {
      const { x, y, width, height } = window.getNormalBounds();
      placeStore.remember({ x, y, width, height, maximised: toMaximise || window.isMaximized() });
    }
    const show = (): void => {
      if (toMaximise) window.maximize();
      toMaximise = false;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    };
    watchFirstShow({
      window,
      clock,
      log: options.log,
      onReady() {
        ready = true;
        if (wanted) show();
      },
    });
    return {
      present() {
        wanted = true;
        if (!ready) return;
        comeBack(window);
        show();
      },
      hide() {
        wanted = false;
        if (window.isDestroyed()) return;
        keepPlace();
        hideWindow(window, () => wanted);
      },
      destroy() {
        if (window.isDestroyed()) return;
        keepPlace();
        window.destroy();
      },
      go: (to) => void load(window, to, onDefect),
    };
  }

  const lazy = createLazyWindow({ clock, make, onGaveUp, onDefect });
  function open(to: string | null): void {
    if (lazy.pane === null) address = to ?? appUrl;
    const pane = lazy.open();
    if (to !== null) pane.go(to);
  }

  return {
    open: (place) => open(place === undefined ? null : `${appUrl}#${place}`),
    openAt: open,
    get address() {
      return lazy.isOpen ? address : null;
    },
    dispose: () => lazy.dispose(),
  };
}

/** Moves the window onto a display if its own is gone. */
function comeBack(window: BrowserWindow): void {
  if (window.isMaximized()) return;
  const was = window.getNormalBounds();
  const { x, y, width, height } = placeWindow({ ...was, maximised: false }, readDisplays());
  const isSame = x === was.x && y === was.y && width === was.width && height === was.height;
  if (!isSame) window.setBounds({ x, y, width, height });
}
