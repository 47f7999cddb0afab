import { app, autoUpdater, type BrowserWindow } from 'electron';
import type { Destination } from '#shared/app.ts';
import type { Clock } from '#runtime/clock.ts';
import { type WindowMemory, leastSize, placeWindow } from './bounds.ts';
import { watchEnding } from './ending.ts';
import { createGlance, type Glance } from './glance-window.ts';
import { createLazyWindow, type Pane, type PaneEvents } from './lazy-window.ts';
import { readDisplays } from './displays.ts';
import { appUrl } from './origin.ts';
import { load, makePageWindow, type WindowSurroundings } from './page-window.ts';

interface WindowsOptions {
  /** Absolute path of the built preload. */
  readonly preload: string;
  readonly icon: string;
  /** Asked once, with the first window. */
  readonly session: () => Electron.Session;
  readonly clock: Clock;
  readonly memory: WindowMemory;
  /** A window came onto the screen or left it. The contents are null when they are gone. */
  readonly onShown: (
    which: 'main' | 'glance',
    shown: boolean,
    contents: Electron.WebContents | null,
  ) => void;
  /** The main window's page broke too often; it comes no more until it is asked for. */
  readonly onGaveUp: () => void;
  readonly onDefect: (error: unknown) => void;
  readonly log: (line: string) => void;
}

interface Windows {
  /** Opens the main window, or brings it to the front; hides the glance. A place given is shown. */
  open(place?: Destination): void;
  /** Opens the main window at an address that `address` told. */
  openAt(address: string): void;
  /** Where the main window's page is; null while it is not open. */
  readonly address: string | null;
  readonly glance: Pick<Glance, 'toggle' | 'hide'>;
  dispose(): void;
}

/** All windows that a person sees. There is none until one is asked for. */
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

interface ViewsWindowOptions extends WindowSurroundings {
  readonly clock: Clock;
  readonly memory: WindowMemory;
  readonly onShown: (shown: boolean, contents: Electron.WebContents | null) => void;
  /** Its page broke too often; it comes no more by itself. */
  readonly onGaveUp: () => void;
}

interface ViewsWindow {
  /** Makes the window, or brings it to the front from wherever it is. A place given is shown. */
  open(place?: Destination): void;
  /** The same with an address that `address` told. */
  openAt(address: string): void;
  /** Where its page is; null while it is not open. */
  readonly address: string | null;
  dispose(): void;
}

interface ViewsPane extends Pane {
  /** Shows that view. */
  go(address: string): void;
}

/** The window with all views. */
function createViewsWindow(options: ViewsWindowOptions): ViewsWindow {
  const { clock, memory, onGaveUp, onDefect } = options;
  /** Where the page is; when it breaks, the next begins there. */
  let address = appUrl;

  function make(events: PaneEvents): ViewsPane {
    const { maximised, ...bounds } = placeWindow(memory.place(), readDisplays());
    const window = makePageWindow({
      ...options,
      home: appUrl,
      address,
      shape: { ...bounds, minWidth: leastSize.width, minHeight: leastSize.height },
      events,
    });
    window.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
      if (isMainFrame) address = url;
    });
    window.on('close', () => keepPlace(window));
    let ready = false;
    let wanted = false;
    const show = (): void => {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    };
    window.once('ready-to-show', () => {
      ready = true;
      if (maximised) window.maximize();
      if (wanted) show();
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
        keepPlace(window);
        window.hide();
      },
      destroy() {
        if (window.isDestroyed()) return;
        keepPlace(window);
        window.destroy();
      },
      go: (to) => void load(window, to, onDefect),
    };
  }

  function keepPlace(window: BrowserWindow): void {
    const { x, y, width, height } = window.getNormalBounds();
    memory.remember({ x, y, width, height, maximised: window.isMaximized() });
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

/** The display that it was on may be gone by now. */
function comeBack(window: BrowserWindow): void {
  if (window.isMaximized()) return;
  const was = window.getNormalBounds();
  const { x, y, width, height } = placeWindow({ ...was, maximised: false }, readDisplays());
  const isSame = x === was.x && y === was.y && width === was.width && height === was.height;
  if (!isSame) window.setBounds({ x, y, width, height });
}
