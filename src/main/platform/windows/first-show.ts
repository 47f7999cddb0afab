import type { BrowserWindow } from 'electron';
import type { Clock } from '#runtime/clock.ts';

/** How long to wait for `ready-to-show` after the page of a hidden window has loaded, in milliseconds. */
export const paintLimitMs = 1500;

interface FirstShowOptions {
  readonly window: Pick<BrowserWindow, 'once' | 'webContents'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: (line: string) => void;
  /** Called once, when the window may be shown. */
  readonly onReady: () => void;
}

/**
 * Waits until a hidden window may be shown: at `ready-to-show`, or 1.5 s after its page has loaded. Electron emits
 * `ready-to-show` when the renderer has produced a frame. For a hidden window on Wayland, the renderer may never
 * produce a frame (electron#48859).
 */
export function watchFirstShow({ window, clock, log, onReady }: FirstShowOptions): void {
  const stop = new AbortController();
  const reportReady = (): void => {
    if (stop.signal.aborted) return;
    stop.abort();
    onReady();
  };
  async function waitForPaint(): Promise<void> {
    if (!(await clock.sleep(paintLimitMs, stop.signal))) return;
    log('the window is shown although Electron did not emit ready-to-show');
    reportReady();
  }
  window.once('ready-to-show', reportReady);
  window.once('closed', () => stop.abort());
  window.webContents.once('did-finish-load', () => void waitForPaint());
}

/**
 * Hides a window. On macOS a window in full screen leaves full screen first: otherwise a black space remains
 * (electron#39572).
 *
 * @param isWanted returns whether the window was opened again while it left full screen; such a window is not hidden
 */
export function hideWindow(
  window: Pick<BrowserWindow, 'hide' | 'isDestroyed' | 'isFullScreen' | 'once' | 'setFullScreen'>,
  isWanted: () => boolean,
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'darwin' || !window.isFullScreen()) {
    window.hide();
    return;
  }
  window.once('leave-full-screen', () => {
    if (!window.isDestroyed() && !isWanted()) window.hide();
  });
  window.setFullScreen(false);
}
