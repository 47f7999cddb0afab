import { EventEmitter } from 'node:events';
import { runInThisContext } from 'node:vm';

/** What the browser was asked to do, as lists of the name of the call and its arguments. */
export type BrowserCall = readonly [name: string, ...args: unknown[]];

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}
type RouteHandler = (route: unknown) => Promise<void>;

/** An element of a page, as far as a click on a link needs it. */
class ElementDouble {
  readonly href: string;
  readonly target: string;
  constructor(href: string, target = '') {
    this.href = href;
    this.target = target;
  }
  closest(selector: string): this | null {
    return selector === 'a[href]' && this.href !== '' ? this : null;
  }
}

/** The window of a page: the members that a preload uses. Scripts run in this realm, with these members as globals. */
function makeWindow(address: string, page: PageDouble, calls: BrowserCall[]) {
  const window = Object.assign(new EventTarget(), {
    location: new URL(address),
    document: Object.assign(new EventTarget(), { hidden: false }),
    navigator: {
      permissions: {},
    },
    navigation: new EventTarget(),
    screen: { availWidth: 1000, availHeight: 800 },
    ...{ screenX: 10, screenY: 20, outerWidth: 640, outerHeight: 480 },
    Element: ElementDouble,
    HTMLAnchorElement: ElementDouble,
    /** The callbacks of intervals, which a test calls. */
    intervals: [] as (() => void)[],
    setInterval: (callback: () => void, ms: number) => {
      calls.push(['setInterval', ms]);
      window.intervals.push(callback);
    },
    open: (...args: unknown[]) => {
      calls.push(['open', ...args]);
      return 'a window';
    },
    XMLHttpRequest: class {
      status = 0;
      private url = '';
      open(method: string, url: string, isAsync: boolean): void {
        calls.push(['request', method, url, isAsync]);
        this.url = url;
      }
      send(): void {
        this.status = page.requestAtOnce(new URL(this.url, address).href);
      }
    },
    fetch: (url: string) => fetch(new URL(url, address)),
  });
  return Object.assign(window, { window, top: window });
}
type WindowDouble = ReturnType<typeof makeWindow>;

/** Playwright's page, with one frame. It loads pages from the handler of routes, or by HTTP, and runs their scripts. */
export class PageDouble extends EventEmitter {
  window: WindowDouble;
  isDetached = false;
  readonly calls: BrowserCall[];
  readonly bindings = new Map<string, (source: { frame: unknown }, message: unknown) => unknown>();
  readonly cdp = Object.assign(new EventEmitter(), {
    send: (method: string, params?: object): Promise<unknown> => {
      this.calls.push([method, ...(params === undefined ? [] : [params])]);
      return Promise.resolve(method === 'Browser.getWindowForTarget' ? { windowId: 7 } : {});
    },
  });
  routeHandler: RouteHandler | null = null;
  initScript = '';
  readonly frame = {
    url: () => this.window.location.href,
    parentFrame: () => null,
    isDetached: () => this.isDetached,
  };
  /** The internals of Playwright that switch the emulation of the focus off. */
  readonly _connection = {
    toImpl: () => ({ delegate: { _mainFrameSession: { _client: this.cdp } } }),
  };

  constructor(calls: BrowserCall[]) {
    super();
    this.calls = calls;
    this.window = makeWindow('data:text/html,', this, calls);
  }

  mainFrame = () => this.frame;
  private note(...call: BrowserCall): Promise<void> {
    this.calls.push(call);
    return Promise.resolve();
  }
  bringToFront = () => this.note('bringToFront');
  emulateMedia = (media: object) => this.note('emulateMedia', media);

  /** Passes a request to the handler of routes; null: the handler has not answered yet. */
  private ask(
    url: string,
    isNavigation: boolean,
    frame: unknown = this.frame,
    method = 'GET',
    body: Buffer | null = null,
  ) {
    let answer: Answer | 'network' | { readonly error: string } | null = null;
    const settle = (given: NonNullable<typeof answer>): Promise<void> => {
      answer = given;
      return Promise.resolve();
    };
    const request = {
      url: () => url,
      method: () => method,
      headers: () => ({ origin: new URL(url).origin, accept: '*/*' }),
      frame: () => frame,
      isNavigationRequest: () => isNavigation,
      postDataBuffer: () => body,
    };
    const done = this.routeHandler?.({
      request: () => request,
      fulfill: (given: Answer) => settle(given),
      continue: () => settle('network'),
      abort: (error: string) => settle({ error }),
    });
    return { done, answer: () => answer };
  }

