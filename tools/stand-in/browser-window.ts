import { EventEmitter } from 'node:events';
import { NotInStandInError, strict } from './absent.ts';
import { trackWindow } from './app.ts';
import { openBrowser, type Browser } from './browser.ts';
import { makeEvent } from './event.ts';
import type { WindowMessage } from './messages.ts';
import { session as sessions, Session } from './session.ts';
import { WebContents } from './web-contents.ts';
import { Placement, shapeOf, type WindowMembers } from './window-shape.ts';

type Options = Electron.BrowserWindowConstructorOptions;
const open = new Set<BrowserWindow>();
let lastId = 0;

/** Electron's BrowserWindow: an app window of a Chromium of its own; headless where there is no display. */
export class BrowserWindow
  extends EventEmitter
  implements Pick<Electron.BrowserWindow, WindowMembers>
{
  readonly id = ++lastId;
  readonly webContents: WebContents;
  private readonly shape: ReturnType<typeof shapeOf>;
  private readonly placement: Placement;
  private title: string;
  private state: 'shown' | 'hidden' | 'minimized';
  private focused = false;
  private browser: Browser | null = null;

  constructor(options: Options = {}) {
    super();
    this.shape = shapeOf(options);
    this.placement = new Placement(this.shape.bounds);
    this.title = this.shape.title;
    this.state = this.shape.state;
    const { session, partition = '', preload } = options.webPreferences ?? {};
    const own = session instanceof Session ? session : sessions.fromPartition(partition);
    this.webContents = new WebContents(own, preload);
    this.webContents.onWindow = (message) => this.follow(message);
    this.webContents.onCloseAsked = () => {
      const event = makeEvent({});
      this.emit('close', event);
      return !event.defaultPrevented;
    };
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show', makeEvent({})));
    const made = strict('BrowserWindow', this);
    open.add(made);
    trackWindow(made);
    void this.start();
    return made;
  }

  static getAllWindows(): BrowserWindow[] {
    return [...open];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...open].find((window) => window.isFocused()) ?? null;
  }

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return [...open].find((window) => window.webContents === contents) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return [...open].find((window) => window.id === id) ?? null;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  show(): void {
    this.showInactive();
    this.focus();
  }

  showInactive(): void {
    if (this.state === 'shown') return;
    if (this.shape.isHidden)
      throw new NotInStandInError('show() of a hidden window that takes no focus');
    this.become('shown');
    this.emit('show', makeEvent({}));
  }

  /** Minimises: Chromium has no way to take a window off the screen altogether. */
  hide(): void {
    if (this.state === 'hidden') return;
    this.become('hidden');
    this.emit('hide', makeEvent({}));
  }

  minimize(): void {
    this.become('minimized');
    this.emit('minimize', makeEvent({}));
  }

  restore(): void {
    if (this.state !== 'minimized') return;
    this.become('shown');
    this.emit('restore', makeEvent({}));
  }

  focus(): void {
    void this.browser?.page.bringToFront().catch(() => undefined);
  }

  blur(): void {
    return;
  }

  close(): void {
    if (this.isDestroyed()) return;
    const event = makeEvent({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.isDestroyed()) return;
    this.webContents.markDestroyed();
    for (const window of open) if (window.id === this.id) open.delete(window);
    void this.browser?.close();
    this.emit('closed', makeEvent({}));
  }

  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }

  isVisible(): boolean {
    return this.state !== 'hidden';
  }

  isFocused(): boolean {
    return this.focused;
  }

  isMinimized(): boolean {
    return this.state === 'minimized';
  }

  isMaximized(): boolean {
    return this.placement.maximised;
  }

  maximize(): void {
    this.placement.maximised = true;
    void this.browser?.setWindow({ windowState: 'maximized' }).catch(() => undefined);
  }

  getTitle(): string {
    return this.title;
  }

  setTitle(title: string): void {
    this.title = title;
    const code = `document.title = ${JSON.stringify(title)}`;
    void this.webContents.executeJavaScript(code).catch(() => undefined);
  }

  getBounds(): Electron.Rectangle {
    return { ...this.placement.bounds };
  }

  getNormalBounds(): Electron.Rectangle {
    return this.placement.normalBounds;
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.placement.bounds = { ...this.placement.bounds, ...bounds };
    this.place();
  }

  /** Chromium paints the page's own: nobody sees this one. */
  setBackgroundColor(): void {
    return;
  }

  setMenu(): void {
    return;
  }

  removeMenu(): void {
    return;
  }

  setMenuBarVisibility(): void {
    return;
  }

  private async start(): Promise<void> {
    try {
      // What makes the window sets the rules of its network directly afterwards.
      await Promise.resolve();
      const { session, webRtcPolicy } = this.webContents;
      const browser = await openBrowser({
        ...this.shape,
        bounds: this.placement.bounds,
        proxy: session.proxy,
        webRtcPolicy,
      });
      this.browser = browser;
      if (this.isDestroyed()) {
        await browser.close();
        return;
      }
      // The person closed the window, and nobody prevented it.
      browser.page.once('close', () => this.destroy());
      if (this.state !== 'shown') this.become(this.state);
      await this.webContents.attach(browser);
    } catch (error) {
      console.error(error);
      this.webContents.fail(error);
    }
  }

  /** What the page saw of its window; the person, too, minimises it and brings it back. */
  private follow(message: WindowMessage): void {
    const { event, hidden } = message;
    this.placement.follow(message);
    if (event === 'visibility') {
      const { state } = this;
      if (hidden && state === 'shown') this.state = 'minimized';
      if (!hidden) this.state = 'shown';
      if (state === this.state) return;
      this.emit(hidden ? 'minimize' : state === 'hidden' ? 'show' : 'restore', makeEvent({}));
      return;
    }
    if (event === 'focus' || event === 'blur') this.focused = event === 'focus';
    this.emit(event, makeEvent({}));
  }

  private become(state: 'shown' | 'hidden' | 'minimized'): void {
    this.state = state;
    const restored = this.placement.maximised ? 'maximized' : 'normal';
    const windowState = state === 'shown' ? restored : 'minimized';
    void this.browser?.setWindow({ windowState }).catch(() => undefined);
  }

  private place(): void {
    const { x, y, width, height } = this.placement.bounds;
    void this.browser?.setWindow({ left: x, top: y, width, height }).catch(() => undefined);
  }
}
