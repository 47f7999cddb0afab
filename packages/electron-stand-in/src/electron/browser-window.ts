import { EventEmitter } from 'node:events';
import { makeEvent, destroyableObject, strictObject } from './api.ts';
import { cancelQuit, requireReady, trackWindow } from './app.ts';
import { openBrowser, type Browser } from './browser.ts';
import type { WindowMessage } from './preload.ts';
import { screen } from './screen.ts';
import { Session, session as sessions } from './session.ts';
import { WebContents } from './web-contents.ts';

type Options = Electron.BrowserWindowConstructorOptions;
type State = 'shown' | 'hidden' | 'minimized';

const openWindows = new Set<BrowserWindow>();

/**
 * Electron's BrowserWindow. Each window is an app window of a separate Chromium, which is headless if no display exists
 * or the window is never visible.
 */
export class BrowserWindow extends EventEmitter {
  private readonly contents: WebContents;
  /** The wrapped object that the application gets. */
  private readonly outside: BrowserWindow;
  private readonly options: Options;
  private bounds: Electron.Rectangle;
  /** The bounds to which the window returns when it is no longer maximised. */
  private normalBounds: Electron.Rectangle;
  private maximised = false;
  private state: State;
  private focused = false;
  private browser: Browser | null = null;

  constructor(options: Options = {}) {
    super();
    requireReady('Cannot create BrowserWindow before app is ready');
    const { width = 800, height = 600, show = true } = options;
    const { x, y } = centreInArea(width, height);
    this.options = options;
    this.bounds = { x: options.x ?? x, y: options.y ?? y, width, height };
    this.normalBounds = this.bounds;
    this.state = show ? 'shown' : 'hidden';
    const { session, preload } = options.webPreferences ?? {};
    const ownSession = session instanceof Session ? session : sessions.fromPartition('');
    this.contents = new WebContents(ownSession, preload, {
      follow: (message) => this.follow(message),
      mayClose: () => this.mayClose(),
    });
    // `never` simulates electron#48859: Electron waits for a frame of the hidden page, which may never be drawn.
    if (process.env['STAND_IN_READY_TO_SHOW'] !== 'never')
      this.contents.once('did-finish-load', () => this.emit('ready-to-show', makeEvent({})));
    const windowProxy = destroyableObject(strictObject('BrowserWindow', this), () =>
      this.isDestroyed(),
    );
    this.outside = windowProxy;
    openWindows.add(windowProxy);
    trackWindow(windowProxy);
    void this.start();
    return windowProxy;
  }

  static getAllWindows(): BrowserWindow[] {
    return [...openWindows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...openWindows].find((window) => window.focused) ?? null;
  }

  get webContents(): WebContents {
    return this.contents.outside;
  }

  loadURL(url: string): Promise<void> {
    return this.contents.loadURL(url);
  }

  show(): void {
    if (this.state !== 'shown') this.become('shown');
    // The event is emitted on each call, as in `Show` and `Hide` of `shell/browser/native_window_views.cc`.
    this.emit('show', makeEvent({}));
    this.focus();
  }

  /** Hides the window by minimising it, because Chromium cannot remove a window from the screen. */
  hide(): void {
    if (this.state !== 'hidden') this.become('hidden');
    this.emit('hide', makeEvent({}));
  }

  restore(): void {
    if (this.state !== 'minimized') return;
    this.become('shown');
    this.emit('restore', makeEvent({}));
  }

  /** Maximises the window. Also shows a hidden window, as `shell/browser/native_window_views.cc` does. */
  maximize(): void {
    const wasHidden = this.state === 'hidden';
    this.maximised = true;
    this.become('shown');
    if (wasHidden) this.emit('show', makeEvent({}));
  }

  focus(): void {
    void this.browser?.page.send('Page.bringToFront').catch(() => undefined);
  }

