import type { EventEmitter } from 'node:events';
import { nativeTheme } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#runtime/clock.ts';
import { createPageOpener } from '../composer/page.ts';
import { createAppSession, registerAppScheme } from './app-session.ts';
import { pagePreferences } from './harden.ts';
import { appUrl } from './origin.ts';
import { createGlance } from './glance-window.ts';
import { makePageWindow } from './page-window.ts';

type Handler = (...args: never[]) => unknown;
type Options = Electron.BrowserWindowConstructorOptions;

/** The windows, sessions and schemes that the app has created or registered in the simulated Electron. */
const electron = vi.hoisted(() => ({
  windows: [] as { window: unknown; options: unknown; contents: unknown }[],
  sessions: [] as unknown[],
  schemes: [] as unknown[],
}));

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class Contents extends EventEmitter {
    open: unknown = null;
    webRtc: unknown = null;
    setWindowOpenHandler(handler: unknown): void {
      this.open = handler;
    }
    setWebRTCIPHandlingPolicy(policy: unknown): void {
      this.webRtc = policy;
    }
    getURL(): string {
      return '';
    }
  }
  return {
    BrowserWindow: class extends EventEmitter {
      readonly webContents = new Contents();
      constructor(options: unknown) {
        super();
        electron.windows.push({ window: this, options, contents: this.webContents });
      }
      readonly colours: string[] = [];
      setBackgroundColor = (colour: string): void => void this.colours.push(colour);
      isGone = true;
      isDestroyed = (): boolean => this.isGone;
      destroy = (): void => void (this.isGone = true);
      readonly loads: string[] = [];
      loadURL = (url: string): Promise<void> =>
        this.loads.push(url) < 3 ? Promise.resolve() : Promise.reject(new Error('no file'));
    },
    screen: {
      getPrimaryDisplay: () => ({ id: 1 }),
      getAllDisplays: () => [],
      getCursorScreenPoint: () => ({ x: 0, y: 0 }),
    },
    nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: true }),
    session: {
      fromPartition: (name: string) => {
        const handlers: Record<string, unknown> = {};
        const take = (key: string) => (handler: unknown) => (handlers[key] = handler);
        const made = {
          name,
          handlers,
          setPermissionRequestHandler: take('request'),
          setPermissionCheckHandler: take('check'),
          setDevicePermissionHandler: take('device'),
          setProxy: take('proxy'),
          setSpellCheckerDictionaryDownloadURL: take('dictionaries'),
          setSpellCheckerEnabled: take('spelling'),
          webRequest: { onBeforeRequest: take('before') },
          protocol: {
            isProtocolHandled: () => false,
            handle: (_scheme: string, serve: unknown) => (handlers['serve'] = serve),
          },
        };
        electron.sessions.push(made);
        return made;
      },
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => electron.schemes.push(...schemes),
    },
  };
});

const ownSession = { name: 'the windows’ own' };
const files = vi.fn(() => Promise.resolve(new Response('file')));
const options = {
  preload: '/preload.js',
  icon: '/icon.png',
  session: () => ownSession as unknown as Electron.Session,
  devTools: false,
  isEnding: () => false,
  log: () => undefined,
  onShown: () => undefined,
};
/** A function for each of the three ways in which the app creates a window. */
const makers: Record<string, () => unknown> = {
  'a window with a page': () =>
    makePageWindow({
      ...options,
      home: appUrl,
      address: appUrl,
      shape: {},
      events: { onClose: () => undefined, onGone: () => undefined, onBroken: () => undefined },
    }),
  'the glance': () => createGlance({ ...options, clock: systemClock }).toggle(null),
  'the window that composes': () => createPageOpener(files)(() => null),
};

interface Made {
  readonly window: EventEmitter & {
    readonly colours: string[];
    readonly loads: string[];
    isGone: boolean;
  };
  readonly options: Options;
  readonly contents: EventEmitter & { readonly open: Handler };
}
function made(maker: string): Made {
  makers[maker]?.();
  return electron.windows[0] as Made;
}
beforeEach(() => {
  nativeTheme.removeAllListeners();
  for (const record of Object.values(electron)) record.length = 0;
  files.mockClear();
});

