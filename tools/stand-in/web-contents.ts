import { EventEmitter } from 'node:events';
import type { Frame } from 'playwright-core';
import { NotInStandInError, strict } from './absent.ts';
import { app } from './app.ts';
import type { Browser } from './browser.ts';
import { consoleReport } from './console-report.ts';
import { makeEvent } from './event.ts';
import { dispatch } from './ipc-main.ts';
import { bindingName, receiverName } from './messages.ts';
import type { PageAnswer, PageMessage, WindowMessage } from './messages.ts';
import { fromPageUrl, originOf } from './page-url.ts';
import { preloadScript } from './preload.ts';
import { pageUrlFor, serveRoute, type MayNavigate } from './routes.ts';
import type { Session } from './session.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

let lastId = 0;

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

/** Electron's WebContents: one page, whose Chromium comes a little later than the object. */
export class WebContents extends EventEmitter {
  readonly id = ++lastId;
  readonly session: Session;
  private readonly preload: string | undefined;
  private readonly browser = Promise.withResolvers<Browser>();
  private url = '';
  private loading = false;
  private destroyed = false;
  private crashed = false;
  /** Where the main process is sending the page; what the page begins itself can be prevented. */
  private bound: string | null = null;
  /** Read when the window opens its Chromium. */
  webRtcPolicy = 'default';
  private openHandler: OpenHandler = () => ({ action: 'deny' });
  /** Told of what the page says about its window. */
  onWindow: (message: WindowMessage) => void = () => undefined;
  /** The person wants to close the window. False: it stays. */
  onCloseAsked: () => boolean = () => true;

  constructor(session: Session, preload: string | undefined) {
    super();
    this.session = session;
    this.preload = preload;
    this.browser.promise.catch(() => undefined);
    const made = strict('webContents', this);
    setImmediate(() => app.emit('web-contents-created', makeEvent({}), made));
    return made;
  }

