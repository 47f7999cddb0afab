import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BrowserWindow } from 'electron';
import type { Rule } from './rule.ts';

const nativeSource = 'shell/browser/api/electron_api_base_window.cc';
const viewsSource = 'shell/browser/native_window_views.cc';

/** Creates a small hidden window without a page. */
export const makeWindow = (options: Electron.BrowserWindowConstructorOptions = {}): BrowserWindow =>
  new BrowserWindow({ width: 400, height: 300, show: false, ...options });

/** Adds the name of each of these events of the window to `seen`, and returns `seen`. */
export function recordEvents(
  window: BrowserWindow,
  names: readonly string[],
  seen: string[] = [],
): string[] {
  for (const name of names) (window as NodeJS.EventEmitter).on(name, () => void seen.push(name));
  return seen;
}

const destroyedError = { name: 'TypeError', message: 'Object has been destroyed' };

export const earlyWindowRules: readonly Rule[] = [
  {
    title: 'cannot be constructed before the app is ready',
    source: 'shell/browser/api/electron_api_browser_window.cc',
    run: () => assert.throws(() => makeWindow(), /Cannot create BrowserWindow before app is ready/),
  },
];

export const windowRules: readonly Rule[] = [
  {
    title: 'is listed from its construction to its destruction, and not in its closed event',
    source: nativeSource,
    run() {
      const window = makeWindow();
      assert.ok(BrowserWindow.getAllWindows().includes(window));
      let isListed = true;
      window.once('closed', () => (isListed = BrowserWindow.getAllWindows().includes(window)));
      window.destroy();
      assert.equal(isListed, false);
    },
  },
  {
    title: 'is destroyed within destroy(): closed once, and no close',
    source: nativeSource,
    run() {
      const window = makeWindow();
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
    title: 'closes with close, then closed, after close() has returned',
    source: 'shell/browser/api/electron_api_browser_window.cc',
    async run() {
      const window = makeWindow();
      const seen = recordEvents(window, ['close', 'closed']);
      const closed = once(window, 'closed');
      window.close();
      assert.equal(window.isDestroyed(), false);
      await closed;
      assert.deepEqual(seen, ['close', 'closed']);
    },
  },
  {
    title: 'stays when its close is prevented',
    source: 'shell/browser/native_window.cc',
    async run() {
      const window = makeWindow();
      const seen = recordEvents(window, ['closed']);
      const asked = once(window, 'close');
      window.once('close', (event) => event.preventDefault());
      window.close();
      await asked;
      await nextTurn();
      assert.equal(window.isDestroyed(), false);
      assert.deepEqual(seen, []);
      window.destroy();
    },
  },
  {
    title:
      'throws for whatever is called after its destruction, but not for isDestroyed and listeners',
    source: 'shell/common/gin_helper/function_template.h',
    run() {
      const window = makeWindow();
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
      for (const use of uses) assert.throws(use, destroyedError, String(use));
      assert.equal(window.isDestroyed(), true);
      window.once('show', () => undefined);
      window.removeAllListeners('show');
    },
  },
  {
    title: 'emits show and hide for each call, whatever it was before',
    source: viewsSource,
    platforms: ['linux', 'win32'],
    async run() {
      const window = makeWindow();
      const seen = recordEvents(window, ['show', 'hide']);
      for (const name of ['show', 'show', 'hide', 'hide'] as const) {
        const came = once(window as NodeJS.EventEmitter, name);
        window[name]();
        await came;
      }
      window.destroy();
      assert.deepEqual(seen, ['show', 'show', 'hide', 'hide']);
    },
  },
  {
    title: 'shows a hidden window when it is maximised',
    source: viewsSource,
    platforms: ['linux', 'win32'],
    async run() {
      const window = makeWindow();
      const shown = once(window, 'show');
      window.maximize();
      await shown;
      window.destroy();
    },
  },
  {
    title: 'has the size that it was made with',
    source: 'shell/browser/native_window.cc',
    run() {
      const window = makeWindow();
      const { width, height } = window.getNormalBounds();
      window.destroy();
      assert.deepEqual({ width, height }, { width: 400, height: 300 });
    },
  },
  {
    title: 'keeps what setBounds does not name',
    source: 'lib/browser/api/browser-window.ts',
    run() {
      const window = makeWindow();
      window.setBounds({ width: 500 });
      const { width, height } = window.getNormalBounds();
      window.destroy();
      assert.deepEqual({ width, height }, { width: 500, height: 300 });
    },
  },
];
