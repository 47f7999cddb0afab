import { EventEmitter } from 'node:events';
import { makeEvent, destroyableObject, strictObject } from './api.ts';
import { emptyPage, type Browser } from './browser.ts';
import type { DevTools } from './devtools.ts';
import { dispatchPageMessage } from './ipc-main.ts';
import { packValue, unpackValue } from './message-values.ts';
import { bindingName, preloadScript, receiverName } from './preload.ts';
import type { PageAnswer, PageMessage, Received, Sent, WindowMessage } from './preload.ts';
import { fromPageUrl, serveRequests, toPageUrl } from './requests.ts';
import type { Session } from './session.ts';

type OpenHandler = (
  details: Pick<Electron.HandlerDetails, 'url'>,
) => Pick<Electron.WindowOpenHandlerResponse, 'action'>;

let lastId = 0;

const withoutFragment = (url: string): string => url.replace(/#.*/s, '');

/** The permissions that Chromium's debugger can grant, by the page's names: the names of Electron and of the debugger. */
const permissions = {
  geolocation: ['geolocation', 'geolocation'],
  notifications: ['notifications', 'notifications'],
  camera: ['media', 'videoCapture'],
  microphone: ['media', 'audioCapture'],
  'clipboard-read': ['clipboard-read', 'clipboardReadWrite'],
  'clipboard-write': ['clipboard-sanitized-write', 'clipboardSanitizedWrite'],
} as const;
type PermissionName = keyof typeof permissions;
const electronName = (name: string): string =>
  name in permissions ? permissions[name as PermissionName][0] : name;

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
  /** The document of the page: its address in Chromium, and its id. Both are empty before the first load. */
  private document = { url: '', id: '' };
  /** The loads of the documents, by their ids. */
  private readonly loads = new Map<string, PromiseWithResolvers<undefined>>();
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
    const { page, pageId, pageEnd } = browser;
    page.on('Runtime.bindingCalled', ({ payload }) => void this.answer(page, payload));
    // The app's pages open only the dialog of `beforeunload`.
    page.on('Page.javascriptDialogOpening', () => {
      // When the main process navigates the page to another address, the page cannot prevent this.
      const accept = this.bound !== null || this.window.mayClose();
      void page.send('Page.handleJavaScriptDialog', { accept }).catch(() => undefined);
    });
    page.on('Page.frameNavigated', ({ frame: { id, url, urlFragment = '', loaderId } }) => {
      // Chromium starts with an empty page.
      if (id !== pageId || url === emptyPage) return;
      this.loadOf(this.document.id).reject(new Error('net::ERR_ABORTED'));
      this.document = { url: `${url}${urlFragment}`, id: loaderId };
    });
    page.on('Page.navigatedWithinDocument', ({ url, frameId }) => {
      if (frameId !== pageId) return;
      this.url = this.fromPage(url);
      this.document = { ...this.document, url };
      this.emit('did-navigate-in-page', makeEvent({}), this.url, true);
    });
    page.on('Page.loadEventFired', () => {
      if (this.document.id === '') return;
      this.loadOf(this.document.id).resolve(undefined);
      // Simulates a user gesture, because Chromium shows the dialog of `beforeunload` only for a page that the user has
      // used.
      void page.send('Runtime.evaluate', { expression: '0', userGesture: true }).catch(() => null);
      this.emit('did-finish-load', makeEvent({}));
    });
    const end = (reason: string): void => {
      for (const load of this.loads.values()) load.reject(new Error(reason));
    };
    void pageEnd.then(() => end('the page was closed'));
    page.on('Inspector.targetCrashed', () => {
      end('the page has crashed');
      this.emit('render-process-gone', makeEvent({}), { reason: 'crashed' });
    });
    await Promise.all([
      page.send('Page.enable'),
      // Without it, the binding is missing in the page of another address, which has another process.
      page.send('Runtime.enable'),
      page.send('Runtime.addBinding', { name: bindingName }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript(this.preload) }),
      serveRequests(page, this.session, {
        mayNavigate: (url, frameId) => this.mayNavigate(url, frameId === pageId),
        mayOpen: (url) => this.mayOpen(url),
      }),
    ]);
    this.browser.resolve(browser);
  }

  /** Rejects all waits for Chromium, because Chromium did not start. */
  fail(error: unknown): void {
    this.browser.reject(error);
  }

  async loadURL(url: string): Promise<void> {
    const { browser, page } = await this.browser.promise;
    this.url = url;
    this.bound = withoutFragment(url);
    try {
      const address = toPageUrl(url, this.session.protocol.isProtocolHandled);
      await browser.send('Browser.grantPermissions', {
        permissions: await this.grantedTo(url),
        origin: new URL(address).origin,
      });
      const { errorText, loaderId } = await page.send('Page.navigate', { url: address });
      if (errorText !== undefined) throw new Error(errorText);
      // A navigation within the document loads nothing.
      if (loaderId !== undefined) await this.loadOf(loaderId).promise;
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
    const text = textOf({ channel, args: structuredClone(args) });
    void this.browser.promise.then(({ page }) => deliver(page, text)).catch(() => undefined);
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
  private mayNavigate(url: string, isMainFrame: boolean): boolean {
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
  private async grantedTo(url: string) {
    const grantedNames: (typeof permissions)[PermissionName][1][] = [];
    for (const [name, debuggerName] of Object.values(permissions))
      if (await this.session.grants(name, url)) grantedNames.push(debuggerName);
    return grantedNames;
  }

  /** The load of a document; Chromium may tell of it before it answers the command to navigate. */
  private loadOf(id: string): PromiseWithResolvers<undefined> {
    const load = this.loads.get(id) ?? Promise.withResolvers<undefined>();
    load.promise.catch(() => undefined);
    this.loads.set(id, load);
    return load;
  }

  /** Handles a message of the page, and answers it. */
  private async answer(page: DevTools, payload: string): Promise<void> {
    const { id, message } = unpackValue(JSON.parse(payload), fromBase64) as Sent;
    const answer = await this.receive(message);
    let text: string;
    try {
      text = textOf({ id, answer });
    } catch (error) {
      text = textOf({ id, answer: { error: String(error) } });
    }
    await deliver(page, text).catch(() => undefined);
  }

  private async receive(message: PageMessage): Promise<PageAnswer> {
    switch (message.kind) {
      case 'window':
        this.window.follow(message);
        return { value: undefined };
      case 'permission': {
        const url = this.fromPage(this.document.url);
        return { value: this.session.checks(electronName(message.name), url, true) };
      }
      case 'error':
        console.error(`${message.path}: ${message.message}`);
        return { value: undefined };
      default:
        return await dispatchPageMessage(message, this.ipcEvent());
    }
  }

  /**
   * The event of a message. Only the main frame has a preload. Its `senderFrame` is null if the page has been closed or
   * has loaded another document: `shell/browser/api/electron_api_web_frame_main.cc`.
   */
  private ipcEvent(): object {
    const { id } = this.document;
    const senderFrame = () =>
      this.destroyed || this.document.id !== id
        ? null
        : { url: this.fromPage(this.document.url), parent: null };
    return makeEvent({
      sender: this.outside,
      get senderFrame() {
        return senderFrame();
      },
    });
  }
}

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** @throws TypeError for a value that the stand-in cannot send */
const textOf = (message: Received): string =>
  JSON.stringify(packValue(message, (bytes) => Buffer.from(bytes).toString('base64')));

/** Calls the receiver of a page. A page without a preload has none, and ignores the text. */
async function deliver(page: DevTools, text: string): Promise<void> {
  await page.send('Runtime.evaluate', { expression: `${receiverName}(${JSON.stringify(text)})` });
}
