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

/** Grants no permission, asked for or checked, to whoever asks, and reaches no address but the app's own. */
export function closeSession(
  session: Pick<
    Electron.Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'webRequest'
  >,
): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isAppUrl(url) }));
}

/**
 * The page stays where it is: it opens nothing, goes nowhere and embeds nothing. It may only load itself again.
 *
 * @param home its address, without a fragment
 */
export function harden(
  contents: Pick<Electron.WebContents, 'on' | 'setWindowOpenHandler'>,
  home: string,
): void {
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
