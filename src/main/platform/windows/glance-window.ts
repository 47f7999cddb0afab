import { screen } from 'electron';
import type { Clock } from '#runtime/clock.ts';
import { placeGlance } from './glance-place.ts';
import { createLazyWindow, type Pane, type PaneEvents } from './lazy-window.ts';
import { readDisplays } from './displays.ts';
import { glanceUrl } from './origin.ts';
import { makePageWindow, type WindowSurroundings } from './page-window.ts';

interface GlanceOptions extends WindowSurroundings {
  readonly clock: Clock;
  readonly onShown: (shown: boolean, contents: Electron.WebContents | null) => void;
}

export interface Glance {
  /**
   * A click on the tray: opens the glance beside the icon, or hides it.
   *
   * @param tray where the icon is; null, or without a size, where the platform does not tell
   */
  toggle(tray: Electron.Rectangle | null): void;
  hide(): void;
  dispose(): void;
}

/** A click on the tray takes the focus first: what it has just hidden it must not open again. Milliseconds. */
const sameClickMs = 300;

/** The small window by the tray. */
export function createGlance(options: GlanceOptions): Glance {
  const { clock, onDefect, log } = options;
  let tray: Electron.Rectangle | null = null;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  function make(events: PaneEvents): Pane {
    const window = makePageWindow({
      ...options,
      home: glanceUrl,
      address: glanceUrl,
      shape: {
        ...place(),
        frame: false,
        resizable: false,
        minimizable: false,
        maximizable: false,
        fullscreenable: false,
        skipTaskbar: true,
        alwaysOnTop: true,
      },
      events,
    });
    let ready = false;
    let wanted = false;
    // Some window managers give the focus late, or take it for a moment: only what had it can lose it.
    let hadFocus = false;
    const show = (): void => {
      hadFocus = false;
      window.show();
      window.focus();
    };
    window.once('ready-to-show', () => {
      ready = true;
      if (wanted) show();
    });
    window.on('focus', () => (hadFocus = true));
    window.on('blur', () => {
      if (!hadFocus || !wanted) return;
      hiddenAt = clock.monotonic();
      events.onClose();
    });
    return {
      present() {
        wanted = true;
        if (!ready) return;
        window.setBounds(place());
        show();
      },
      hide() {
        wanted = false;
        if (!window.isDestroyed()) window.hide();
      },
      destroy() {
        if (!window.isDestroyed()) window.destroy();
      },
    };
  }

  const place = (): Electron.Rectangle => placeGlance({ tray, cursor: cursor() }, readDisplays());

  const lazy = createLazyWindow({
    clock,
    make,
    onGaveUp: () => log('the glance stays away: its page broke too often'),
    onDefect,
  });
  return {
    toggle(at) {
      tray = at;
      if (lazy.isOpen) lazy.close();
      else if (clock.monotonic() - hiddenAt > sameClickMs) lazy.open();
    },
    hide: () => lazy.close(),
    dispose: () => lazy.dispose(),
  };
}

/** Where the pointer is. Wayland tells nobody: there it is always at the origin. */
function cursor(): Electron.Point | null {
  const point = screen.getCursorScreenPoint();
  return point.x === 0 && point.y === 0 ? null : point;
}
