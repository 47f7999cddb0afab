import { EventEmitter } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import type { Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeEvent, strictObject } from './api.ts';
import { invocation, readManifest } from './invocation.ts';
import { preferredLanguages } from './languages.ts';
import { takeLock, type HandOver } from './single-instance.ts';

const { switches, appPath } = invocation;
const { name: packageName, productName, version } = readManifest();
const name = productName ?? packageName;
const appEvents = new EventEmitter();
const readiness = Promise.withResolvers<undefined>();
const windows = new Set<{ close(): void; destroy(): void; isDestroyed(): boolean }>();
/** Node's own `process.exit`. `main.ts` replaces `process.exit` by `app.exit`, as Electron does. */
const exitProcess = process.exit.bind(process);
const cleanups = new Set<() => unknown>();

let isReady = false;
let quitStage: 'running' | 'closing' | 'ending' = 'running';
let instanceLock: Server | null = null;

/** Throws Electron's error if an API is used before the app is ready. */
export function requireReady(message: string): void {
  if (!isReady) throw new Error(message);
}

/** The paths of Electron's folders on Linux, by the names of `app.getPath`. */
const paths = new Map<string, string>();
{
  const home = homedir();
  const chosenFolder = switches.get('user-data-dir') ?? '';
  const appData = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  paths.set('home', home).set('appData', appData).set('temp', tmpdir());
  paths.set('exe', process.execPath).set('pictures', join(home, 'Pictures'));
  paths.set('documents', join(home, 'Documents'));
  paths.set('userData', chosenFolder === '' ? join(appData, name) : chosenFolder);
}
/** The folders inside userData, for names without a path of their own. */
const userDataSubfolders: Readonly<Record<string, string>> = {
  sessionData: '.',
  logs: 'logs',
  crashDumps: 'Crashpad',
};

function getPath(key: string): string {
  const subfolder = userDataSubfolders[key];
  const path =
    paths.get(key) ?? (subfolder === undefined ? undefined : join(getPath('userData'), subfolder));
  if (path === undefined) throw new Error(`Failed to get '${key}' path`);
  return path;
}

function setPath(key: string, path: string): void {
  if (!isAbsolute(path)) throw new Error('Path must be absolute');
  if (!paths.has(key) && !Object.hasOwn(userDataSubfolders, key))
    throw new Error('Failed to set path');
  paths.set(key, path);
}

/** Like `Browser::ExitWithCode` of `shell/browser/browser.cc`: emits only the events `closed` and `quit`. */
function exit(code = 0): void {
  if (quitStage === 'ending') return;
  quitStage = 'ending';
  for (const window of [...windows]) window.destroy();
  appEvents.emit('quit', makeEvent({}), code);
  void cleanUp().finally(() => exitProcess(code));
}

/** Registers a function that runs when the process ends. Returns a function that removes the registration. */
export function onExit(cleanup: () => unknown): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

async function cleanUp(): Promise<void> {
  const limitMs = 4_000;
  const ends = [...cleanups].map(async (cleanup) => await cleanup());
  await Promise.race([Promise.allSettled(ends), delay(limitMs)]);
}

const isRunning = (): boolean => quitStage === 'running';

/** Like `Browser::Quit`: ends at once, or when the last window has closed. */
function quit(): void {
  if (quitStage !== 'running') return;
  const beforeQuitEvent = makeEvent({});
  appEvents.emit('before-quit', beforeQuitEvent);
  // A listener may have called `exit` or `quit` itself.
  if (beforeQuitEvent.defaultPrevented || !isRunning()) return;
  quitStage = 'closing';
  if (windows.size === 0) emitWillQuitAndExit();
  else for (const window of [...windows]) window.close();
}

function emitWillQuitAndExit(): void {
  const willQuitEvent = makeEvent({});
  appEvents.emit('will-quit', willQuitEvent);
  if (willQuitEvent.defaultPrevented) quitStage = 'running';
  else exit(0);
}

