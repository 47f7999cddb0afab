import { EventEmitter } from 'node:events';
import { NotInStandInError, strict } from './absent.ts';
import { makeProtocol } from './protocol.ts';

type Before = Parameters<Electron.WebRequest['onBeforeRequest']>[0];
type Headers = Parameters<Electron.WebRequest['onHeadersReceived']>[0];
type Details = Pick<Electron.OnBeforeRequestListenerDetails, 'url' | 'method'>;
type HeaderMap = Record<string, string[]>;

function makeWebRequest() {
  let before: Before | null = null;
  let received: Headers | null = null;
  /** Electron takes `(listener)` and `(filter, listener)`; the filter here is always everything. */
  const listenerOf = (args: readonly unknown[]): unknown => {
    if (args.length > 1) throw new NotInStandInError('filters of webRequest');
    return args[0] ?? null;
  };
  return strict('webRequest', {
    onBeforeRequest: (...args: unknown[]): void => {
      before = listenerOf(args) as Before;
    },
    onHeadersReceived: (...args: unknown[]): void => {
      received = listenerOf(args) as Headers;
    },
    /** True: go on; false: cancelled; null: nobody decides. */
    decide: async (details: Details): Promise<boolean | null> => {
      const listener = before;
      if (!listener) return null;
      return await new Promise((resolve) =>
        listener(details as Electron.OnBeforeRequestListenerDetails, ({ cancel }) =>
          resolve(cancel !== true),
        ),
      );
    },
    /** The headers of an answer as the listener leaves them. */
    amend: async (details: Details, responseHeaders: HeaderMap): Promise<HeaderMap> => {
      const listener = received;
      if (!listener) return responseHeaders;
      const all = { ...details, responseHeaders } as Electron.OnHeadersReceivedListenerDetails;
      return await new Promise((resolve) =>
        listener(all, (answer) =>
          resolve((answer.responseHeaders ?? responseHeaders) as HeaderMap),
        ),
      );
    },
  });
}

type Check = Parameters<Electron.Session['setPermissionCheckHandler']>[0];

/**
 * Electron's Session, in memory. The one permission that its handler may grant is to copy from a page's main frame;
 * every other is denied, whatever the handlers would say.
 */
export class Session extends EventEmitter {
  readonly protocol = makeProtocol();
  readonly webRequest = makeWebRequest();
  private check: Check = null;
  /** Read when a window opens its Chromium. */
  proxy: Electron.ProxyConfig = {};

  constructor() {
    super();
    return strict('Session', this);
  }

  setPermissionRequestHandler(): void {
    return;
  }

  setPermissionCheckHandler(handler: Check): void {
    this.check = handler;
  }

  /** Whether the main frame of the page at `requestingUrl` may write to the clipboard. */
  mayCopy(requestingUrl: string): boolean {
    const details = { requestingUrl, isMainFrame: true };
    const { origin } = new URL(requestingUrl);
    return this.check?.(null, 'clipboard-sanitized-write', origin, details) === true;
  }

  setDevicePermissionHandler(): void {
    return;
  }

  setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxy = config;
    return Promise.resolve();
  }

  clearStorageData(): Promise<void> {
    return Promise.resolve();
  }
}

const partitions = new Map<string, Session>();

function fromPartition(name: string): Session {
  const made = partitions.get(name) ?? new Session();
  partitions.set(name, made);
  return made;
}

/** Electron's `session`. */
export const session = strict('session', {
  fromPartition,
  get defaultSession() {
    return fromPartition('');
  },
});
