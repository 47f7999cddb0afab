import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type * as timersModule from 'node:timers/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { replaceExit } from '../test/exit-double.ts';
import { openBus, type Bus } from '../dbus/bus.ts';
import { serveLogind, type Logind } from '../dbus/logind.ts';
import { programManifest, programSwitch } from './app.ts';
import type { Electron, Outcome } from './rule.ts';

const browser = await vi.hoisted(async () => {
  const { makeChromiumDouble } = await import('../test/browser-double.ts');
  return makeChromiumDouble();
});
/** Called with each line of JSON that the checks print. */
const printed = vi.hoisted(() => ({ onLine: (_what: string, _value: unknown): void => undefined }));
vi.mock('playwright-core', () => ({ chromium: browser.chromium }));
vi.mock('../system/chromium.ts', () => ({
  chromiumPath: () => '/chromium',
  headlessChromiumPath: () => '/headless-chromium',
}));
vi.mock('../system/run-after-exit.ts', () => ({
  runScriptAfterExit: () => () => Promise.resolve(),
}));
vi.mock('node:fs', async (original) => ({
  ...(await original<object>()),
  writeSync: (_file: number, text: string) => {
    const { what, value } = JSON.parse(text) as { what: string; value: unknown };
    printed.onLine(what, value);
  },
}));
vi.mock('node:timers/promises', async (original) => {
  const timers = await original<typeof timersModule>();
  return {
    ...timers,
    // The rules wait for seconds to see that nothing happens.
    setTimeout: <T>(ms: number, value?: T, options?: object) =>
      timers.setTimeout(Math.min(ms, 60_000) / 20, value, options),
  };
});

const folder = mkdtempSync(join(tmpdir(), 'overhead-rules-'));
writeFileSync(join(folder, 'package.json'), JSON.stringify(programManifest));
const exits: (number | undefined)[] = [];
const restoreExit = replaceExit((code) => exits.push(code));
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const { argv } = process;

