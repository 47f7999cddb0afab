import { EventEmitter } from 'node:events';
import { NotInStandInError, strict } from './absent.ts';
import { trackWindow } from './app.ts';
import { openBrowser, type Browser } from './browser.ts';
import { makeEvent } from './event.ts';
import { screen } from './screen.ts';
import { session as sessions, Session } from './session.ts';
import { WebContents } from './web-contents.ts';

type Options = Electron.BrowserWindowConstructorOptions;
type Members =
  | 'loadURL'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'minimize'
  | 'restore'
  | 'setTitle'
  | 'getTitle'
  | 'getBounds'
  | 'setBounds'
  | 'setMenu'
  | 'removeMenu'
  | 'setMenuBarVisibility';

const open = new Set<BrowserWindow>();
let lastId = 0;

function centred(width: number, height: number): Electron.Point {
  const { workArea } = screen.getPrimaryDisplay();
  return {
    x: workArea.x + Math.max(0, Math.round((workArea.width - width) / 2)),
    y: workArea.y + Math.max(0, Math.round((workArea.height - height) / 2)),
  };
}

/** Electron's BrowserWindow: an app window of a Chromium of its own; headless where there is no display. */
export class BrowserWindow extends EventEmitter implements Pick<Electron.BrowserWindow, Members> {
  readonly id = ++lastId;
  readonly webContents: WebContents;
  private bounds: Electron.Rectangle;
  private title: string;
  private state: 'shown' | 'hidden' | 'minimized';
  private focused = false;
  /** A window that is neither shown nor able to take the focus stays out of sight for good. */
  private readonly isHidden: boolean;
  private browser: Browser | null = null;

  constructor(options: Options = {}) {
    super();
    const { width = 800, height = 600, title = 'Electron', show = true } = options;
    this.isHidden = !show && options.focusable === false;
    this.bounds = { ...centred(width, height), width, height };
    if (options.x !== undefined) this.bounds.x = options.x;
    if (options.y !== undefined) this.bounds.y = options.y;
    this.title = title;
    this.state = show ? 'shown' : 'hidden';
    const { session, partition = '', preload } = options.webPreferences ?? {};
    const own = session instanceof Session ? session : sessions.fromPartition(partition);
    this.webContents = new WebContents(own, preload);
    this.webContents.onWindow = ({ event, bounds }) => {
      this.bounds = bounds;
      if (event !== 'resize') this.focused = event === 'focus';
      this.emit(event, makeEvent({}));
    };
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show', makeEvent({})));
    const made = strict('BrowserWindow', this);
    open.add(made);
    trackWindow(made);
    void this.start(made);
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
    if (this.isHidden) throw new NotInStandInError('show() of a hidden window that takes no focus');
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

  getTitle(): string {
    return this.title;
  }

  setTitle(title: string): void {
    this.title = title;
    const code = `document.title = ${JSON.stringify(title)}`;
    void this.webContents.executeJavaScript(code).catch(() => undefined);
  }

  getBounds(): Electron.Rectangle {
    return { ...this.bounds };
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.place();
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

  private async start(made: BrowserWindow): Promise<void> {
    try {
      const browser = await openBrowser({ bounds: this.bounds, isHidden: this.isHidden });
      this.browser = browser;
      if (this.isDestroyed()) {
        await browser.close();
        return;
      }
      // The person closed the window. Chromium has no veto for that: a prevented close has no page left.
      browser.page.once('close', () => {
        if (this.isDestroyed()) return;
        made.emit('close', makeEvent({}));
        this.destroy();
      });
      if (this.state !== 'shown') this.become(this.state);
      await this.webContents.attach(browser);
    } catch (error) {
      console.error(error);
      this.webContents.fail(error);
    }
  }

  private become(state: 'shown' | 'hidden' | 'minimized'): void {
    this.state = state;
    const windowState = state === 'shown' ? 'normal' : 'minimized';
    void this.browser?.setWindow({ windowState }).catch(() => undefined);
  }

  private place(): void {
    const { x, y, width, height } = this.bounds;
    void this.browser?.setWindow({ left: x, top: y, width, height }).catch(() => undefined);
  }
}