  /** Connects the page with its Chromium. */
  async attach(browser: Browser): Promise<void> {
    const { context, page } = browser;
    await context.exposeBinding(bindingName, ({ frame }, message: PageMessage) =>
      this.receive(frame, message),
    );
    await context.addInitScript({ content: preloadScript(this.preload) });
    const mayNavigate: MayNavigate = (url, request) => {
      if (request.frame() !== page.mainFrame() || this.bound === url) return true;
      const event = makeEvent({ url, isSameDocument: false, isMainFrame: true });
      this.emit('will-navigate', event, url);
      return !event.defaultPrevented;
    };
    await context.route('**/*', (route) =>
      serveRoute(route, this.session, mayNavigate).catch(async (error: unknown) => {
        console.error(error);
        await route.abort('failed').catch(() => undefined);
      }),
    );
    context.on('page', (popup) => {
      this.askToOpen(this.fromPage(popup.url()));
      void popup.close().catch(() => undefined);
    });
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.emit('did-navigate', makeEvent({}), (this.url = this.fromPage(frame.url())));
    });
    page.on('dialog', (dialog) => {
      // A page that the main process sends elsewhere is not asked.
      const goes = dialog.type() !== 'beforeunload' || this.bound !== null || this.onCloseAsked();
      void (goes ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Page.enable');
    cdp.on('Page.navigatedWithinDocument', ({ url }) => {
      this.url = this.fromPage(url);
      this.emit('did-navigate-in-page', makeEvent({}), this.url, true, 1, 1);
    });
    page.on('load', () => {
      this.loading = false;
      // Chromium asks before it closes a window only when somebody has used the page.
      void cdp.send('Runtime.evaluate', { expression: '0', userGesture: true }).catch(() => null);
      this.emit('did-finish-load', makeEvent({}));
    });
    page.on('crash', () => {
      this.crashed = true;
      const details = { reason: 'crashed', exitCode: 1 };
      this.emit('render-process-gone', makeEvent({}), details);
      app.emit('render-process-gone', makeEvent({}), this, details);
    });
    page.on('console', (message) => {
      const report = consoleReport(message);
      this.report({ ...report, sourceId: this.fromPage(report.sourceId) });
    });
    page.on('pageerror', ({ message }) =>
      this.report({
        level: 'error',
        message: `Uncaught ${message}`,
        sourceId: '',
        lineNumber: 0,
      }),
    );
    this.browser.resolve(browser);
  }

  /** No Chromium will come. */
  fail(error: unknown): void {
    this.browser.reject(error);
  }

  async loadURL(url: string): Promise<void> {
    const { page } = await this.browser.promise;
    this.url = url;
    this.loading = true;
    this.bound = withoutFragment(url);
    try {
      const address = pageUrlFor(url, this.session);
      const granted = this.session.mayCopy(url) ? ['clipboard-write'] : [];
      await page.context().grantPermissions(granted, { origin: new URL(address).origin });
      await page.goto(address);
    } catch (error) {
      this.emit('did-fail-load', makeEvent({}), -2, 'ERR_FAILED', url, true);
      const message = `ERR_FAILED (-2) loading '${url}'`;
      throw Object.assign(new Error(message, { cause: error }), {
        code: 'ERR_FAILED',
        errno: -2,
        url,
      });
    } finally {
      this.loading = false;
      this.bound = null;
    }
  }

  send(channel: string, ...args: unknown[]): void {
    const copy = structuredClone(args);
    void this.evaluate(
      ({ name, channel, args }) => {
        const receiver: unknown = Reflect.get(window, name);
        if (typeof receiver === 'function') Reflect.apply(receiver, undefined, [channel, args]);
      },
      { name: receiverName, channel, args: copy },
    ).catch(() => undefined);
  }

  executeJavaScript(code: string): Promise<unknown> {
    return this.browser.promise.then(({ page }) => page.evaluate(code));
  }

  reload(): void {
    this.bound = withoutFragment(this.url);
    const reloaded = this.browser.promise.then(({ page }) => page.reload());
    void reloaded.catch(() => undefined).finally(() => (this.bound = null));
  }

  get mainFrame() {
    const { url } = this;
    const frame = { url, origin: originOf(url), parent: null, processId: 1, routingId: 1 };
    return Object.assign(frame, {
      top: frame,
      frameTreeNodeId: 1,
      isDestroyed: () => this.destroyed,
    });
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }

  getURL(): string {
    return this.url;
  }

  getTitle(): Promise<string> {
    return this.browser.promise.then(({ page }) => page.title());
  }

  isLoading(): boolean {
    return this.loading;
  }

  isCrashed(): boolean {
    return this.crashed;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  /** There is nothing to open: use the debugging port. */
  openDevTools(): void {
    return;
  }

  /** The page has gone for good. */
  markDestroyed(): void {
    this.destroyed = true;
    this.browser.reject(new Error('the window was closed'));
    this.emit('destroyed');
  }

  private async evaluate<A>(script: (argument: A) => void, argument: A): Promise<void> {
    const { page } = await this.browser.promise;
    await (page.evaluate as (s: typeof script, a: A) => Promise<unknown>)(script, argument);
  }

  private fromPage(url: string): string {
    return fromPageUrl(url, this.session.protocol.isOwn);
  }

  private async receive(frame: Frame, message: PageMessage): Promise<PageAnswer | undefined> {
    if (message.kind === 'window') this.onWindow(message);
    else if (message.kind === 'open') this.askToOpen(this.fromPage(message.url));
    else if (message.kind === 'error')
      this.emit('preload-error', makeEvent({}), message.path, new Error(message.message));
    else {
      const url = this.fromPage(frame.url());
      const senderFrame = { ...this.mainFrame, url, origin: originOf(url) };
      const reply = (channel: string, ...args: unknown[]): void => this.send(channel, ...args);
      const event = {
        sender: this,
        senderFrame,
        processId: 1,
        frameId: 1,
        reply,
        returnValue: null,
      };
      return await dispatch(message, makeEvent(event));
    }
    return undefined;
  }

  private askToOpen(url: string): void {
    const referrer = { url: this.url, policy: 'default' as const };
    const details = {
      url,
      frameName: '',
      features: '',
      referrer,
      disposition: 'new-window' as const,
    };
    if (this.openHandler(details).action === 'allow')
      throw new NotInStandInError("setWindowOpenHandler's action allow");
  }

  private report(line: ReturnType<typeof consoleReport>): void {
    this.emit('console-message', makeEvent(line));
  }
}
