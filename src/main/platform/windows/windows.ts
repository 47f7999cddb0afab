import { app, autoUpdater } from 'electron';
import type { Place } from '#shared/app.ts';
import type { Clock } from '#runtime/clock.ts';
import type { WindowMemory } from './bounds.ts';
import { watchEnding } from './ending.ts';
import { createGlance, type Glance } from './glance-window.ts';
import { createViewsWindow } from './views-window.ts';

export interface WindowsOptions {
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

export interface Windows {
  /** Opens the main window, or brings it to the front; hides the glance. A place given is shown. */
  open(place?: Place): void;
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
