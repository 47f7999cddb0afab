import { screen } from 'electron';
import { watchFirstShow } from './first-show.ts';
import { placeGlance } from './glance-place.ts';
import { createLazyWindow, type WindowHandle, type WindowEvents } from './lazy-window.ts';
import { readDisplays } from './displays.ts';
import { glanceUrl } from './origin.ts';
import { makePageWindow, type WindowOptions } from './page-window.ts';

/**
 * After a blur has hidden the glance, `toggle` does not open it for this time, in milliseconds: the click on the tray
 * icon that calls `toggle` also causes the blur.
 */
const sameClickMs = 300;

/** The small window beside the tray icon. */
export function createGlance(options: WindowOptions) {
  const { clock, log } = options;
  let tray: Electron.Rectangle | null = null;
  let hiddenAt = Number.NEGATIVE_INFINITY;

  function make(events: WindowEvents): WindowHandle {
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
      // The glance must not use the main window's zoom, because the size of the glance is fixed.
      zoomMode: 'isolated',
      events,
    });
    let isReady = false;
    let isWanted = false;
    // Some window managers set the focus late or remove it for a moment: ignore a blur before the first focus.
    let hadFocus = false;
    const show = (): void => {
      hadFocus = false;
      window.show();
      window.focus();
    };
    watchFirstShow({
      window,
      clock,
      log,
      onReady() {
        isReady = true;
        if (isWanted) show();
      },
    });
    window.on('focus', () => (hadFocus = true));
    window.on('blur', () => {
      if (!hadFocus || !isWanted) return;
      hiddenAt = clock.monotonic();
      events.onClose();
    });
    return {
      present() {
        isWanted = true;
        if (!isReady) return;
        window.setBounds(place());
        show();
      },
      hide() {
        isWanted = false;
        if (!window.isDestroyed()) window.hide();
      },
      destroy() {
        if (!window.isDestroyed()) window.destroy();
      },
    };
  }

  const place = (): Electron.Rectangle =>
    placeGlance({ tray, cursor: pointerPosition() }, readDisplays());

  const lazyWindow = createLazyWindow({
    clock,
    make,
    onGaveUp: () => log('the glance stays away: its page broke too often'),
  });
  return {
    /**
     * Opens the glance beside the tray icon, or hides it.
     *
     * @param at the place of the tray icon; null or without a size if the platform does not report it
     */
    toggle(at: Electron.Rectangle | null) {
      tray = at;
      if (lazyWindow.isOpen) lazyWindow.close();
      else if (clock.monotonic() - hiddenAt > sameClickMs) lazyWindow.open();
    },
    hide: () => lazyWindow.close(),
    dispose: () => lazyWindow.dispose(),
  };
}

/**
 * The position of the pointer; null if the position is unknown. On Wayland Electron always returns 0,0
 * (`GetCursorScreenPoint` in shell/browser/api/electron_api_screen.cc).
 */
function pointerPosition(): Electron.Point | null {
  const point = screen.getCursorScreenPoint();
  return point.x === 0 && point.y === 0 ? null : point;
}
