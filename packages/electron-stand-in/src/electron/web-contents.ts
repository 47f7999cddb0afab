import { EventEmitter } from 'node:events';
import type { Frame } from 'playwright-core';
import { makeEvent, destroyableObject, strictObject } from './api.ts';
import type { Browser } from './browser.ts';
import { dispatchPageMessage } from './ipc-main.ts';
import { bindingName, preloadScript, receiverName } from './preload.ts';
import type { PageAnswer, PageMessage, WindowMessage } from './preload.ts';
import { fromPageUrl, serveRoute, toPageUrl, type RequestDecisions } from './requests.ts';
import type { Session } from './session.ts';

type OpenHandler = (
  details: Pick<Electron.HandlerDetails, 'url'>,
) => Pick<Electron.WindowOpenHandlerResponse, 'action'>;

let lastId = 0;

const withoutFragment = (url: string): string => url.replace(/#.*/s, '');

/** The permissions that Chromium's debugger can grant, with Electron's names for them. */
const permissions = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  camera: 'media',
  microphone: 'media',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
} as const;
type PermissionName = keyof typeof permissions;
const electronName = (name: string): string =>
  name in permissions ? permissions[name as PermissionName] : name;

/** What a page needs of its window. */
interface WindowOfPage {
  /** Called with the page's messages about its window. */
  follow(message: WindowMessage): void;
  /** Called when the user wants to close the window. Returns false if the window must stay open. */
  mayClose(): boolean;
}

/** Electron's WebContents: one page, whose Chromium starts shortly after the object is created. */
export class WebContents extends EventEmitter {
  readonly id = ++lastId;
  readonly session: Session;
  /** The wrapped object that the application gets. */
  readonly outside: WebContents;
  private readonly preload: string | undefined;
  private readonly browser = Promise.withResolvers<Browser>();
  private url = '';
  private destroyed = false;
  /**
   * The address to which the main process is navigating the page; null: no such navigation is in progress. Only a
   * navigation that the page itself began can be prevented.
   */
  private bound: string | null = null;
  /** The WebRTC policy, which is used when the window starts its Chromium. */
  webRtcPolicy = 'default';
  /** The handler for new windows. Without a handler, every window is opened: `lib/browser/api/web-contents.ts`. */
  private openHandler: OpenHandler = () => ({ action: 'allow' });
  private readonly window: WindowOfPage;

  constructor(session: Session, preload: string | undefined, window: WindowOfPage) {
    super();
    this.session = session;
    this.preload = preload;
    this.window = window;
    this.browser.promise.catch(() => undefined);
    const contentsObject = strictObject('webContents', this);
    this.outside = destroyableObject(contentsObject, () => this.destroyed);
    return contentsObject;
  }

