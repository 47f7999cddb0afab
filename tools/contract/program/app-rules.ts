import assert from 'node:assert/strict';
import { once } from 'node:events';
import { isAbsolute, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { app, type BrowserWindow } from 'electron';
import { makeWindow, recordEvents } from './browser-window.ts';
import type { Rule } from './rule.ts';

const nativeSource = 'shell/browser/api/electron_api_app.cc';
const browserSource = 'shell/browser/browser.cc';
const initSource = 'lib/browser/init.ts';

/** Records the names of these events of the app, in order, until `dispose` is called. */
function recordAppEvents(...names: string[]) {
  const emitter: NodeJS.EventEmitter = app;
  const seen: string[] = [];
  const listeners = names.map((name) => [name, () => void seen.push(name)] as const);
  for (const [name, listener] of listeners) emitter.on(name, listener);
  return {
    seen,
    dispose: () => {
      for (const [name, listener] of listeners) emitter.off(name, listener);
    },
  };
}

const preventDefault = (event: Electron.Event): void => event.preventDefault();

export const earlyAppRules: readonly Rule[] = [
  {
    title: 'is not ready while the code of the app is read',
    source: browserSource,
    run: () => assert.equal(app.isReady(), false),
  },
  {
    title: 'gives the same promise to all who wait for ready',
    source: browserSource,
    run: () => assert.equal(app.whenReady(), app.whenReady()),
  },
  {
    title: 'has its name and version from package.json',
    source: initSource,
    run: () =>
      assert.deepEqual(
        [app.getName(), app.name, app.getVersion()],
        ['Contract', 'Contract', '1.2.3'],
      ),
  },
  {
    title: 'knows its paths before it is ready',
    source: nativeSource,
    run() {
      for (const name of [
        'home',
        'appData',
        'userData',
        'sessionData',
        'temp',
        'exe',
        'logs',
        'pictures',
      ] as const)
        assert.ok(isAbsolute(app.getPath(name)), name);
    },
  },
  {
    title: 'keeps sessionData in userData unless told otherwise',
    source: 'shell/common/electron_paths.cc',
    run: () =>
      assert.equal(join(app.getPath('sessionData'), '.'), join(app.getPath('userData'), '.')),
  },
  {
    title: 'throws for a path that it does not know, to read and to set',
    source: nativeSource,
    run() {
      assert.throws(() => app.getPath('nothing' as 'home'), /Failed to get 'nothing' path/);
      assert.throws(() => app.setPath('nothing', app.getPath('temp')), /Failed to set path/);
    },
  },
  {
    title: 'refuses a relative path',
    source: nativeSource,
    run: () => assert.throws(() => app.setPath('userData', 'relative'), /Path must be absolute/),
  },
  {
    title: 'gives a path as it was set',
    source: nativeSource,
    run() {
      const pathBefore = app.getPath('pictures');
      app.setPath('pictures', app.getPath('temp'));
      assert.equal(app.getPath('pictures'), app.getPath('temp'));
      app.setPath('pictures', pathBefore);
    },
  },
  {
    title: 'reads its switches; one that was not given is empty',
    source: 'lib/browser/api/app.ts',
    run() {
      assert.equal(app.commandLine.hasSwitch('contract-switch'), true);
      assert.equal(app.commandLine.getSwitchValue('contract-switch'), 'Value');
      assert.equal(app.commandLine.hasSwitch('no-such-switch'), false);
      assert.equal(app.commandLine.getSwitchValue('no-such-switch'), '');
    },
  },
  {
    title: 'grants the lock of the single instance again to the one that has it',
    source: nativeSource,
    run() {
      assert.equal(app.requestSingleInstanceLock(), true);
      assert.equal(app.requestSingleInstanceLock(), true);
    },
  },
  {
    title: 'grants the lock after it was released',
    source: nativeSource,
    run() {
      app.releaseSingleInstanceLock();
      assert.equal(app.requestSingleInstanceLock(), true);
    },
  },
];

/**
 * The `ready` event and the promise of `whenReady`, in the order of their arrival. They arrive before the rules run.
 */
const atReady: string[] = [];
app.once('ready', () => atReady.push(`event ${app.isReady()}`));
void app.whenReady().then(() => atReady.push('promise'));

export const appRules: readonly Rule[] = [
  {
    title: 'is ready in the listeners of ready, which run before what awaits whenReady',
    source: browserSource,
    run: () => assert.deepEqual(atReady, ['event true', 'promise']),
  },
  {
    title: 'names the languages of the system',
    source: nativeSource,
    run() {
      const languages = app.getPreferredSystemLanguages();
      assert.ok(languages.length > 0 && languages.every((one) => typeof one === 'string'));
    },
  },
  {
    title: 'emits browser-window-created while a window is constructed',
    source: 'lib/browser/api/browser-window.ts',
    run() {
      const seen: BrowserWindow[] = [];
      const listener = (_event: unknown, window: BrowserWindow): void => void seen.push(window);
      app.on('browser-window-created', listener);
      const window = makeWindow();
      app.off('browser-window-created', listener);
      assert.equal(seen.length, 1);
      assert.equal(seen[0], window);
      window.destroy();
    },
  },
  {
    title: 'emits window-all-closed after the closed of the last window',
    source: 'shell/browser/native_window.cc',
    async run() {
      const seen: string[] = [];
      const window = makeWindow();
      window.once('closed', () => seen.push('closed'));
      const all = once(app, 'window-all-closed').then(() => seen.push('window-all-closed'));
      window.destroy();
      await all;
      assert.deepEqual(seen, ['closed', 'window-all-closed']);
    },
  },
  {
    title: 'does not end when before-quit is prevented, and closes no window',
    source: browserSource,
    async run() {
      const window = makeWindow();
      const recorded = recordAppEvents('before-quit', 'will-quit', 'quit');
      app.once('before-quit', preventDefault);
      app.quit();
      await nextTurn();
      recorded.dispose();
      assert.deepEqual(recorded.seen, ['before-quit']);
      assert.equal(window.isDestroyed(), false);
      window.destroy();
    },
  },
  {
    title: 'does not end when a window prevents its close, and asks again the next time',
    source: browserSource,
    async run() {
      const window = makeWindow();
      const recorded = recordAppEvents('before-quit', 'will-quit', 'quit');
      for (const turn of [1, 2]) {
        const asked = once(window, 'close');
        window.once('close', preventDefault);
        app.quit();
        await asked;
        await nextTurn();
        assert.deepEqual(recorded.seen, Array(turn).fill('before-quit'));
      }
      recorded.dispose();
      assert.equal(window.isDestroyed(), false);
      window.destroy();
    },
  },
  {
    title: 'does not end when will-quit is prevented',
    source: browserSource,
    async run() {
      const recorded = recordAppEvents('before-quit', 'will-quit', 'quit');
      const asked = once(app, 'will-quit');
      app.once('will-quit', preventDefault);
      app.quit();
      await asked;
      await nextTurn();
      recorded.dispose();
      assert.deepEqual(recorded.seen, ['before-quit', 'will-quit']);
    },
  },
  {
    title: 'closes all windows when it quits, before will-quit, without window-all-closed',
    source: browserSource,
    async run() {
      const window = makeWindow();
      const recorded = recordAppEvents('before-quit', 'window-all-closed', 'will-quit', 'quit');
      recordEvents(window, ['close', 'closed'], recorded.seen);
      const asked = once(app, 'will-quit');
      app.once('will-quit', preventDefault);
      app.quit();
      await asked;
      recorded.dispose();
      assert.deepEqual(recorded.seen, ['before-quit', 'close', 'closed', 'will-quit']);
    },
  },
];

/**
 * Calls `app.exit(3)` while a window is open. Checks during the `quit` event that only `closed` was emitted before.
 */
export function exitWithWindow(check: (rules: readonly Rule[]) => void): void {
  const window = makeWindow();
  const recorded = recordAppEvents('before-quit', 'window-all-closed', 'will-quit');
  recordEvents(window, ['close', 'closed'], recorded.seen);
  app.once('quit', (_event, code) =>
    check([
      {
        title: 'exits without before-quit, will-quit and close; quit has the code',
        source: browserSource,
        run() {
          assert.deepEqual(recorded.seen, ['closed']);
          assert.equal(code, 3);
        },
      },
    ]),
  );
  app.exit(3);
}

/** Calls `app.quit()` while a window is open. Checks during the `quit` event which events were emitted before. */
export function quitWithWindow(check: (rules: readonly Rule[]) => void): void {
  const window = makeWindow();
  const recorded = recordAppEvents('before-quit', 'window-all-closed', 'will-quit');
  recordEvents(window, ['closed'], recorded.seen);
  app.once('quit', (_event, code) =>
    check([
      {
        title: 'quits with quit as the last event, and code 0',
        source: browserSource,
        run() {
          assert.deepEqual(recorded.seen, ['before-quit', 'closed', 'will-quit']);
          assert.equal(code, 0);
        },
      },
    ]),
  );
  app.quit();
  // A second call of `quit` has no effect while the app ends.
  app.quit();
}
