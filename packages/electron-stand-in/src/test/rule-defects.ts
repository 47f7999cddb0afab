import type { Electron } from '../rules/rule.ts';

/** Returns an Electron that differs. */
export type Change = (electron: Electron) => Electron;
export const same: Change = (electron) => electron;

type Members = Readonly<Record<string, unknown>>;

/** The object with other members. */
const over = <T extends object>(target: T, members: Members): T =>
  new Proxy(target, {
    get: (object, key, receiver) =>
      Object.hasOwn(members, key) ? members[key as string] : Reflect.get(object, key, receiver),
    set: (object, key, value) => Reflect.set(object, key, value),
  });

/** A module with other members. */
export const inModule =
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
/** Utility processes with other members, or forked with other arguments. */
const inChildren = (
  members: (child: Electron.UtilityProcess) => Members,
  argsOf = (args: Fork): Fork => args,
): Change =>
  inModule('utilityProcess', (real: typeof Electron.utilityProcess) => ({
    fork(...args: Fork) {
      const child = real.fork(...argsOf(args));
      return over(child, members(child));
    },
  }));
type Fork = Parameters<(typeof Electron.utilityProcess)['fork']>;
const inContents = (members: (contents: Electron.WebContents) => Members): Change =>
  inWindows(({ webContents }) => ({ webContents: over(webContents, members(webContents)) }));
const emit = (emitter: unknown, name: string): boolean =>
  (emitter as NodeJS.EventEmitter).emit(name, { preventDefault: () => undefined });
export const nothing = (): void => undefined;
const throws =
  (message = 'no') =>
  (): never => {
    throw new Error(message);
  };
const gone = (): never => {
  throw new TypeError('Object has been destroyed');
};
/** The changes with which the check waits forever. */
export const hanging = new Set<Change>();
function hangs(change: Change): Change {
  hanging.add(change);
  return change;
}

/** For each rule, changes of Electron that break it. */
export const defects: Readonly<Record<string, readonly Change[]>> = {
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
      show: throws('Object has been destroyed'),
    })),
    inWindows(() => ({
      hide: () => {
        throw new TypeError('gone');
      },
    })),
    inWindows(() => ({ isDestroyed: () => false })),
    inWindows(() => ({
      once: gone,
    })),
    inWindows(() => ({
      removeAllListeners: gone,
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
      send: throws('gone'),
    })),
    inContents(() => ({
      getURL: throws('gone'),
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
      start: throws(),
    })),
    inModule('crashReporter', () => ({
      start: throws('submitURL must be specified'),
    })),
  ],
  'methods of a destroyed icon throw, except `destroy()`': [
    ...['setToolTip', 'setImage', 'setContextMenu'].flatMap((name) => [
      inObjects('Tray', () => ({ [name]: nothing })),
      inObjects('Tray', () => ({
        [name]: throws(),
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
    inChildren(() => ({ pid: 1 })),
    inChildren(() => ({ pid: undefined })),
    inChildren(() => ({ stdout: {} })),
    inChildren((child) => ({ kill: () => !child.kill() })),
    inChildren((child) => {
      let count = 0;
      return { kill: () => (++count === 1 ? child.kill() : true) };
    }),
  ],
  '`exit` has the exit code; the pipes end then; a new process can start': [
    inChildren(
      () => ({}),
      ([path, , options]) => [path, ['9'], options],
    ),
    inChildren(
      () => ({}),
      ([path, args]) => [path, args],
    ),
    inChildren(() => ({ stdout: null })),
    inChildren(() => ({ stderr: null })),
    inChildren(({ stdout }) => ({ stdout })),
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
        setSpellCheckerDictionaryDownloadURL: throws(),
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
        unhandle: throws(),
      },
      {
        handle: throws(),
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
      registerSchemesAsPrivileged: throws(),
    })),
  ],
  '`close()` can be called before `show()`, and twice': [
    inObjects('Notification', () => ({
      close: throws(),
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
export const earlyDefects: typeof defects = {
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
      setPath: throws(),
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
    inModule('app', () => {
      let isReleased = false;
      return {
        releaseSingleInstanceLock: () => (isReleased = true),
        requestSingleInstanceLock: () => !isReleased,
      };
    }),
  ],
  '`showErrorBox()` returns at once before `ready`, without a dialog': [
    inModule('app', () => ({ isReady: () => true })),
    inModule('dialog', () => ({
      showErrorBox: throws(),
    })),
  ],
};
/** The same for the rules that have a process of their own. */
export const aloneDefects: typeof defects = {
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
