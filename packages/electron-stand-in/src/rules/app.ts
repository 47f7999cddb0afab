import assert from 'node:assert/strict';
import { once } from 'node:events';
import { isAbsolute, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nativeSource, rulesOf, scriptSource, type CheckedRule } from './rule.ts';
import { makeWindow, recordEvents } from './windows.ts';

const source = nativeSource('app');
const browser = 'shell/browser/browser.cc';

/** The paths that an application may ask for before `ready`. */
const earlyPaths = [
  'home',
  'appData',
  'userData',
  'sessionData',
  'temp',
  'exe',
  'logs',
  'pictures',
] as const;

const preventDefault = (event: Electron.Event): void => event.preventDefault();

/** The name and version in the `package.json` of the program. */
export const programManifest = { name: 'rules', productName: 'Rules', version: '1.2.3' };

/** The program is started with this switch. */
export const programSwitch = '--rules-switch=Value';

export const appRules = rulesOf<CheckedRule>('app', [
  {
    title: 'name and version come from `package.json`',
    source: 'lib/browser/init.ts',
    places: ['src/main/app/process-setup.ts'],
    when: 'before ready',
    check: ({ app }) =>
      assert.deepEqual(
        [app.getName(), app.name, app.getVersion()],
        [programManifest.productName, programManifest.productName, programManifest.version],
      ),
  },
  {
    title: '`getPath()` works before `ready`',
    source,
    places: ['src/main/index.ts'],
    when: 'before ready',
    check({ app }) {
      for (const name of earlyPaths) assert.ok(isAbsolute(app.getPath(name)), name);
    },
  },
  {
    title: '`sessionData` is `userData` until it is set',
    source: 'shell/common/electron_paths.cc',
    places: ['src/main/app/process-setup.ts'],
    when: 'before ready',
    check: ({ app }) =>
      assert.equal(join(app.getPath('sessionData'), '.'), join(app.getPath('userData'), '.')),
  },
  {
    title: '`setPath()` throws for a relative path',
    source,
    places: ['src/main/app/process-setup.ts'],
    when: 'before ready',
    check: ({ app }) =>
      assert.throws(() => app.setPath('userData', 'relative'), /Path must be absolute/),
  },
  {
    title: '`getPath()` returns the path that `setPath()` got',
    source,
    places: ['src/main/app/process-setup.ts'],
    when: 'before ready',
    check({ app }) {
      const pathBefore = app.getPath('pictures');
      app.setPath('pictures', app.getPath('temp'));
      assert.equal(app.getPath('pictures'), app.getPath('temp'));
      app.setPath('pictures', pathBefore);
    },
  },
  {
    title: '`getSwitchValue()` returns an empty string for a missing switch',
    source: scriptSource('app'),
    places: ['src/main/app/process-setup.ts'],
    when: 'before ready',
    check({ app }) {
      assert.equal(app.commandLine.hasSwitch('rules-switch'), true);
      assert.equal(app.commandLine.getSwitchValue('rules-switch'), 'Value');
      assert.equal(app.commandLine.hasSwitch('no-such-switch'), false);
      assert.equal(app.commandLine.getSwitchValue('no-such-switch'), '');
    },
  },
  {
    title: 'the lock can be acquired again after its release',
    source,
    places: ['src/main/app/command-line/instance.ts'],
    when: 'before ready',
    check({ app }) {
      app.releaseSingleInstanceLock();
      assert.equal(app.requestSingleInstanceLock(), true);
    },
  },
  {
    title: '`getPreferredSystemLanguages()` returns at least one language',
    source,
    places: ['src/main/app/language.ts'],
    check({ app }) {
      const languages = app.getPreferredSystemLanguages();
      assert.ok(languages.length > 0 && languages.every((one) => typeof one === 'string'));
    },
  },
  {
    title: '`browser-window-created` is emitted in the constructor of a window',
    source: scriptSource('browser-window'),
    places: ['src/main/platform/windows/app-end.ts'],
    check({ app, BrowserWindow }) {
      const seen: Electron.BrowserWindow[] = [];
      app.on('browser-window-created', (_event, window) => seen.push(window));
      const window = makeWindow(BrowserWindow);
      assert.equal(seen.length, 1);
      // For the message of `assert.equal`, all members would be read, also those that the stand-in lacks.
      assert.ok(seen[0] === window, 'the event has its window');
    },
  },
  {
    title: '`window-all-closed` follows `closed` of the last window',
    source: 'shell/browser/native_window.cc',
    places: ['src/main/index.ts'],
    async check({ app, BrowserWindow }) {
      const seen: string[] = [];
      const window = makeWindow(BrowserWindow);
      window.once('closed', () => seen.push('closed'));
      const all = once(app, 'window-all-closed').then(() => seen.push('window-all-closed'));
      window.destroy();
      await all;
      assert.deepEqual(seen, ['closed', 'window-all-closed']);
    },
  },
  {
    title: 'each `quit()` stops at a window that prevents `close`',
    source: browser,
    places: ['src/main/platform/windows/windows.ts'],
    async check({ app, BrowserWindow }) {
      const window = makeWindow(BrowserWindow);
      const seen = recordEvents(app, ['before-quit', 'will-quit', 'quit']);
      for (const turn of [1, 2]) {
        const asked = once(window, 'close');
        window.once('close', preventDefault);
        app.quit();
        await asked;
        await nextTurn();
        assert.deepEqual(seen, Array(turn).fill('before-quit'));
      }
      assert.equal(window.isDestroyed(), false);
    },
  },
  {
    title: 'a prevented `will-quit` keeps the app running',
    source: browser,
    places: ['src/main/index.ts'],
    async check({ app }) {
      const seen = recordEvents(app, ['before-quit', 'will-quit', 'quit']);
      const asked = once(app, 'will-quit');
      app.once('will-quit', preventDefault);
      app.quit();
      await asked;
      await nextTurn();
      assert.deepEqual(seen, ['before-quit', 'will-quit']);
    },
  },
  {
    title: '`quit()` closes all windows before `will-quit`, without `window-all-closed`',
    source: browser,
    places: ['src/main/index.ts'],
    async check({ app, BrowserWindow }) {
      const window = makeWindow(BrowserWindow);
      const names = ['before-quit', 'window-all-closed', 'will-quit', 'quit'];
      const seen = recordEvents(app, names);
      recordEvents(window, ['close', 'closed'], seen);
      const asked = once(app, 'will-quit');
      app.once('will-quit', preventDefault);
      app.quit();
      await asked;
      assert.deepEqual(seen, ['before-quit', 'close', 'closed', 'will-quit']);
    },
  },
  {
    title: '`exit()` emits `closed` and `quit` with the exit code, and nothing before',
    source: browser,
    places: ['src/main/index.ts'],
    when: 'alone',
    exitCode: 3,
    async check({ app, BrowserWindow }, atQuit) {
      await app.whenReady();
      const window = makeWindow(BrowserWindow);
      const seen = recordEvents(app, ['before-quit', 'window-all-closed', 'will-quit']);
      recordEvents(window, ['close', 'closed'], seen);
      atQuit((code) => {
        assert.deepEqual(seen, ['closed']);
        assert.equal(code, 3);
      });
      app.exit(3);
    },
  },
  {
    title: '`quit()` emits `before-quit`, `closed`, `will-quit`, and `quit` with code 0',
    source: browser,
    places: ['src/main/index.ts'],
    when: 'alone',
    async check({ app, BrowserWindow }, atQuit) {
      await app.whenReady();
      const window = makeWindow(BrowserWindow);
      const seen = recordEvents(app, ['before-quit', 'window-all-closed', 'will-quit']);
      recordEvents(window, ['closed'], seen);
      atQuit((code) => {
        assert.deepEqual(seen, ['before-quit', 'closed', 'will-quit']);
        assert.equal(code, 0);
      });
      app.quit();
      // A second call of `quit` has no effect while the app ends.
      app.quit();
    },
  },
]);
