import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { closeSession, pagePreferences, hardenPage } from './harden.ts';
import { appUrl, glanceUrl } from './origin.ts';

/** Simulates the WebContents of a page. The functions return whether an action of the page is allowed. */
function contentsDouble(home: string) {
  const events = new EventEmitter();
  let openHandler: unknown = null;
  let webRtc: unknown = null;
  hardenPage(
    {
      on: (name: string, listener: (...args: unknown[]) => void) => events.on(name, listener),
      setWebRTCIPHandlingPolicy: (policy: unknown) => void (webRtc = policy),
      setWindowOpenHandler: (handler: unknown) => void (openHandler = handler),
    } as unknown as Electron.WebContents,
    home,
  );
  const goesOn = (name: string, members: object): boolean => {
    let prevented = false;
    events.emit(name, { ...members, preventDefault: () => (prevented = true) });
    return !prevented;
  };
  return {
    goesOn,
    webRtc,
    opens: (url: string) => (openHandler as (details: { url: string }) => unknown)({ url }),
  };
}

describe('a page', () => {
  it.each([
    ['may load itself again', appUrl, appUrl, true],
    ['may load itself again with a fragment', appUrl, `${appUrl}#station`, true],
    ['may not load another site', appUrl, 'https://example.org/', false],
    ['may not load a file', appUrl, 'file:///etc/passwd', false],
    ['may not load an address that resembles its own', appUrl, 'overhead://app.evil/', false],
    ['may not load a script', appUrl, 'javascript:alert(1)', false],
    ['may not load a picture of the app', appUrl, `${appUrl}picture/a.jpg`, false],
    ['of the glance may not load the page of the main window', glanceUrl, appUrl, false],
    ['of the glance may load itself again', glanceUrl, glanceUrl, true],
  ])('%s', (_, home, url, goes) => {
    const page = contentsDouble(home);
    expect(page.goesOn('will-navigate', { url })).toBe(goes);
    expect(page.goesOn('will-redirect', { url })).toBe(goes);
  });

  it('denies new windows, webviews and navigation of frames', () => {
    const page = contentsDouble(appUrl);
    expect(page.opens('https://apod.nasa.gov/')).toEqual({ action: 'deny' });
    expect(page.opens(appUrl)).toEqual({ action: 'deny' });
    expect(page.goesOn('will-attach-webview', {})).toBe(false);
    expect(page.goesOn('will-frame-navigate', { url: appUrl, isMainFrame: false })).toBe(false);
    expect(page.goesOn('will-frame-navigate', { url: appUrl, isMainFrame: true })).toBe(true);
  });

  it('disables UDP for WebRTC', () => {
    expect(contentsDouble(appUrl).webRtc).toBe('disable_non_proxied_udp');
  });

  it('has a sandbox, an isolated context, no Node and no experimental features', () => {
    expect(pagePreferences).toEqual({
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
    });
  });
});

describe('the session', () => {
  const proxies: Electron.ProxyConfig[] = [];
  const spelling: unknown[] = [];
  const asked: Record<string, (...args: never[]) => unknown> = {};
  const take = (name: string) => (handler: (...args: never[]) => unknown) => {
    asked[name] = handler;
  };
  const session = {
    setPermissionRequestHandler: take('request'),
    setPermissionCheckHandler: take('check'),
    setDevicePermissionHandler: take('device'),
    setProxy: (config: Electron.ProxyConfig) => Promise.resolve(proxies.push(config)),
    setSpellCheckerDictionaryDownloadURL: (url: string) => spelling.push(url),
    setSpellCheckerEnabled: (isEnabled: boolean) => spelling.push(isEnabled),
    webRequest: { onBeforeRequest: take('before') },
  } as unknown as Electron.Session;
  closeSession(session, false);
  const call = (name: string, ...args: unknown[]): unknown =>
    (asked[name] as ((...args: unknown[]) => unknown) | undefined)?.(...args);

  function isCancelled(url: string): unknown {
    let answer: { cancel?: unknown } = {};
    call('before', { url }, (decision: typeof answer) => (answer = decision));
    return answer.cancel;
  }

  /** The answers to a permission request and to a permission check of a page. */
  function answers(permission: string, details: object): readonly unknown[] {
    let granted: boolean | null = null;
    call('request', null, permission, (answer: boolean) => (granted = answer), details);
    return [granted, call('check', null, permission, 'overhead://app', details)];
  }

  it('sends connections that bypass webRequest to a proxy at which nothing listens', () => {
    expect(proxies[0]).toEqual({
      mode: 'fixed_servers',
      proxyRules: 'http://127.0.0.1:1',
      // Without this rule Chromium bypasses the proxy for addresses of this machine.
      proxyBypassRules: '<-loopback>',
    });
  });

  it('checks no spelling, and downloads no dictionary', () => {
    expect(spelling.slice(0, 2)).toEqual(['http://127.0.0.1:1/', false]);
  });

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'hid'])(
    'denies the permission %s, both on request and on check',
    (permission) => {
      const page = { requestingUrl: appUrl, isMainFrame: true };
      expect(answers(permission, page)).toEqual([false, false]);
      expect(call('device', { deviceType: permission })).toBe(false);
    },
  );

  it.each([
    ['its own page', { requestingUrl: appUrl, isMainFrame: true }, true],
    ['its own page at a view', { requestingUrl: `${appUrl}#archive`, isMainFrame: true }, true],
    ['a frame', { requestingUrl: appUrl, isMainFrame: false }, false],
    ['another site', { requestingUrl: 'https://example.org/', isMainFrame: true }, false],
    [
      'an address that resembles its own',
      { requestingUrl: 'overhead://app.evil/', isMainFrame: true },
      false,
    ],
    ['a request without an address', { isMainFrame: true }, false],
  ])('decides whether %s may copy a picture and use full screen: %j, %s', (_, details, granted) => {
    for (const permission of ['clipboard-sanitized-write', 'fullscreen'])
      expect(answers(permission, details)).toEqual([granted, granted]);
  });

  it.each([
    ['overhead://app/assets/index.js', false],
    ['https://apod.nasa.gov/', true],
    ['http://127.0.0.1/', true],
    ['file:///etc/passwd', true],
    ['overhead://composer/', true],
    ['data:text/html,x', true],
    ['devtools://devtools/bundled/devtools_app.html', true],
  ])('decides whether %s is cancelled: %s', (url, cancelled) => {
    expect(isCancelled(url)).toBe(cancelled);
  });

  // Requests of the developer tools also reach webRequest.
  it.each([
    ['devtools://devtools/bundled/devtools_app.html', false],
    ['https://devtools.example.org/', true],
  ])('decides with open developer tools whether %s is cancelled: %s', (url, cancelled) => {
    closeSession(session, true);
    expect(isCancelled(url)).toBe(cancelled);
    closeSession(session, false);
  });
});
