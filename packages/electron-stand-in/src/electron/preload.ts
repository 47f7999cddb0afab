import { readFileSync } from 'node:fs';
import { clockAhead, setClockAhead } from './clock.ts';
import { packValue, unpackValue } from './message-values.ts';
import { openPath } from './requests.ts';

/** A message that a page sends to the main process. */
export type PageMessage =
  | { readonly kind: 'invoke'; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'permission'; readonly name: string }
  | { readonly kind: 'error'; readonly path: string; readonly message: string }
  | WindowMessage;

/** `place`: the window has another size or position. */
type WindowEvent = 'focus' | 'blur' | 'place' | 'visibility';

/** The state of a page's window. */
export interface WindowMessage {
  readonly kind: 'window';
  readonly event: WindowEvent;
  readonly bounds: { x: number; y: number; width: number; height: number };
  /** Whether the window is minimised. */
  readonly hidden: boolean;
  readonly maximised: boolean;
}

/** The answer to a message: a value, or the message of an error. */
export type PageAnswer = { readonly value: unknown } | { readonly error: string };

/** What the page sends through the binding, as JSON of packed values. The `id` is unique among all pages of a window. */
export interface Sent {
  readonly id: string;
  readonly message: PageMessage;
}
/** What the page receives, as JSON of packed values. */
export type Received =
  | { readonly id: string; readonly answer: PageAnswer }
  | { readonly channel: string; readonly args: readonly unknown[] };

/**
 * The global names of two functions that take a text: with the first the page calls the main process, with the second the
 * main process calls the page.
 */
export const bindingName = '__standIn';
export const receiverName = '__standInReceive';

/**
 * The script that runs before the scripts of every page of a window: the renderer's part of the stand-in, and the app's
 * preload.
 */
export function preloadScript(path: string | undefined): string {
  const source = path === undefined ? '' : readFileSync(path, 'utf8');
  const names: Names = {
    binding: bindingName,
    receiver: receiverName,
    openPath,
    path: path ?? '',
  };
  const preload = `function (require) {\n${source}\n}`;
  const clockScript = `(${setClockAhead.toString()})(${clockAhead()});`;
  const parts = [JSON.stringify(names), packValue, unpackValue, preload].map(String).join(', ');
  return `${clockScript}\n(${preloadRuntime.toString()})(${parts});`;
}

type Listener = (event: unknown, ...args: unknown[]) => void;
type Preload = (require: (name: string) => unknown) => void;
interface Names {
  readonly binding: string;
  readonly receiver: string;
  readonly openPath: string;
  readonly path: string;
}

/**
 * Runs in the page before the page's own scripts. It is sent to the page as source text, so it may not use variables
 * from outside. Provides the renderer's part of Electron to the preload, and sends the window's events to the main
 * process.
 */