describe.each(Object.keys(makers))('%s', (maker) => {
  it('has no Node, a sandbox and an isolated context', () => {
    expect(made(maker).options.webPreferences).toMatchObject(pagePreferences);
  });

  it('neither navigates nor opens another window', () => {
    const { contents } = made(maker);
    const preventDefault = vi.fn();
    contents.emit('will-navigate', { url: 'https://example.org/', preventDefault });
    contents.emit('will-redirect', { url: 'https://example.org/', preventDefault });
    contents.emit('will-attach-webview', { preventDefault });
    expect(preventDefault).toHaveBeenCalledTimes(3);
    expect((contents.open as (details: object) => unknown)({ url: appUrl })).toEqual({
      action: 'deny',
    });
  });
});

it('makePageWindow updates the background colour with the theme until the window is closed', () => {
  const { window, options } = made('a window with a page');
  expect(options.backgroundColor).toBe('#0a0f1e');
  Object.assign(nativeTheme, { shouldUseDarkColors: false });
  nativeTheme.emit('updated');
  expect(window.colours).toEqual(['#f3f5fa']);
  window.emit('closed');
  nativeTheme.emit('updated');
  expect(window.colours).toHaveLength(1);
  expect(nativeTheme.listenerCount('updated')).toBe(0);
  Object.assign(nativeTheme, { shouldUseDarkColors: true });
});

it('createGlance gives the tray window a separate zoom, although its page has the origin of the main window', () => {
  expect(made('the glance').options.webPreferences?.zoomMode).toBe('isolated');
});

it('makePageWindow uses the given session', () => {
  expect(made('a window with a page').options.webPreferences?.session).toBe(ownSession);
});

describe('the session of the page that draws pictures', () => {
  /** Opens the composing page; returns the options of its window and the handlers of its session. */
  function composing() {
    const { options } = made('the window that composes');
    const [session] = electron.sessions as { name: string; handlers: Record<string, Handler> }[];
    const call = (name: string, ...args: unknown[]): unknown =>
      (session?.handlers[name] as ((...args: unknown[]) => unknown) | undefined)?.(...args);
    return { options, preferences: options.webPreferences ?? {}, session, call };
  }

  it('downloads no spelling dictionary', () => {
    const { session } = composing();
    expect(session?.handlers).toMatchObject({
      dictionaries: 'http://127.0.0.1:1/',
      spelling: false,
    });
  });

  it('is separate from the session of the windows, and its page has no preload', () => {
    const { options, preferences, session } = composing();
    expect(preferences.session).toBe(session);
    expect(session?.name).toBe('overhead-composer');
    expect(options).toEqual({
      show: false,
      focusable: false,
      skipTaskbar: true,
      width: 16,
      height: 16,
      webPreferences: { ...pagePreferences, session, webgl: false, backgroundThrottling: false },
    });
  });

  it.each(['media', 'clipboard-read', 'clipboard-sanitized-write', 'hid'])(
    'denies the permission %s, both on request and on check',
    (permission) => {
      const { call } = composing();
      const decide = vi.fn();
      const details = { requestingUrl: 'overhead://composer/composer/index.html' };
      call('request', null, permission, decide, { ...details, isMainFrame: true });
      expect(decide.mock.calls).toEqual([[false]]);
      expect(call('check', null, permission, 'overhead://composer', details)).toBe(false);
      expect(call('device', { deviceType: permission })).toBe(false);
    },
  );

  it.each([
    ['overhead://composer/assets/a.js', false],
    ['blob:overhead://composer/5e4bed', false],
    ['blob:overhead://app/5e4bed', true],
    ['overhead://composer.evil/a.js', true],
    ['overhead://app/', true],
    ['https://apod.nasa.gov/', true],
    ['http://127.0.0.1/', true],
    ['file:///etc/passwd', true],
    ['data:text/html,x', true],
  ])('decides whether %s is cancelled: %s', (url, cancel) => {
    const decide = vi.fn();
    composing().call('before', { url }, decide);
    expect(decide.mock.calls).toEqual([[{ cancel }]]);
  });

  it('sends connections that bypass webRequest to a proxy at which nothing listens', () => {
    expect(composing().session?.handlers['proxy']).toMatchObject({
      proxyRules: 'http://127.0.0.1:1',
      proxyBypassRules: '<-loopback>',
    });
  });

  it('serves the page that draws pictures and its scripts with a separate policy', async () => {
    const get = (path: string, init?: RequestInit) =>
      composing().call(
        'serve',
        new Request(`overhead://composer/${path}`, init),
      ) as Promise<Response>;
    const page = await get('composer/index.html');
    expect(await page.text()).toBe('file');
    const [[asked] = []] = files.mock.calls as unknown as [Request][];
    expect(asked?.url).toBe(`${appUrl}composer/index.html`);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src 'self';/,
    );
    files.mockClear();
    for (const path of [
      '',
      'picture/a.jpg',
      'composer/',
      'composer/..%2fa',
      'assets/a/b.js',
      'a/assets/b.js',
    ])
      expect((await get(path)).status, path).toBe(404);
    expect((await get('composer/index.html', { method: 'POST' })).status).toBe(404);
    expect(files).not.toHaveBeenCalled();
  });
});

