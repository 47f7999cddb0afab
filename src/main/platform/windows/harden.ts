import { isAppUrl } from './origin.ts';

/** Electron's own words for a page that is a guest: no Node, a sandbox, a world of its own, no webviews. */
export const guestPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const satisfies Electron.WebPreferences;

/**
 * The one permission that there is: the app's own page, not a frame in it, may put on the clipboard what Chromium has
 * read and written anew (a picture as PNG). Chromium itself asks for the focus first; what a gesture is, it does not
 * tell, and none but the app's own scripts runs there. Reading the clipboard stays closed.
 */
const mayCopy = (permission: string, url: string | undefined, isMainFrame: boolean): boolean =>
  permission === 'clipboard-sanitized-write' && isMainFrame && url !== undefined && isAppUrl(url);

/**
 * A proxy at which nothing listens. WebRTC asks neither the content security policy nor `webRequest`: its TCP
 * connections go to this proxy, and `harden` takes UDP away. The app's own scheme uses no proxy.
 */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:1',
  proxyBypassRules: '<-loopback>',
} as const satisfies Electron.ProxyConfig;

/** Gives a session no way to the network but what `webRequest` lets pass. */
export const closeNetwork = (session: Pick<Electron.Session, 'setProxy'>): void =>
  void session.setProxy(deadProxy);

/**
 * Grants no permission, asked for or checked, but to copy from the app's own page, and reaches no address but the
 * app's own.
 */
export function closeSession(
  session: Pick<
    Electron.Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setProxy'
    | 'webRequest'
  >,
): void {
  closeNetwork(session);
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(mayCopy(permission, details.requestingUrl, details.isMainFrame)),
  );
  session.setPermissionCheckHandler((_contents, permission, _origin, details) =>
    mayCopy(permission, details.requestingUrl, details.isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isAppUrl(url) }));
}

/**
 * The page stays where it is: it opens nothing, goes nowhere and embeds nothing. It may only load itself again.
 * WebRTC sends no datagram.
 *
 * @param home its address, without a fragment
 */
export function harden(
  contents: Pick<Electron.WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>,
  home: string,
): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const stay = (event: { preventDefault(): void; readonly url: string }): void => {
    if (withoutFragment(event.url) !== home) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');