function preloadRuntime(
  names: Names,
  pack: typeof packValue,
  unpack: typeof unpackValue,
  preload: Preload,
): void {
  const page = window as unknown as Record<string, unknown>;
  const send = page[names.binding] as (text: string) => void;
  Reflect.deleteProperty(page, names.binding);
  if (window.top !== window || location.protocol === 'data:') return;

  // Chromium has these two functions since version 140; TypeScript does not know them yet.
  interface Base64 {
    readonly fromBase64: (text: string) => Uint8Array;
  }
  type Bytes = Uint8Array & { readonly toBase64: () => string };
  const { fromBase64 } = Uint8Array as unknown as Base64;

  const answers = new Map<string, (answer: PageAnswer) => void>();
  let messageCount = 0;
  const tell = (message: PageMessage) =>
    new Promise<PageAnswer>((resolve) => {
      const id = `${performance.timeOrigin} ${++messageCount}`;
      const packed = pack({ id, message }, (bytes) => (bytes as Bytes).toBase64());
      answers.set(id, resolve);
      send(JSON.stringify(packed));
    });
  const listeners = new Map<string, Listener[]>();
  const listenersOf = (channel: string) => listeners.get(channel) ?? [];
  const receive = (received: Received): void => {
    if ('channel' in received) {
      for (const listener of listenersOf(received.channel)) listener({}, ...received.args);
    } else {
      answers.get(received.id)?.(received.answer);
      answers.delete(received.id);
    }
  };
  Object.defineProperty(page, names.receiver, {
    value: (text: string) => receive(unpack(JSON.parse(text), fromBase64) as Received),
  });
  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]) => {
      const answer = await tell({ kind: 'invoke', channel, args: structuredClone(args) });
      if ('error' in answer) throw new Error(answer.error);
      return answer.value;
    },
    on: (channel: string, listener: Listener): void => {
      listeners.set(channel, [...listenersOf(channel), listener]);
    },
    removeListener: (channel: string, listener: Listener): void => {
      const remainingListeners = listenersOf(channel).filter((other) => other !== listener);
      listeners.set(channel, remainingListeners);
    },
  };

  /** Returns a deep copy. Functions are not copied; they are wrapped so that their arguments and results are copied. */
  const copy = (value: unknown): unknown => {
    if (typeof value === 'function')
      return (...args: unknown[]) => copy(Reflect.apply(value, undefined, args.map(copy)));
    if (value instanceof Promise) return value.then(copy);
    if (Array.isArray(value)) return Object.freeze(value.map(copy));
    if (value === null || typeof value !== 'object') return value;
    if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
    return Object.freeze(
      Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)])),
    );
  };
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) =>
      Object.defineProperty(page, key, { value: copy(api), enumerable: true }),
  };

  const boundsOf = () => ({ x: screenX, y: screenY, width: outerWidth, height: outerHeight });
  let lastToldBounds = '';
  const tellOfWindow = (event: WindowEvent) => (): void => {
    const bounds = boundsOf();
    lastToldBounds = JSON.stringify(bounds);
    const isMaximised = outerWidth >= screen.availWidth && outerHeight >= screen.availHeight;
    void tell({ kind: 'window', event, bounds, hidden: document.hidden, maximised: isMaximised });
  };
  window.addEventListener('focus', tellOfWindow('focus'));
  window.addEventListener('blur', tellOfWindow('blur'));
  window.addEventListener('resize', tellOfWindow('place'));
  document.addEventListener('visibilitychange', tellOfWindow('visibility'));
  // The position is polled, because a page gets no event when its window is moved.
  setInterval(() => {
    if (JSON.stringify(boundsOf()) !== lastToldBounds) tellOfWindow('place')();
  }, 300);

  // When the user closes the window, Chromium fires `beforeunload` in the page, and the main process decides. When the
  // page itself navigates, this handler does nothing: the main process checks the navigation.
  let isLeaving = false;
  window.navigation.addEventListener('navigate', (event) => {
    if (event.hashChange) return;
    isLeaving = true;
    setTimeout(() => (isLeaving = false));
  });
  window.addEventListener('beforeunload', (event) => {
    if (isLeaving) return;
    // Report the last position before closing.
    tellOfWindow('place')();
    event.preventDefault();
  });
  // Disables the shortcuts of Chromium that do not exist in an Electron window without a menu.
  window.addEventListener(
    'keydown',
    (event) => {
      const hasModifier = event.ctrlKey || event.metaKey;
      if (event.key === 'F5' || (hasModifier && 'nprstuw'.includes(event.key.toLowerCase())))
        event.preventDefault();
    },
    true,
  );

  /** Calls the window open handler synchronously, because `window.open` returns synchronously. */
  const mayOpen = (url: string): boolean => {
    const request = new XMLHttpRequest();
    request.open('GET', `${names.openPath}?${encodeURIComponent(url)}`, false);
    try {
      request.send();
      return request.status === 200;
    } catch {
      return false; // the policy of the page forbids the request
    }
  };
  const openWindow = window.open.bind(window);
  window.open = (url, ...more) => {
    const address = new URL(url ?? 'about:blank', location.href).href;
    return mayOpen(address) ? openWindow(address, ...more) : null;
  };
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    if ((opensElsewhere || link.target === '_blank') && !mayOpen(link.href)) event.preventDefault();
  });

  // Electron has no state `prompt`: its permission check handler returns true or false.
  navigator.permissions.query = async ({ name }) => {
    const answer = (await tell({ kind: 'permission', name })) as { readonly value: unknown };
    const state: PermissionState = answer.value === true ? 'granted' : 'denied';
    return Object.assign(new EventTarget(), { name, state, onchange: null });
  };

  const electron = { contextBridge, ipcRenderer };
  const require = (name: string): unknown => {
    if (name === 'electron') return electron;
    throw new Error(`module not found: ${name}`);
  };
  try {
    preload(require);
  } catch (error) {
    console.error(error);
    void tell({ kind: 'error', path: names.path, message: String(error) });
  }
}