  /** Connects the page with its Chromium. */
  async attach(browser: Browser): Promise<void> {
    const { context, page } = browser;
    await context.exposeBinding(bindingName, ({ frame }, message: PageMessage) =>
      this.receive(frame, message),
    );
    await context.addInitScript({ content: preloadScript(this.preload) });
    const decisions: RequestDecisions = {
      mayNavigate: (url, request) => this.mayNavigate(url, request.frame(), page.mainFrame()),
      mayOpen: (url) => this.mayOpen(url),
    };
    await context.route('**/*', (route) =>
      serveRoute(route, this.session, decisions).catch(async (error: unknown) => {
        console.error(error);
        await route.abort('failed').catch(() => undefined);
      }),
    );
    // The app's pages open only the dialog of `beforeunload`.
    page.on('dialog', (dialog) => {
      // When the main process navigates the page to another address, the page cannot prevent this.
      const mayLeave = this.bound !== null || this.window.mayClose();
      void (mayLeave ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Page.enable');
    cdp.on('Page.navigatedWithinDocument', ({ url }) => {
      this.url = this.fromPage(url);
      this.emit('did-navigate-in-page', makeEvent({}), this.url, true);
    });
    page.on('load', () => {
      // Simulates a user gesture, because Chromium shows the dialog of `beforeunload` only for a page that the user has
      // used.
      void cdp.send('Runtime.evaluate', { expression: '0', userGesture: true }).catch(() => null);
      this.emit('did-finish-load', makeEvent({}));
    });
    page.on('crash', () => {
      this.emit('render-process-gone', makeEvent({}), { reason: 'crashed' });
    });
    this.browser.resolve(browser);
  }

  /** Rejects all waits for Chromium, because Chromium did not start. */
  fail(error: unknown): void {
    this.browser.reject(error);
  }

  async loadURL(url: string): Promise<void> {
    const { context, page } = await this.browser.promise;
    this.url = url;
    this.bound = withoutFragment(url);
    try {
      const address = toPageUrl(url, this.session.protocol.isProtocolHandled);
      const grantedPermissions = await this.grantedTo(url);
      await context.grantPermissions(grantedPermissions, { origin: new URL(address).origin });
      await page.goto(address);
    } catch (error) {
      // A load that another load replaces fails with ERR_ABORTED, as in Electron's `lib/browser/api/web-contents.ts`.
      const isAborted = String(error).includes('net::ERR_ABORTED');
      const [code, errno] = isAborted ? ['ERR_ABORTED', -3] : ['ERR_FAILED', -2];
      const loadError = new Error(`${code} (${errno}) loading '${url}'`, { cause: error });
      throw Object.assign(loadError, { code, errno, url });
    } finally {
      this.bound = null;
    }
  }

  send(channel: string, ...args: unknown[]): void {
    const argument = { name: receiverName, channel, args: structuredClone(args) };
    // Throws in a page without a preload.
    const script = ({ name, channel, args }: typeof argument): void =>
      (Reflect.get(window, name) as (channel: string, args: unknown[]) => void)(channel, args);
    const sendPromise = this.browser.promise.then(({ page }) =>
      (page.evaluate as (s: typeof script, a: typeof argument) => Promise<void>)(script, argument),
    );
    sendPromise.catch(() => undefined);
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }

  /** Has no effect: each window has its own Chromium, and so its own zoom. */
  setZoomMode = (): void => undefined;

  getURL(): string {
    return this.url;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  /** Called when the window is destroyed. */
  markDestroyed(): void {
    this.destroyed = true;
    this.browser.reject(new Error('the window was closed'));
  }

  private fromPage(url: string): string {
    return fromPageUrl(url, this.session.protocol.isProtocolHandled);
  }

  /**
   * Whether the page may navigate. For a navigation that the page itself began, emits `will-frame-navigate`, and in the
   * main frame then `will-navigate`, as `shell/browser/electron_navigation_throttle.cc` does.
   */
  private mayNavigate(url: string, frame: Frame, main: Frame): boolean {
    const isMainFrame = frame === main;
    if (this.bound === url) return true;
    const event = makeEvent({ url, isMainFrame });
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event);
    return !event.defaultPrevented;
  }

  /** Whether the page may open a window. The window opens as a page of the same Chromium. */
  private mayOpen(url: string): boolean {
    return this.openHandler({ url }).action === 'allow';
  }

  /**
   * The permissions that the request handler grants. The handler is called before the page loads, because Chromium does
   * not call it later.
   */
  private async grantedTo(url: string): Promise<PermissionName[]> {
    const grantedNames: PermissionName[] = [];
    for (const name of Object.keys(permissions) as PermissionName[])
      if (await this.session.grants(permissions[name], url)) grantedNames.push(name);
    return grantedNames;
  }

  private async receive(frame: Frame, message: PageMessage): Promise<PageAnswer | undefined> {
    switch (message.kind) {
      case 'window':
        this.window.follow(message);
        return undefined;
      case 'permission': {
        const url = this.fromPage(frame.url());
        const isMain = frame.parentFrame() === null;
        const name = electronName(message.name);
        return { value: this.session.checks(name, url, isMain) };
      }
      case 'error':
        console.error(`${message.path}: ${message.message}`);
        return undefined;
      default:
        return await dispatchPageMessage(message, this.ipcEvent(frame));
    }
  }

  /**
   * The event of a message. Its `senderFrame` is null if the page has been closed:
   * `shell/browser/api/electron_api_web_frame_main.cc`.
   */
  private ipcEvent(frame: Frame): object {
    const senderFrame = () =>
      frame.isDetached() ? null : { url: this.fromPage(frame.url()), parent: frame.parentFrame() };
    return makeEvent({
      sender: this.outside,
      get senderFrame() {
        return senderFrame();
      },
    });
  }
}