/** Called when a window prevents its `close`: the application then does not quit. */
export function cancelQuit(): void {
  if (quitStage === 'closing') quitStage = 'running';
}

/**
 * `STAND_IN_SECOND_INSTANCE=before-ready`: the application becomes ready only after the event of another instance.
 * Electron's documentation excludes this order, but `NotificationCallbackWrapper` in
 * `shell/browser/api/electron_api_app.cc` only posts a task, which may run before `ready`.
 */
const waitsForSecondInstance = process.env['STAND_IN_SECOND_INSTANCE'] === 'before-ready';
const secondInstanceNotice = Promise.withResolvers<undefined>();

function onSecondInstance({ argv, cwd, data }: HandOver): void {
  const tell = (): void => void appEvents.emit('second-instance', makeEvent({}), argv, cwd, data);
  if (waitsForSecondInstance) tell();
  else void readiness.promise.then(tell);
  secondInstanceNotice.resolve(undefined);
}

/** Resolves when `ready` may be emitted. */
export async function waitUntilReadyAllowed(): Promise<void> {
  if (waitsForSecondInstance && instanceLock !== null) await secondInstanceNotice.promise;
}

const api = {
  whenReady: () => readiness.promise,
  isReady: () => isReady,
  quit,
  exit,
  /** Has no effect: the stand-in starts no program. */
  relaunch: () => undefined,
  getPath,
  setPath,
  resolveProxy: () => Promise.resolve('DIRECT'),
  getAppPath: () => appPath,
  getVersion: () => version,
  getName: () => name,
  name,
  isPackaged: false,
  commandLine: strictObject('app.commandLine', {
    hasSwitch: (key: string) => switches.has(key.toLowerCase()),
    getSwitchValue: (key: string) => switches.get(key.toLowerCase()) ?? '',
  }),
  // Only the app on Windows uses these.
  ...(process.platform === 'win32' && {
    setAppUserModelId: () => undefined,
    setToastActivatorCLSID: () => undefined,
    setName: () => undefined,
  }),
  getPreferredSystemLanguages: () => preferredLanguages(process.env),
  requestSingleInstanceLock: (data?: Record<string, unknown>) => {
    // Chromium's lock is a symbolic link in this folder. If the link cannot be created, `RequestSingleInstanceLock`
    // returns false.
    try {
      mkdirSync(getPath('userData'), { recursive: true });
      accessSync(getPath('userData'), constants.W_OK);
    } catch {
      return false;
    }
    const ownInvocation = { argv: process.argv, cwd: process.cwd(), data };
    instanceLock ??= takeLock(getPath('userData'), ownInvocation, onSecondInstance);
    return instanceLock !== null;
  },
  releaseSingleInstanceLock: () => {
    instanceLock?.close();
    instanceLock = null;
  },
};

/** Electron's `app`. */
export const app = strictObject('app', Object.assign(appEvents, api));

/** Call when the application's code has been loaded: the event `ready` follows. */
export function emitReady(): void {
  isReady = true;
  appEvents.emit('ready', makeEvent({}), {});
  readiness.resolve(undefined);
}

/**
 * Keeps the window until it is closed, and emits `browser-window-created`. When the last window has closed, an
 * application that is quitting continues to quit. Any other application gets the event `window-all-closed`, or quits if
 * the event has no listener: `OnWindowAllClosed` of `shell/browser/browser.cc`, `lib/browser/init.ts`.
 */
export function trackWindow(window: EventEmitter & Parameters<typeof windows.add>[0]): void {
  windows.add(window);
  window.once('closed', () => {
    windows.delete(window);
    // Runs after the window's own listeners.
    queueMicrotask(() => {
      if (windows.size > 0) return;
      if (quitStage === 'closing') emitWillQuitAndExit();
      else if (quitStage === 'running' && !appEvents.emit('window-all-closed', makeEvent({})))
        quit();
    });
  });
  appEvents.emit('browser-window-created', makeEvent({}), window);
}
