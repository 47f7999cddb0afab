import { isAppUrl } from './origin.ts';

/** The web preferences of every page: no Node, sandboxed, isolated context, no webviews. */
export const pagePreferences = {
  // `app.enableSandbox()` is not used, because it would also override the user's `--no-sandbox`.
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
 * The only granted permissions: fill the screen with a picture (`fullscreen`), and write sanitized data to the
 * clipboard (a picture that Chromium has encoded again as PNG). Only the main frame of the app's own page gets them.
 * Chromium itself requires that the page has the focus. Electron does not report whether the user has clicked, but only
 * the app's own scripts run in the page. Reading the clipboard is denied.
 */
const grantedPermissions: ReadonlySet<string> = new Set([
  'fullscreen',
  'clipboard-sanitized-write',
]);
const isGranted = (permission: string, url: string | undefined, isMainFrame: boolean): boolean =>
  grantedPermissions.has(permission) && isMainFrame && url !== undefined && isAppUrl(url);

/**
 * A proxy on a port where no program listens. Neither the content security policy nor `webRequest` can block WebRTC.
 * Therefore the TCP connections of WebRTC are sent to this proxy, and `hardenPage` disables UDP for WebRTC. The app's
 * scheme uses no proxy.
 */
const deadProxy = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:1',
  proxyBypassRules: '<-loopback>',
} as const satisfies Electron.ProxyConfig;

/** The functions of a session that block requests which the session itself sends. */
type BlockableSession = Pick<
  Electron.Session,
  'setProxy' | 'setSpellCheckerDictionaryDownloadURL' | 'setSpellCheckerEnabled'
>;

/**
 * Blocks the network for a session, also for requests that do not reach `webRequest`. Call this in the same tick in
 * which the session is created. On Linux a new session requests the spelling dictionary of the system's language, and
 * Electron by default downloads that dictionary from a server of Google (`shell/browser/api/electron_api_session.cc`).
 */
export function closeNetwork(session: BlockableSession): void {
  session.setSpellCheckerDictionaryDownloadURL('http://127.0.0.1:1/');
  session.setSpellCheckerEnabled(false);
  void session.setProxy(deadProxy);
}

/**
 * Denies all permissions except those in `grantedPermissions`, and cancels requests for all addresses except those of
 * the app itself.
 *
 * @param devTools whether the pages of Chromium's developer tools may load: in a checkout only
 */
export function closeSession(
  session: BlockableSession &
    Pick<
      Electron.Session,
      | 'setPermissionRequestHandler'
      | 'setPermissionCheckHandler'
      | 'setDevicePermissionHandler'
      | 'webRequest'
    >,
  devTools: boolean,
): void {
  closeNetwork(session);
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(isGranted(permission, details.requestingUrl, details.isMainFrame)),
  );
  session.setPermissionCheckHandler((_contents, permission, _origin, details) =>
    isGranted(permission, details.requestingUrl, details.isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !isAppUrl(url) && !(devTools && url.startsWith('devtools://')) }),
  );
}

/**
 * Restricts a page to its own address: the page can only reload itself. Also denies new windows, the navigation of
 * frames, webviews, and UDP for WebRTC.
 *
 * @param home the page's address, without a fragment
 */
export function hardenPage(
  contents: Pick<Electron.WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>,
  home: string,
): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  const keepPage = (event: { preventDefault(): void; readonly url: string }): void => {
    if (withoutFragment(event.url) !== home) event.preventDefault();
  };
  contents.on('will-navigate', keepPage);
  contents.on('will-redirect', keepPage);
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

const withoutFragment = (url: string): string => url.replace(/#.*/s, '');
