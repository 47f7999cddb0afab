import { EventEmitter } from 'node:events';
import { runInThisContext } from 'node:vm';
import type { Chromium, DevTools } from '../electron/devtools.ts';

const emptyPage = 'data:text/html,';

/** What the browser was asked to do, as lists of the name of the call and its arguments. */
export type BrowserCall = readonly [name: string, ...args: unknown[]];

/** The answer of a page's request: what the stand-in has sent for it, with the body as text. */
type Answer =
  | 'network'
  | { readonly error: string }
  | { readonly status: number; readonly headers: object; readonly text: string };

type Params = Readonly<Record<string, unknown>>;

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
        this.status = page.statusAtOnce(new URL(this.url, address).href);
      }
    },
    fetch: (url: string) => fetch(new URL(url, address)),
  });
  return Object.assign(window, { window, top: window });
}
type WindowDouble = ReturnType<typeof makeWindow>;

/** What Chromium calls the reasons of failed requests. */
const errors: Readonly<Record<string, string>> = {
  Aborted: 'ERR_ABORTED',
  BlockedByClient: 'ERR_BLOCKED_BY_CLIENT',
  Failed: 'ERR_FAILED',
};

/**
 * The session of a page with one frame: takes commands of the DevTools protocol, and emits its events. Loads pages from
 * the stand-in, or by HTTP, and runs their scripts.
 */
export class PageDouble extends EventEmitter {
  window: WindowDouble;
  readonly calls: BrowserCall[];
  readonly pageEnd = Promise.withResolvers<undefined>();
  /** The addresses that were requested synchronously, and the status of each that is known. */
  readonly askedAtOnce = new Map<string, number>();
  private readonly bindings: string[] = [];
  private readonly pending = new Map<string, (answer: Answer) => void>();
  private requestCount = 0;
  private loadCount = 0;
  initScript = '';

  constructor(calls: BrowserCall[]) {
    super();
    this.calls = calls;
    this.window = makeWindow(emptyPage, this, calls);
  }

  send = (method: string, params: Params = {}): Promise<unknown> => {
    const settle = (answer: Answer): Promise<object> => {
      this.pending.get(String(params['requestId']))?.(answer);
      return Promise.resolve({});
    };
    switch (method) {
      case 'Fetch.continueRequest':
        return settle('network');
      case 'Fetch.failRequest':
        return settle({ error: errors[String(params['errorReason'])] ?? '' });
      case 'Fetch.fulfillRequest': {
        const { responseCode, responseHeaders, body } = params as {
          responseCode: number;
          responseHeaders: { name: string; value: string }[];
          body: string;
        };
        const headers = Object.fromEntries(responseHeaders.map(({ name, value }) => [name, value]));
        const text = Buffer.from(body, 'base64').toString();
        return settle({ status: responseCode, headers, text });
      }
      case 'Page.navigate':
        return this.navigate(String(params['url']));
      case 'Page.enable':
        // The load of Chromium's first page may end only now.
        this.emit('Page.frameNavigated', { frame: { id: 'page', url: emptyPage, loaderId: '0' } });
        this.emit('Page.loadEventFired', {});
        break;
      case 'Page.addScriptToEvaluateOnNewDocument':
        this.initScript = String(params['source']);
        this.calls.push([method]);
        return Promise.resolve({});
      case 'Runtime.evaluate':
        // A call of the receiver is recorded by what the page does.
        if (params['userGesture'] === true) this.calls.push([method, params]);
        else this.run(`return ${String(params['expression'])}`);
        return Promise.resolve({});
      case 'Runtime.addBinding':
        this.bindings.push(String(params['name']));
    }
    this.calls.push([method, ...(Object.keys(params).length === 0 ? [] : [params])]);
    return Promise.resolve({});
  };

  /** The answer to a request of the page. */
  request(
    url: string,
    {
      isNavigation = false,
      frameId = 'page',
      method = 'GET',
      body,
    }: { isNavigation?: boolean; frameId?: string; method?: string; body?: string } = {},
  ): Promise<Answer> {
    const requestId = `${++this.requestCount}`;
    const answer = new Promise<Answer>((resolve) => this.pending.set(requestId, resolve));
    this.emit('Fetch.requestPaused', {
      requestId,
      frameId,
      resourceType: isNavigation ? 'Document' : 'Other',
      request: {
        url,
        method,
        headers: { origin: new URL(url).origin, accept: '*/*' },
        ...(body !== undefined && {
          postDataEntries: [{ bytes: Buffer.from(body).toString('base64') }],
        }),
      },
    });
    return answer;
  }

  statusAtOnce(url: string): number {
    const status = this.askedAtOnce.get(url) ?? 0;
    this.askedAtOnce.set(url, status);
    return status;
  }

  /** Loads an address. The load of `never.html` does not end. */
  private async navigate(address: string): Promise<object> {
    const [document = '', hash] = address.split('#');
    if (hash !== undefined && document === this.window.location.href.split('#')[0]) {
      this.emit('Page.navigatedWithinDocument', { url: address, frameId: 'page' });
      return {};
    }
    const answer = address.startsWith('data:')
      ? { text: '' }
      : await this.request(address, { isNavigation: true });
    if (answer !== 'network' && 'error' in answer) return { errorText: `net::${answer.error}` };
    let html: string;
    try {
      html = answer === 'network' ? await (await fetch(address)).text() : answer.text;
    } catch {
      return { errorText: 'net::ERR_CONNECTION_REFUSED' };
    }
    this.window = makeWindow(address, this, this.calls);
    const loaderId = `load ${++this.loadCount}`;
    const urlFragment = hash === undefined ? {} : { urlFragment: `#${hash}` };
    const frame = { id: 'page', url: document, ...urlFragment, loaderId };
    this.emit('Page.frameNavigated', { frame });
    for (const name of this.bindings)
      Object.assign(this.window, {
        [name]: (payload: string) => this.emit('Runtime.bindingCalled', { name, payload }),
      });
    this.run(this.initScript);
    for (const [, script = ''] of html.matchAll(/<script>(.*?)<\/script>/gs)) this.run(script);
    // Chromium sends the answer before or after the event.
    const emitLoad = (): unknown =>
      address.endsWith('never.html') || this.emit('Page.loadEventFired', {});
    if (this.loadCount % 2 === 0) setImmediate(emitLoad);
    else emitLoad();
    return { loaderId };
  }

  run(script: string): unknown {
    const code = `(function (window) { with (window) { ${script}\n } })`;
    return (runInThisContext(code) as (window: WindowDouble) => unknown)(this.window);
  }
}

/** A double of the starts of Chromium: each has one page. */
function makeChromiumDouble() {
  const calls: BrowserCall[] = [];
  const pages: PageDouble[] = [];
  const launchChromium = (path: string, args: readonly string[]): Promise<Chromium> => {
    const page = new PageDouble(calls);
    pages.push(page);
    calls.push(['launch', path, args]);
    const send = (method: string, params: Params): Promise<unknown> => {
      calls.push([method, params]);
      return Promise.resolve(method === 'Browser.getWindowForTarget' ? { windowId: 7 } : {});
    };
    return Promise.resolve({
      browser: Object.assign(new EventEmitter(), { send }) as unknown as DevTools,
      page: page as unknown as DevTools,
      pageId: 'page',
      pageEnd: page.pageEnd.promise,
      close: () => {
        page.pageEnd.resolve(undefined);
        calls.push(['close']);
        return Promise.resolve();
      },
    });
  };
  return { launchChromium, calls, pages };
}
export const browser = makeChromiumDouble();