  /**
   * Emits `close`, and then destroys the window unless a listener has prevented it: `OnCloseButtonClicked` of
   * `electron_api_browser_window.cc`.
   */
  close(): void {
    if (this.mayClose()) setImmediate(() => this.destroy());
  }

  destroy(): void {
    if (this.isDestroyed()) return;
    this.contents.markDestroyed();
    openWindows.delete(this.outside);
    void this.browser?.close();
    this.emit('closed', makeEvent({}));
  }

  isDestroyed(): boolean {
    return this.contents.isDestroyed();
  }

  isMinimized(): boolean {
    return this.state === 'minimized';
  }

  isMaximized(): boolean {
    return this.maximised;
  }

  getNormalBounds(): Electron.Rectangle {
    return { ...(this.maximised ? this.normalBounds : this.bounds) };
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    const { x, y, width, height } = this.bounds;
    void this.browser?.setWindow({ left: x, top: y, width, height }).catch(() => undefined);
  }

  /** Has no effect: the background of the page covers the background of the window. */
  setBackgroundColor = (): void => undefined;

  /** Emits `close`. Returns false if a listener has prevented it: the application then does not quit either. */
  private mayClose(): boolean {
    const event = makeEvent({});
    this.emit('close', event);
    if (event.defaultPrevented) cancelQuit();
    return !event.defaultPrevented;
  }

  private async start(): Promise<void> {
    try {
      // The start is delayed, because the creator of the window sets the rules for the window's network directly after
      // this call.
      await Promise.resolve();
      const { session, webRtcPolicy } = this.contents;
      // The app never shows a window that takes no focus.
      const isHidden = this.options.focusable === false;
      const visibleOffset = this.options.skipTaskbar === true ? 1 : 0;
      const browser = await openBrowser({
        bounds: this.bounds,
        isHidden,
        portOffset: isHidden ? null : visibleOffset,
        proxy: session.proxy,
        webRtcPolicy,
      });
      this.browser = browser;
      if (this.isDestroyed()) {
        await browser.close();
        return;
      }
      // The user closed the window, and no listener prevented it.
      void browser.pageEnd.then(() => this.destroy());
      if (this.state !== 'shown' || this.maximised) this.become(this.state);
      await this.contents.attach(browser);
    } catch (error) {
      // If the window is destroyed while Chromium starts, Chromium ends; this is not an error.
      if (!this.isDestroyed()) console.error(error);
      this.contents.fail(error);
    }
  }

  /**
   * Applies changes of the window that the page reports, including changes by the user, who can minimise and restore
   * the window.
   */
  private follow({ event, hidden, bounds, maximised }: WindowMessage): void {
    // A minimised window has no bounds on the screen, and the page of a new window has no size yet: the last bounds are
    // kept.
    if (!hidden && bounds.width > 0) {
      this.bounds = bounds;
      this.maximised = maximised;
      if (!maximised) this.normalBounds = bounds;
    }
    if (event === 'visibility') {
      const { state } = this;
      if (hidden && state === 'shown') this.state = 'minimized';
      if (!hidden) this.state = 'shown';
      if (state === this.state) return;
      this.emit(hidden ? 'minimize' : state === 'hidden' ? 'show' : 'restore', makeEvent({}));
      return;
    }
    if (event === 'place') return;
    this.focused = event === 'focus';
    this.emit(event, makeEvent({}));
  }

  private become(state: State): void {
    this.state = state;
    const restoredState = this.maximised ? 'maximized' : 'normal';
    const windowState = state === 'shown' ? restoredState : 'minimized';
    void this.browser?.setWindow({ windowState }).catch(() => undefined);
  }
}

function centreInArea(width: number, height: number): Electron.Point {
  const { workArea } = screen.getPrimaryDisplay();
  return {
    x: workArea.x + Math.max(0, Math.round((workArea.width - width) / 2)),
    y: workArea.y + Math.max(0, Math.round((workArea.height - height) / 2)),
  };
}