  /** The answer to a request of the page: its status, headers and text; an error of the network. */
  async request(
    url: string,
    {
      isNavigation = false,
      frame,
      method,
      body,
    }: { isNavigation?: boolean; frame?: unknown; method?: string; body?: string } = {},
  ) {
    const asked = this.ask(
      url,
      isNavigation,
      frame,
      method,
      body === undefined ? null : Buffer.from(body),
    );
    await asked.done;
    const answer = asked.answer() ?? 'network';
    if (answer === 'network') return answer;
    if ('error' in answer) return answer;
    return { ...answer, text: String(answer.body ?? '') };
  }

  requestAtOnce(url: string): number {
    const answer = this.ask(url, false).answer();
    return answer !== null && typeof answer === 'object' && 'status' in answer ? answer.status : 0;
  }

  async goto(address: string): Promise<void> {
    const answer = await this.request(address, { isNavigation: true });
    if (answer !== 'network' && 'error' in answer)
      throw new Error(`net::ERR_${answer.error.toUpperCase()}`);
    const html = answer === 'network' ? await this.readFromNetwork(address) : answer.text;
    this.window = makeWindow(address, this, this.calls);
    for (const [name, binding] of this.bindings)
      Object.assign(this.window, {
        [name]: (message: unknown) => Promise.resolve(binding({ frame: this.frame }, message)),
      });
    this.run(this.initScript);
    for (const [, script = ''] of html.matchAll(/<script>(.*?)<\/script>/gs)) this.run(script);
    this.emit('load');
  }

  private async readFromNetwork(address: string): Promise<string> {
    try {
      return await (await fetch(address)).text();
    } catch (cause) {
      throw new Error('net::ERR_CONNECTION_REFUSED', { cause });
    }
  }

  run(script: string): unknown {
    const code = `(function (window) { with (window) { ${script}\n } })`;
    return (runInThisContext(code) as (window: WindowDouble) => unknown)(this.window);
  }

  evaluate(script: (argument: unknown) => unknown, argument: unknown): unknown {
    const code = `(function (window, argument) { with (window) { return (${script.toString()})(argument); } })`;
    return (runInThisContext(code) as (...args: unknown[]) => unknown)(
      this.window,
      structuredClone(argument),
    );
  }

  exposeFunction = (name: string, call: (value: number) => void) =>
    this.note('exposeFunction', name, call);
  setContent = (content: string) => this.note('setContent', content);
}

/** A double of Playwright’s `chromium`: each start makes a context with one page. */
function makeChromiumDouble() {
  const calls: BrowserCall[] = [];
  const pages: PageDouble[] = [];
  const note = (...call: BrowserCall): Promise<void> => {
    calls.push(call);
    return Promise.resolve();
  };
  const makeContext = (page: PageDouble) => ({
    pages: () => [page],
    newCDPSession: () => Promise.resolve(page.cdp),
    exposeBinding: (name: string, binding: never) => {
      page.bindings.set(name, binding);
      return Promise.resolve();
    },
    addInitScript: ({ content }: { content: string }) => {
      page.initScript = content;
      return Promise.resolve();
    },
    route: (pattern: string, handler: RouteHandler) => {
      page.routeHandler = handler;
      return note('route', pattern);
    },
    grantPermissions: (...args: unknown[]) => note('grantPermissions', ...args),
    close: () => {
      page.emit('close');
      return note('close');
    },
  });
  const chromium = {
    launchPersistentContext: (profile: string, options: Readonly<Record<string, unknown>>) => {
      const page = new PageDouble(calls);
      pages.push(page);
      return note('launch', profile, options).then(() => makeContext(page));
    },
  };
  return { chromium, calls, pages };
}
export const browser = makeChromiumDouble();