const hasBus = existsSync('/usr/bin/dbus-daemon');
let bus: Bus;
let logind: Logind;
beforeAll(async () => {
  vi.stubEnv('DISPLAY', '').stubEnv('WAYLAND_DISPLAY', '').stubEnv('XDG_RUNTIME_DIR', folder);
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', '');
  if (!hasBus) return;
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface({ input: daemon.stdout }), 'line')) as [string];
  bus = await openBus(address);
  logind = await serveLogind(bus);
  vi.stubEnv('RULES_LOGIND', 'yes').stubEnv('DBUS_SYSTEM_BUS_ADDRESS', address);
  afterAll(() => void daemon.kill());
});
afterAll(() => {
  restoreExit();
  process.argv = argv;
  logged.mockRestore();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Loads the stand-in and the rules as in a process that has just started. */
async function start() {
  vi.resetModules();
  process.argv = [process.execPath, 'main.ts', folder, programSwitch, '--no-sandbox'];
  process.argv.push(`--user-data-dir=${join(folder, 'data')}`);
  const [{ default: electron }, { emitReady }, { electronRules }, { runRules }] = await Promise.all(
    [
      import('../electron/electron.ts'),
      import('../electron/app.ts'),
      import('./index.ts'),
      import('./run-rules.ts'),
    ],
  );
  exits.length = 0;
  return {
    electron: { ...electron } as unknown as Electron,
    becomeReady: emitReady,
    rules: electronRules.filter(({ platforms }) => platforms?.includes('linux') ?? true),
    runRules,
  };
}

type Change = (electron: Electron) => Electron;

/** Checks the rules with these titles in one start. Returns the outcomes by the titles of the rules. */
async function run(titles: readonly string[], change: Change = (electron) => electron) {
  const outcomes = new Map<string, Outcome>();
  const { electron, becomeReady, rules, runRules } = await start();
  const chosen = new Map([...rules.entries()].filter(([, { title }]) => titles.includes(title)));
  const end = Promise.withResolvers<undefined>();
  printed.onLine = (what, value) => {
    if (what === 'logind') logind[value === 'shutdown' ? 'shutDown' : (value as 'sleep')]();
    if (what !== 'outcome') return;
    const { index, ...outcome } = value as Outcome & { index: number };
    outcomes.set(rules[index]?.title ?? '', outcome);
    if (outcomes.size === titles.length) end.resolve(undefined);
  };
  runRules(change(electron), chosen);
  becomeReady();
  await end.promise;
  await vi.waitFor(() => expect(exits).toHaveLength(1));
  return outcomes;
}

type Members = Readonly<Record<string, unknown>>;

/** The object with other members. */
const over = <T extends object>(target: T, members: Members): T =>
  new Proxy(target, {
    get: (object, key, receiver) =>
      Object.hasOwn(members, key) ? members[key as string] : Reflect.get(object, key, receiver),
    set: (object, key, value) => Reflect.set(object, key, value),
  });

/** A module with other members. */
const inModule =
  (name: keyof Electron, members: (module: never) => Members): Change =>
  (electron) => ({
    ...electron,
    [name]: over(electron[name] as object, members(electron[name] as never)),
  });

/** A class whose objects have other members. */
const inObjects =
  (name: 'BrowserWindow' | 'Tray' | 'Notification', members: (object: never) => Members): Change =>
  (electron) => ({
    ...electron,
    [name]: new Proxy(electron[name] as new (...args: unknown[]) => object, {
      construct(target, args: unknown[]) {
        const object = new target(...args);
        return over(object, members(object as never));
      },
    }),
  });

const inWindows = (members: (window: Electron.BrowserWindow) => Members): Change =>
  inObjects('BrowserWindow', members);
const inContents = (members: (contents: Electron.WebContents) => Members): Change =>
  inWindows(({ webContents }) => ({ webContents: over(webContents, members(webContents)) }));
const emit = (emitter: unknown, name: string): boolean =>
  (emitter as NodeJS.EventEmitter).emit(name, { preventDefault: () => undefined });
const nothing = (): void => undefined;
const hanging = new Set<Change>();
/** Marks a change with which the check waits forever. */
function hangs(change: Change): Change {
  hanging.add(change);
  return change;
}

/** For each rule, changes of Electron that break it. */
const defects: Readonly<Record<string, readonly Change[]>> = {
  '`getAllWindows()` has a window until, but not in, its `closed` event': [
    inModule('BrowserWindow', () => ({ getAllWindows: () => [] })),
    inModule('BrowserWindow', () => ({ getAllWindows: () => ({ includes: () => true }) })),
  ],
  '`destroy()` emits `closed` once before it returns, and no `close`': [
    inWindows((window) => ({ destroy: () => emit(window, 'close') && window.destroy() })),
    inWindows((window) => ({ destroy: () => queueMicrotask(() => window.destroy()) })),
    inWindows((window) => ({
      destroy: () => {
        window.destroy();
        emit(window, 'closed');
      },
    })),
    inWindows((window) => ({
      isDestroyed: () => {
        const stack = new Error().stack ?? '';
        return stack.includes('emit') && window.isDestroyed();
      },
    })),
    inWindows((window) => ({
      isDestroyed: () => {
        const stack = new Error().stack ?? '';
        return !stack.includes('emit') && window.isDestroyed();
      },
    })),
  ],
  'a window that prevents `close` is not destroyed': [
    inWindows((window) => ({
      close: () => {
        emit(window, 'close');
        window.destroy();
      },
    })),
    inWindows(() => ({ isDestroyed: () => true })),
    inWindows((window) => ({
      close: () => {
        window.close();
        emit(window, 'closed');
      },
    })),
    hangs(inWindows(() => ({ close: nothing }))),
  ],
  'methods of a destroyed window throw, except `isDestroyed()` and those of events': [
    ...[
      'show',
      'hide',
      'focus',
      'close',
      'isMinimized',
      'isMaximized',
      'getNormalBounds',
      'setBackgroundColor',
    ].map((name) => inWindows(() => ({ [name]: nothing }))),
    inWindows(() => ({
      show: () => {
        throw new Error('Object has been destroyed');
      },
    })),
    inWindows(() => ({
      hide: () => {
        throw new TypeError('gone');
      },
    })),
    inWindows(() => ({ isDestroyed: () => false })),
    inWindows(() => ({
      once: () => {
        throw new TypeError('Object has been destroyed');
      },
    })),
    inWindows(() => ({
      removeAllListeners: () => {
        throw new TypeError('Object has been destroyed');
      },
    })),
  ],
  '`maximize()` shows a hidden window': [hangs(inWindows(() => ({ maximize: nothing })))],
  '`loadURL()` resolves after `did-finish-load`': [
    inWindows(() => ({ loadURL: () => Promise.resolve() })),
    inContents(() => ({ getURL: () => 'about:blank' })),
  ],
  '`loadURL()` rejects with `code`, `errno` and `url`': [
    inWindows(() => ({ loadURL: () => Promise.resolve() })),
    ...[
      { code: 'FAILED' },
      { code: 'xERR_FAILED' },
      { code: 'ERR_FAILEDx' },
      { errno: 2 },
      { errno: 0 },
      { errno: '-2' },
      { url: '' },
      { message: 'failed' },
    ].map((wrong) =>
      inWindows((window) => ({
        loadURL: (url: string) =>
          window.loadURL(url).catch((error: unknown) => {
            const message = (error as Error).message;
            const { code, errno } = error as Record<string, unknown>;
            const given = { code, errno, url, ...wrong };
            throw Object.assign(
              new Error(),
              {
                message:
                  'code' in wrong || 'errno' in wrong
                    ? `${String(given.code)} (${String(given.errno)}) loading '${url}'`
                    : message,
              },
              given,
            );
          }),
      })),
    ),
  ],
  'its methods throw once its window is destroyed, except `isDestroyed()`': [
    inContents(() => ({ isDestroyed: () => false })),
    inContents(() => ({ isDestroyed: () => true })),
    inContents(() => ({ getURL: nothing })),
    inContents(() => ({ send: nothing })),
    inContents(() => ({
      send: () => {
        throw new Error('gone');
      },
    })),
    inContents(() => ({
      getURL: () => {
        throw new Error('gone');
      },
    })),
  ],
  'a page has each permission that no handler denies': [
    inWindows((window) => {
      window.webContents.session.setPermissionCheckHandler(() => false);
      return {};
    }),
  ],
  'the process of a page is sandboxed': [
    inModule('app', () => ({ getAppMetrics: () => [], commandLine: { hasSwitch: () => false } })),
    inModule('app', () => ({
      getAppMetrics: () => [{ type: 'Browser', sandboxed: true }],
      commandLine: { hasSwitch: () => false },
    })),
    inModule('app', () => ({
      getAppMetrics: () => [
        { type: 'Tab', sandboxed: true },
        { type: 'Tab', sandboxed: false },
      ],
      commandLine: { hasSwitch: () => false },
    })),
  ],
  'adjacent separators become one; separators at the edges are dropped': [
    inModule('Menu', () => ({ buildFromTemplate: (items: object[]) => ({ items }) })),
    inModule('Menu', () => ({
      buildFromTemplate: () => ({ items: [{ type: 'normal' }, { type: 'normal' }] }),
    })),
  ],
  '`click` is called with its item': [
    inModule('Menu', () => ({
      buildFromTemplate: ([{ click }]: [{ click: (item: object) => void }]) => ({
        items: [{ click: () => click({}) }],
      }),
    })),
    inModule('Menu', () => ({ buildFromTemplate: () => ({ items: [{ click: nothing }] }) })),
  ],
  '`setApplicationMenu()` accepts null': [
    inModule('Menu', () => ({
      setApplicationMenu: (menu: unknown) => {
        if (menu === null) throw new Error('no menu');
      },
    })),
  ],
  'a menu takes listeners for `menu-will-show` and `menu-will-close`': [
    ...['menu-will-show', 'menu-will-close'].map((wrong) =>
      inModule('Menu', () => ({
        buildFromTemplate: () => {
          const menu = { on: (name: string): object | null => (name === wrong ? null : menu) };
          return menu;
        },
      })),
    ),
  ],
  '`start()` throws without a `submitURL`, unless `uploadToServer` is false': [
    inModule('crashReporter', () => ({ start: nothing })),
    inModule('crashReporter', () => ({
      start: () => {
        throw new Error('no');
      },
    })),
    inModule('crashReporter', () => ({
      start: () => {
        throw new Error('submitURL must be specified');
      },
    })),
  ],
  'methods of a destroyed icon throw, except `destroy()`': [
    ...['setToolTip', 'setImage', 'setContextMenu'].flatMap((name) => [
      inObjects('Tray', () => ({ [name]: nothing })),
      inObjects('Tray', () => ({
        [name]: () => {
          throw new Error('no');
        },
      })),
    ]),
    inObjects('Tray', (tray: Electron.Tray) => {
      let count = 0;
      return {
        destroy: () => {
          tray.destroy();
          if (++count > 1) throw new Error('Tray is destroyed');
        },
      };
    }),
    inObjects('Tray', () => ({ destroy: nothing })),
  ],
  'a second handler for a channel throws until the first is removed': [
    inModule('ipcMain', () => ({ handle: nothing })),
    inModule('ipcMain', () => ({ removeHandler: nothing })),
    inModule('ipcMain', (real: Electron.IpcMain) => ({
      handle: (...args: Parameters<Electron.IpcMain['handle']>) => {
        try {
          real.handle(...args);
        } catch {
          throw new Error('no');
        }
      },
    })),
    inModule('ipcMain', (real: Electron.IpcMain) => {
      let count = 0;
      return {
        removeHandler: (name: string) => {
          if (++count > 2) throw new Error('no handler');
          real.removeHandler(name);
        },
      };
    }),
  ],
  '`shouldUseDarkColors` follows `themeSource`': [
    inModule('nativeTheme', () => ({ shouldUseDarkColors: true })),
    inModule('nativeTheme', () => ({ shouldUseDarkColors: false })),
    inModule('nativeTheme', () => ({ themeSource: 'dark' })),
  ],
  '`updated` is emitted after the assignment of `themeSource`': [
    (electron) => ({
      ...electron,
      nativeTheme: new Proxy(electron.nativeTheme, {
        set: (theme, key, value) => {
          Reflect.set(theme, key, value);
          theme.emit('updated');
          return true;
        },
      }),
    }),
    hangs(inModule('nativeTheme', () => ({ once: nothing }))),
    hangs((electron) => ({
      ...electron,
      nativeTheme: new Proxy(electron.nativeTheme, { set: () => true }),
    })),
  ],
  '`pid` is set from `spawn` to `exit`; pipes exist only on request': [
    ...[
      () => ({ pid: 1 }),
      () => ({ pid: undefined }),
      () => ({ stdout: {} }),
      (child: Electron.UtilityProcess) => ({
        kill: () => {
          child.kill();
          return false;
        },
      }),
      (child: Electron.UtilityProcess) => {
        let count = 0;
        return { kill: () => (++count === 1 ? child.kill() : true) };
      },
    ].map((members) =>
      inModule('utilityProcess', (real: typeof Electron.utilityProcess) => ({
        fork: (...args: Parameters<(typeof Electron.utilityProcess)['fork']>) => {
          const child = real.fork(...args);
          return over(child, members(child));
        },
      })),
    ),
  ],
  '`exit` has the exit code; the pipes end then; a new process can start': [
    inModule('utilityProcess', (real: typeof Electron.utilityProcess) => ({
      fork: (path: string, _args: string[], options: object) => real.fork(path, ['9'], options),
    })),
    inModule('utilityProcess', (real: typeof Electron.utilityProcess) => ({
      fork: (path: string, args: string[]) => real.fork(path, args),
    })),
    ...['stdout', 'stderr'].map((name) =>
      inModule('utilityProcess', (real: typeof Electron.utilityProcess) => ({
        fork: (...args: Parameters<(typeof Electron.utilityProcess)['fork']>) =>
          over(real.fork(...args), { [name]: null }),
      })),
    ),
    inModule('utilityProcess', (real: typeof Electron.utilityProcess) => ({
      fork: (...args: Parameters<(typeof Electron.utilityProcess)['fork']>) => {
        const child = real.fork(...args);
        const { stdout } = child;
        return over(child, { stdout });
      },
    })),
  ],
  '`decryptStringAsync()` returns the encrypted text': [
    inModule('safeStorage', () => ({ decryptStringAsync: () => Promise.resolve({ result: '' }) })),
    inModule('safeStorage', () => ({
      encryptStringAsync: (text: string) => Promise.resolve(Buffer.from(text)),
      decryptStringAsync: () => Promise.resolve({ result: 'a key ü' }),
    })),
    inModule('safeStorage', () => ({
      encryptStringAsync: () => Promise.resolve('x'),
      decryptStringAsync: () => Promise.resolve({ result: 'a key ü' }),
    })),
  ],
  '`decryptStringAsync()` rejects other data, and returns an empty text for an empty buffer': [
    inModule('safeStorage', (real: Electron.SafeStorage) => ({
      decryptStringAsync: (data: Buffer) =>
        data.length > 0 && Buffer.isBuffer(data)
          ? Promise.resolve({ result: '' })
          : real.decryptStringAsync(data),
    })),
    inModule('safeStorage', (real: Electron.SafeStorage) => ({
      decryptStringAsync: (data: Buffer) =>
        Buffer.isBuffer(data) ? real.decryptStringAsync(data) : Promise.resolve({ result: '' }),
    })),
    inModule('safeStorage', (real: Electron.SafeStorage) => ({
      decryptStringAsync: (data: Buffer) =>
        data.length === 0 ? Promise.resolve({ result: 'x' }) : real.decryptStringAsync(data),
    })),
    inModule('safeStorage', () => ({ decryptStringAsync: () => Promise.reject(new Error('no')) })),
  ],
  'one display is the primary one; each work area lies in its display': [
    ...[{ x: -1 }, { y: -1 }, { width: 101 }, { height: 101 }, { x: 1 }, { y: 1 }].map((wrong) =>
      inModule('screen', () => ({
        getAllDisplays: () => [
          {
            id: 1,
            scaleFactor: 1,
            bounds: { x: 0, y: 0, width: 100, height: 100 },
            workArea: { x: 0, y: 0, width: 100, height: 100, ...wrong },
          },
        ],
        getPrimaryDisplay: () => ({ id: 1 }),
      })),
    ),
    ...[
      { bounds: { x: 0, y: 0, width: 0, height: 9 } },
      { bounds: { x: 0, y: 0, width: 9, height: 0 } },
      { scaleFactor: 0 },
      { id: 2 },
    ].map((wrong) =>
      inModule('screen', () => ({
        getAllDisplays: () => [
          {
            id: 1,
            scaleFactor: 1,
            bounds: { x: 0, y: 0, width: 9, height: 9 },
            workArea: { x: 0, y: 0, width: 0, height: 0 },
            ...wrong,
          },
        ],
        getPrimaryDisplay: () => ({ id: 1 }),
      })),
    ),
    inModule('screen', (real: Electron.Screen) => ({
      getAllDisplays: () => [...real.getAllDisplays(), ...real.getAllDisplays()],
    })),
  ],
  '`fromPartition()` returns one session for each partition': [
    inModule('session', () => ({ fromPartition: () => ({}) })),
    inModule('session', (real: typeof Electron.session) => ({
      fromPartition: () => real.fromPartition('a'),
    })),
  ],
  '`setSpellCheckerDictionaryDownloadURL()` throws for a text that is not an address': [
    inModule('session', () => ({
      fromPartition: () => ({ setSpellCheckerDictionaryDownloadURL: nothing }),
    })),
    inModule('session', () => ({
      fromPartition: () => ({
        setSpellCheckerDictionaryDownloadURL: () => {
          throw new Error('no');
        },
      }),
    })),
  ],
  'a second handler for a scheme throws until the first is removed': [
    ...[
      { handle: nothing },
      { isProtocolHandled: () => false },
      { isProtocolHandled: () => true },
      { unhandle: nothing },
      {
        unhandle: () => {
          throw new Error('no');
        },
      },
      {
        handle: () => {
          throw new Error('no');
        },
      },
    ].map((wrong) =>
      inModule('session', (real: typeof Electron.session) => ({
        fromPartition: (name: string) => {
          const session = real.fromPartition(`${name} ${Math.random()}`);
          return { protocol: over(session.protocol, wrong) };
        },
      })),
    ),
  ],
  '`registerSchemesAsPrivileged()` throws after `ready`': [
    inModule('protocol', () => ({ registerSchemesAsPrivileged: nothing })),
    inModule('protocol', () => ({
      registerSchemesAsPrivileged: () => {
        throw new Error('no');
      },
    })),
  ],
  '`close()` can be called before `show()`, and twice': [
    inObjects('Notification', () => ({
      close: () => {
        throw new Error('no');
      },
    })),
    inObjects('Notification', () => {
      let count = 0;
      return {
        close: () => {
          if (++count > 1) throw new Error('no');
        },
      };
    }),
  ],
  '`readText()` returns the text that was written': [
    inModule('clipboard', () => ({
      readText: () => Promise.resolve('other'),
      writeText: () => Promise.resolve(),
    })),
  ],
  '`openPath()` stays pending': [
    inModule('shell', () => ({ openPath: () => Promise.resolve('') })),
  ],
  '`getPreferredSystemLanguages()` returns at least one language': [
    inModule('app', () => ({ getPreferredSystemLanguages: () => [] })),
    inModule('app', () => ({ getPreferredSystemLanguages: () => ['de', 1] })),
  ],
  '`browser-window-created` is emitted in the constructor of a window': [
    inModule('app', () => ({ on: nothing })),
    inModule('app', (app: Electron.App) => ({
      on: (name: string, listener: (event: unknown, window: unknown) => void) =>
        app.on(name as 'ready', ((event: unknown) => listener(event, {})) as never),
      off: nothing,
    })),
    inModule('app', (app: Electron.App) => ({
      on: (name: string, listener: never) =>
        app.on(name as 'ready', listener).on(name as 'ready', listener),
    })),
  ],
  '`window-all-closed` follows `closed` of the last window': [
    hangs(inModule('app', () => ({ once: nothing }))),
    inWindows((window) => ({
      once: (name: string, listener: () => void) =>
        window.once(name as 'closed', () => void setTimeout(listener)),
    })),
  ],
  'each `quit()` stops at a window that prevents `close`': [
    inModule('app', (app: Electron.App) => ({
      quit: () => {
        emit(app, 'will-quit');
        app.quit();
      },
    })),
    inModule('app', (app: Electron.App) => ({
      quit: () => {
        emit(app, 'quit');
        app.quit();
      },
    })),
    hangs(inModule('app', () => ({ quit: nothing }))),
    inWindows(() => ({ isDestroyed: () => true })),
  ],
  'a prevented `will-quit` keeps the app running': [
    inModule('app', (app: Electron.App) => ({
      quit: () => {
        app.quit();
        emit(app, 'quit');
      },
    })),
    inModule('app', (app: Electron.App) => ({ quit: () => emit(app, 'will-quit') })),
  ],
  '`quit()` closes all windows before `will-quit`, without `window-all-closed`': [
    inModule('app', (app: Electron.App) => ({
      quit: () => {
        app.quit();
        emit(app, 'window-all-closed');
      },
    })),
    inModule('app', (app: Electron.App) => ({
      quit: () => emit(app, 'before-quit') && emit(app, 'will-quit'),
    })),
  ],
  '`isOnBatteryPower()` is false on Linux, whatever the supply is': [
    inModule('powerMonitor', () => ({ isOnBatteryPower: () => true })),
  ],
  '`suspend` is emitted once for each sleep': [
    inModule('powerMonitor', (monitor: Electron.PowerMonitor) => ({
      on: (name: string, listener: () => void) =>
        monitor.on(name as 'suspend', () => {
          listener();
          listener();
        }),
    })),
    hangs(inModule('powerMonitor', () => ({ on: nothing }))),
  ],
  '`resume` follows `suspend`': [
    inModule('powerMonitor', (monitor: Electron.PowerMonitor) => {
      const both: Members = {
        on: (name: string, listener: () => void) => {
          monitor.on((name === 'suspend' ? 'resume' : 'suspend') as 'suspend', listener);
          return over(monitor, both);
        },
      };
      return both;
    }),
  ],
  '`shutdown` can be prevented, by a listener that is not the first': [
    inModule('powerMonitor', (monitor: Electron.PowerMonitor) => ({
      once: (name: string, listener: (event: object) => void) =>
        monitor.once(name as 'suspend', () => listener({})),
    })),
  ],
};
/** The same for the rules that are checked before `ready`. */
const earlyDefects: typeof defects = {
  'name and version come from `package.json`': [
    inModule('app', () => ({ getName: () => 'rules' })),
    inModule('app', () => ({ name: 'rules' })),
    inModule('app', () => ({ getVersion: () => '1.2.4' })),
  ],
  '`getPath()` works before `ready`': [
    'home',
    'appData',
    'userData',
    'sessionData',
    'temp',
    'exe',
    'logs',
    'pictures',
  ].map((wrong) =>
    inModule('app', (app: Electron.App) => ({
      getPath: (name: 'home') => (name === wrong ? 'relative' : app.getPath(name)),
    })),
  ),
  '`sessionData` is `userData` until it is set': [
    inModule('app', () => ({ getPath: (name: string) => `/${name}` })),
  ],
  '`setPath()` throws for a relative path': [
    inModule('app', () => ({ setPath: nothing })),
    inModule('app', () => ({
      setPath: () => {
        throw new Error('no');
      },
    })),
  ],
  '`getPath()` returns the path that `setPath()` got': [
    inModule('app', () => ({ setPath: nothing })),
  ],
  '`getSwitchValue()` returns an empty string for a missing switch': [
    inModule('app', ({ commandLine }: Electron.App) => ({
      commandLine: over(commandLine, { hasSwitch: () => true }),
    })),
    inModule('app', ({ commandLine }: Electron.App) => ({
      commandLine: over(commandLine, { hasSwitch: () => false }),
    })),
    inModule('app', ({ commandLine }: Electron.App) => ({
      commandLine: over(commandLine, { getSwitchValue: () => '' }),
    })),
    inModule('app', ({ commandLine }: Electron.App) => ({
      commandLine: over(commandLine, { getSwitchValue: () => 'Value' }),
    })),
  ],
  'the lock can be acquired again after its release': [
    inModule('app', () => ({ requestSingleInstanceLock: () => false })),
  ],
  '`showErrorBox()` returns at once before `ready`, without a dialog': [
    inModule('app', () => ({ isReady: () => true })),
    inModule('dialog', () => ({
      showErrorBox: () => {
        throw new Error('no');
      },
    })),
  ],
};
/** The same for the rules that have a process of their own. */
const aloneDefects: typeof defects = {
  'another process decrypts the text': [
    inModule('safeStorage', () => ({ decryptStringAsync: () => Promise.resolve({ result: '' }) })),
  ],
  '`exit()` emits `closed` and `quit` with the exit code, and nothing before': [
    inModule('app', (app: Electron.App) => ({
      exit: (code: number) => {
        emit(app, 'before-quit');
        app.exit(code);
      },
    })),
    inModule('app', (app: Electron.App) => ({
      exit: (code: number) => {
        emit(app, 'will-quit');
        app.exit(code);
      },
    })),
    inModule('app', (app: Electron.App) => ({ exit: () => app.exit(4) })),
    inWindows((window) => ({
      on: (name: string, listener: () => void) => {
        if (name === 'close') listener();
        return window.on(name as 'close', listener);
      },
    })),
  ],
  '`quit()` emits `before-quit`, `closed`, `will-quit`, and `quit` with code 0': [
    inModule('app', (app: Electron.App) => ({
      quit: () => {
        app.quit();
        emit(app, 'before-quit');
      },
    })),
    inModule('app', (app: Electron.App) => ({
      quit: () => {
        emit(app, 'window-all-closed');
        app.quit();
      },
    })),
    inModule('app', (app: Electron.App) => ({ quit: () => app.exit(0) })),
  ],
  '`shutdown` never comes if its listener is the first of the process': [
    inModule('powerMonitor', (monitor: Electron.PowerMonitor) => ({
      on: (name: string, listener: () => void) => {
        monitor.on('suspend', nothing);
        return monitor.on(name as 'suspend', listener);
      },
    })),
  ],
};

const waylandTitle = '`getCursorScreenPoint()` returns 0,0 on Wayland';
const xTitle = 'the displays are those of the X server, if their scale is 1';
const differs = { result: 'differs', detail: 'no end' } as const;

describe.skipIf(!hasBus)(
  'the rules with a double of the browser (skipped without dbus-daemon)',
  () => {
    it('hold on the stand-in', async () => {
      const { rules } = await start();
      const titles = rules.filter(({ when }) => when !== 'alone').map(({ title }) => title);
      const outcomes = await run(titles);
      expect(exits).toEqual([0]);
      for (const { title, exitCode = 0 } of rules.filter(({ when }) => when === 'alone')) {
        for (const [name, outcome] of await run([title])) outcomes.set(name, outcome);
        expect(exits).toEqual([exitCode]);
      }
      expect(outcomes.size).toBe(rules.length);
      const others = [...outcomes].filter(([, { result }]) => result !== 'ok');
      expect(others.map(([title, { result, detail }]) => `${result} ${title}: ${detail}`)).toEqual([
        'ask the process of a page is sandboxed: not in the stand-in: app.getAppMetrics',
        'ask `getCursorScreenPoint()` returns 0,0 on Wayland: this is not Wayland',
        'ask `readText()` returns the text that was written: not in the stand-in: clipboard.readText',
      ]);
    });

    it('differ on an Electron that breaks them', async () => {
      const { electron, becomeReady, rules } = await start();
      const { outcomeOfError } = await import('./rule.ts');
      electron.app.on('window-all-closed', nothing);
      printed.onLine = (what, value) => {
        if (what === 'logind') logind[value === 'shutdown' ? 'shutDown' : (value as 'sleep')]();
      };
      const unseen: string[] = [];
      async function expectDifferences(table: typeof defects): Promise<void> {
        for (const [title, changes] of Object.entries(table))
          for (const [index, change] of changes.entries()) {
            const rule = rules.find((one) => one.title === title);
            if (rule === undefined) throw new Error(`there is no rule ${title}`);
            const outcome = await Promise.race([
              (async () => await rule.check(change(electron), nothing))().then(
                () => ({ result: 'ok' }),
                outcomeOfError,
              ),
              hanging.has(change) ? delay(100, differs) : delay(60_000, null, { ref: false }),
            ]);
            if (outcome?.result !== 'differs') unseen.push(`${title} ${index}`);
            for (const window of electron.BrowserWindow.getAllWindows()) window.destroy();
          }
      }
      await expectDifferences(earlyDefects);
      becomeReady();
      await expectDifferences(defects);
      for (const [title, changes] of Object.entries(aloneDefects))
        for (const [index, change] of changes.entries()) {
          const [[, outcome] = []] = await run([title], change);
          if (outcome?.result !== 'differs') unseen.push(`${title} ${index}`);
        }
      expect(unseen).toEqual([]);
      const known = Object.keys({ ...defects, ...earlyDefects, ...aloneDefects });
      // The rules of the module Node are about Node itself. Two rules of the screen depend on the environment.
      const others = rules.filter(
        ({ module, title }) =>
          module !== 'Node' && ![...known, xTitle, waylandTitle].includes(title),
      );
      expect(others.map(({ title }) => title)).toEqual([]);
    });

    const same: Change = (electron) => electron;
    const pointOf = (x: number, y: number): Change =>
      inModule('screen', () => ({ getCursorScreenPoint: () => ({ x, y }) }));
    it.each<[string, Readonly<Record<string, string>>, Change, string, title?: string]>([
      ['Wayland', { XDG_SESSION_TYPE: 'wayland' }, same, 'ok', waylandTitle],
      ['Wayland with x', { XDG_SESSION_TYPE: 'wayland' }, pointOf(1, 0), 'differs', waylandTitle],
      ['Wayland with y', { XDG_SESSION_TYPE: 'wayland' }, pointOf(0, 1), 'differs', waylandTitle],
      ['X', {}, same, 'ok'],
      ['X with other displays', { XRANDR: '1280x720+0+1' }, same, 'differs'],
      ['X without xrandr', { PATH: '/nonexistent' }, same, 'ask'],
      ['no display', { DISPLAY: '', XRANDR: '1x1+0+0' }, same, 'ok'],
      ['X beside Wayland', { WAYLAND_DISPLAY: 'w', XRANDR: '1x1+0+0' }, same, 'ok'],
      ['X with another scale', { STAND_IN_SCALE: '2' }, same, 'ok'],
    ])('compare the screen on %s', async (what, env, change, result, title = xTitle) => {
      const places = env['XRANDR'] ?? '1280x720+0+0';
      const output = `DP-1 connected primary ${places} (normal)\nDP-2 disconnected (normal)`;
      writeFileSync(join(folder, 'xrandr'), `#!/bin/sh\necho '${output}'\n`, { mode: 0o755 });
      // The object itself is put back: only that one is the environment of the process.
      const { env: before } = process;
      onTestFinished(() => void (process.env = before));
      const path = `${folder}:${before['PATH'] ?? ''}`;
      process.env = { ...before, PATH: path, XDG_SESSION_TYPE: '', DISPLAY: ':9', ...env };
      const [[, outcome] = []] = await run([title], change);
      expect(outcome?.result).toBe(result);
      if (what === 'X') expect(outcome?.detail).toBe(' 1280x720+0+0 at 1');
    });
  },
);