describe('createPageOpener', () => {
  const page = () => {
    const page = createPageOpener(files)(() => Promise.resolve(new Response('first')));
    const [{ window, contents }] = electron.windows as [Made];
    const [session] = electron.sessions as [{ handlers: { serve: (one: Request) => unknown } }];
    const text = async (): Promise<string> => {
      const request = new Request('overhead://composer/assets/a.js');
      return ((await session.handlers.serve(request)) as Response).text();
    };
    return { page, window, contents, text };
  };

  it.each<[string, (made: ReturnType<typeof page>) => unknown]>([
    [
      'the process that composes it ended (oom)',
      ({ contents }) => contents.emit('render-process-gone', {}, { reason: 'oom' }),
    ],
    ['the window that composes it was closed', ({ window }) => window.emit('closed')],
    [
      'the page that composes it could not be loaded (Error: no file)',
      (made) => {
        for (let load = 0; load < 2; load += 1) made.page.again(() => null);
      },
    ],
  ])('tells that %s', async (reason, end) => {
    const made = page();
    end(made);
    expect(await made.page.gone).toBe(reason);
  });

  it('loads the page again for another answer, and answers and destroys no more after the end', async () => {
    const { page: made, window, text } = page();
    window.isGone = false;
    expect(await text()).toBe('first');
    made.again(() => Promise.resolve(new Response('second')));
    expect(await text()).toBe('second');
    expect(window.loads).toEqual(Array(2).fill('overhead://composer/composer/index.html'));
    made.destroy();
    expect([await text(), window.isGone]).toEqual(['file', true]);
    window.removeAllListeners();
    Object.assign(window, { destroy: () => expect.unreachable('it is destroyed already') });
    made.destroy();
  });
});

it('createAppSession denies geolocation and devices, and cancels requests for other addresses', () => {
  createAppSession({ pages: '/pages' }, false);
  const [{ handlers } = { handlers: {} }] = electron.sessions as {
    handlers: Record<string, Handler>;
  }[];
  const call = (name: string, ...args: unknown[]): unknown =>
    (handlers[name] as ((...args: unknown[]) => unknown) | undefined)?.(...args);
  const decide = vi.fn();
  const details = { requestingUrl: appUrl, isMainFrame: true };
  call('request', null, 'geolocation', decide, details);
  call('before', { url: 'https://example.org/' }, decide);
  expect(decide.mock.calls).toEqual([[false], [{ cancel: true }]]);
  expect(call('check', null, 'geolocation', 'overhead://app', details)).toBe(false);
  expect(call('device', { deviceType: 'hid' })).toBe(false);
  expect(handlers['proxy']).toMatchObject({ proxyRules: 'http://127.0.0.1:1' });
});

it('registerAppScheme registers the scheme without the right to bypass a policy, and without CORS', () => {
  registerAppScheme();
  expect(electron.schemes).toEqual([
    {
      scheme: 'overhead',
      privileges: { standard: true, secure: true, supportFetchAPI: true },
    },
  ]);
});
