import { strictObject } from './api.ts';
import { app, requireReady } from './app.ts';

type BeforeRequestHandler = (
  details: Pick<Electron.OnBeforeRequestListenerDetails, 'url'>,
  decide: (response: Pick<Electron.CallbackResponse, 'cancel'>) => void,
) => void;
type SchemeHandler = (request: Request) => Response | Promise<Response>;
/** The handlers of permissions get neither the contents nor the origin, because the app does not use them. */
type PermissionCheckHandler = (
  contents: null,
  permission: string,
  origin: null,
  details: PermissionDetails,
) => boolean;
type PermissionRequestHandler = (
  contents: null,
  permission: string,
  answer: (isGranted: boolean) => void,
  details: PermissionDetails,
) => void;
type PermissionDetails = Pick<Electron.PermissionRequest, 'requestingUrl' | 'isMainFrame'>;

/** Electron's Protocol, with the handlers of the schemes. */
function makeProtocol() {
  const handlers = new Map<string, SchemeHandler>();
  return strictObject('protocol', {
    handle: (scheme: string, handler: SchemeHandler): void => {
      // The same error as in `lib/browser/api/protocol.ts`.
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
      handlers.set(scheme, handler);
    },
    unhandle: (scheme: string): void => {
      if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
    },
    isProtocolHandled: (scheme: string) => handlers.has(scheme),
    /** The handler of a scheme, for the code that serves the pages. */
    handlerOf: (scheme: string): SchemeHandler | undefined => handlers.get(scheme),
  });
}

function makeWebRequest() {
  let requestHandler: BeforeRequestHandler | null = null;
  return strictObject('webRequest', {
    /** Sets the listener. Electron also accepts a filter before it. */
    onBeforeRequest: (listener: BeforeRequestHandler): void => {
      requestHandler = listener;
    },
    /**
     * Whether the request may continue. Without a listener, every request may continue. If the listener throws, the
     * request waits forever, as in `shell/browser/api/electron_api_web_request.cc`.
     */
    goesOn: (url: string): Promise<boolean> => {
      const listener = requestHandler;
      if (!listener) return Promise.resolve(true);
      return new Promise((resolve) => listener({ url }, ({ cancel }) => resolve(cancel !== true)));
    },
  });
}

/** Electron's Session, in memory. */
export class Session {
  readonly protocol = makeProtocol();
  readonly webRequest = makeWebRequest();
  private check: PermissionCheckHandler | null = null;
  private request: PermissionRequestHandler | null = null;
  /** The proxy settings, which are used when a window starts its Chromium. */
  proxy: Electron.ProxyConfig = {};

  constructor() {
    return strictObject('Session', this);
  }

  setPermissionRequestHandler(handler: PermissionRequestHandler): void {
    this.request = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheckHandler): void {
    this.check = handler;
  }

  /** Has no effect: no page in the stand-in finds a device of HID, serial or USB. */
  setDevicePermissionHandler = (): void => undefined;

  /** Checks the address, and does not use it: the stand-in downloads no dictionary. */
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    // `SetSpellCheckerDictionaryDownloadURL` of `electron_api_session.cc` rejects a text that is not an address.
    if (!URL.canParse(url))
      throw new Error(
        'The URL you provided to setSpellCheckerDictionaryDownloadURL is not a valid URL.',
      );
  }

  setSpellCheckerEnabled = (): void => undefined;

  setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxy = config;
    return Promise.resolve();
  }

  /**
   * The answer to a page that checks a permission: `CheckPermissionWithDetails` of `electron_permission_manager.cc`.
   */
  checks(permission: string, requestingUrl: string, isMainFrame: boolean): boolean {
    if (this.check === null) return true;
    return this.check(null, permission, null, { requestingUrl, isMainFrame });
  }

  /**
   * `RequestPermissionsWithDetails` of `electron_permission_manager.cc`: the answer to a page that requests a
   * permission.
   */
  grants(permission: string, requestingUrl: string): Promise<boolean> {
    const { request } = this;
    if (request === null) return Promise.resolve(true);
    return new Promise((resolve) =>
      request(null, permission, resolve, { requestingUrl, isMainFrame: true }),
    );
  }
}

const partitions = new Map<string, Session>();

function fromPartition(name: string): Session {
  // The same error as in `shell/browser/api/electron_api_session.cc`.
  requireReady('Session can only be received when app is ready');
  const partition = partitions.get(name) ?? new Session();
  partitions.set(name, partition);
  return partition;
}

/** Electron's `session`. */
export const session = strictObject('session', { fromPartition });

/** Electron's `protocol`, which can be used before any session exists. */
export const protocol = strictObject('protocol', {
  /** Has no effect: in Chromium, the addresses of the app's schemes are addresses of `https:`. */
  registerSchemesAsPrivileged: (_schemes: readonly Electron.CustomScheme[]): void => {
    // The same check as in `shell/browser/api/electron_api_protocol.cc`.
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
  },
});
