import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AskError,
  assertFacts,
  nativeSource,
  rulesOf,
  scriptSource,
  type CheckedRule,
  type Electron,
} from './rule.ts';

const nativeWindow = 'shell/browser/native_window.cc';
const views = 'shell/browser/native_window_views.cc';
const destroyed = 'shell/common/gin_helper/function_template.h';

type WindowClass = Electron['BrowserWindow'];

/** Creates a small hidden window without a page. */
export const makeWindow = (BrowserWindow: WindowClass): Electron.BrowserWindow =>
  new BrowserWindow({ width: 400, height: 300, show: false });

/** Adds the name of each of these events to `seen`, and returns `seen`. */
export function recordEvents(
  emitter: NodeJS.EventEmitter,
  names: readonly string[],
  seen: string[] = [],
): string[] {
  for (const name of names) emitter.on(name, () => void seen.push(name));
  return seen;
}

/** Serves a page, by default an empty one, while `use` runs. Calls `onRequest` with the path of each request. */
async function withPage<T>(
  use: (url: string) => Promise<T>,
  content = '<!doctype html><title>a</title>',
  onRequest: (path: string) => void = () => undefined,
): Promise<T> {
  const server = createServer((request, response) => {
    onRequest(request.url ?? '');
    response.setHeader('content-type', 'text/html').end(content);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const windowRules = rulesOf<CheckedRule>('BrowserWindow', [
  {
    title: '`getAllWindows()` has a window until, but not in, its `closed` event',
    source: nativeSource('base_window'),
    places: ['src/main/platform/ipc/serve.ts'],
    check({ BrowserWindow }) {
      const window = makeWindow(BrowserWindow);
      assert.ok(BrowserWindow.getAllWindows().includes(window));
      let isListed = true;
      window.once('closed', () => (isListed = BrowserWindow.getAllWindows().includes(window)));
      window.destroy();
      assert.equal(isListed, false);
    },
  },
  {
    title: '`destroy()` emits `closed` once before it returns, and no `close`',
    source: nativeSource('base_window'),
    places: ['src/main/platform/windows/lazy-window.ts'],
    check({ BrowserWindow }) {
      const window = makeWindow(BrowserWindow);
      const seen = recordEvents(window, ['close', 'closed']);
      let wasDestroyed = false;
      window.once('closed', () => (wasDestroyed = window.isDestroyed()));
      window.destroy();
      assert.deepEqual(seen, ['closed']);
      assert.equal(wasDestroyed, true);
      assert.equal(window.isDestroyed(), true);
    },
  },
  {
    title: 'a window that prevents `close` is not destroyed',
    source: nativeWindow,
    places: ['src/main/platform/windows/windows.ts'],
    async check({ BrowserWindow }) {
      const window = makeWindow(BrowserWindow);
      const seen = recordEvents(window, ['closed']);
      const asked = once(window, 'close');
      window.once('close', (event) => event.preventDefault());
      window.close();
      await asked;
      await nextTurn();
      assert.equal(window.isDestroyed(), false);
      assert.deepEqual(seen, []);
    },
  },
  {
    title: 'methods of a destroyed window throw, except `isDestroyed()` and those of events',
    source: destroyed,
    places: ['src/main/platform/windows/windows.ts'],
    check({ BrowserWindow }) {
      const window = makeWindow(BrowserWindow);
      window.destroy();
      const uses: (() => unknown)[] = [
        () => window.show(),
        () => window.hide(),
        () => window.focus(),
        () => window.close(),
        () => window.isMinimized(),
        () => window.isMaximized(),
        () => window.getNormalBounds(),
        () => window.setBackgroundColor('#000000'),
      ];
      const error = { name: 'TypeError', message: 'Object has been destroyed' };
      for (const use of uses) assert.throws(use, error, String(use));
      assert.equal(window.isDestroyed(), true);
      window.once('show', () => undefined);
      window.removeAllListeners('show');
    },
  },
  {
    title: '`maximize()` shows a hidden window',
    source: views,
    places: ['src/main/platform/windows/windows.ts'],
    platforms: ['linux', 'win32'],
    async check({ BrowserWindow }) {
      const window = makeWindow(BrowserWindow);
      const shown = once(window, 'show');
      window.maximize();
      await shown;
    },
  },
]);

export const webContentsRules = rulesOf<CheckedRule>('WebContents', [
  {
    title: '`loadURL()` resolves after `did-finish-load`',
    source: scriptSource('web-contents'),
    places: ['src/main/platform/windows/page-window.ts'],
    check: ({ BrowserWindow }) =>
      withPage(async (url) => {
        const window = makeWindow(BrowserWindow);
        let isFinished = false;
        window.webContents.once('did-finish-load', () => (isFinished = true));
        await window.loadURL(url);
        assert.equal(isFinished, true);
        assert.equal(window.webContents.getURL(), url);
      }),
  },
  {
    title: '`loadURL()` rejects with `code`, `errno` and `url`',
    source: scriptSource('web-contents'),
    places: ['src/main/platform/windows/page-window.ts'],
    async check({ BrowserWindow }) {
      const closed = await withPage((url) => Promise.resolve(url));
      const window = makeWindow(BrowserWindow);
      await assert.rejects(window.loadURL(closed), (error: Error) => {
        const { code, errno, url } = error as Error & Record<string, unknown>;
        assert.match(String(code), /^ERR_[A-Z_]+$/);
        assert.ok(typeof errno === 'number' && errno < 0);
        assert.equal(url, closed);
        assert.equal(error.message, `${String(code)} (${errno}) loading '${closed}'`);
        return true;
      });
    },
  },
  {
    title: 'its methods throw once its window is destroyed, except `isDestroyed()`',
    source: destroyed,
    places: ['src/main/platform/ipc/serve.ts'],
    check({ BrowserWindow }) {
      const window = makeWindow(BrowserWindow);
      const { webContents } = window;
      assert.equal(webContents.isDestroyed(), false);
      window.destroy();
      assert.equal(webContents.isDestroyed(), true);
      assert.throws(() => webContents.getURL(), { message: 'Object has been destroyed' });
      assert.throws(() => webContents.send('rules'), { message: 'Object has been destroyed' });
    },
  },
  {
    title: 'a page has each permission that no handler denies',
    source: 'shell/browser/electron_permission_manager.cc',
    places: ['src/main/platform/windows/harden.ts'],
    async check({ BrowserWindow }) {
      const told = Promise.withResolvers<string>();
      const script =
        "navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => fetch(`/told/${state}`))";
      await withPage(
        async (url) => {
          const window = makeWindow(BrowserWindow);
          await window.loadURL(url);
          assert.equal(await told.promise, '/told/granted');
        },
        `<!doctype html><script>${script}</script>`,
        (path) => {
          if (path.startsWith('/told/')) told.resolve(path);
        },
      );
    },
  },
  {
    title: 'the process of a page is sandboxed',
    source: 'shell/browser/web_contents_preferences.cc',
    places: ['src/main/platform/windows/page-window.ts'],
    check: ({ app, BrowserWindow }) =>
      withPage(async (url) => {
        const window = makeWindow(BrowserWindow);
        await window.loadURL(url);
        const pages = app.getAppMetrics().filter(({ type }) => type === 'Tab');
        if (app.commandLine.hasSwitch('no-sandbox'))
          throw new AskError('it runs with --no-sandbox');
        const isSandboxed = pages.every(({ sandboxed }) => sandboxed !== false);
        return assertFacts({ 'all are sandboxed': isSandboxed && pages.length > 0 });
      }),
  },
]);
