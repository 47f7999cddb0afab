import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { strict } from './absent.ts';
import { makeEvent } from './event.ts';
import { invocation, manifest } from './invocation.ts';
import { endAll } from './lifetime.ts';
import { defaultPaths, insideUserData } from './paths.ts';
import { takeLock, type HandOver } from './single-instance.ts';

const { switches, appPath } = invocation;
const { name: packageName, productName, version } = manifest();
const events = new EventEmitter();
const ready = Promise.withResolvers<undefined>();
const windows = new Set<{ close(): void; destroy(): void; isDestroyed(): boolean }>();

let name = productName ?? packageName;
let isReady = false;
let stage: 'running' | 'closing' | 'ending' = 'running';
let lock: Server | null = null;
const paths = defaultPaths(name);
const userDataSwitch = switches.get('user-data-dir');
if (userDataSwitch) paths.set('userData', userDataSwitch);

const commandLine = {
  appendSwitch: (key: string, value = '') => void switches.set(key.toLowerCase(), value),
  appendArgument: () => undefined,
  hasSwitch: (key: string) => switches.has(key.toLowerCase()),
  getSwitchValue: (key: string) => switches.get(key.toLowerCase()) ?? '',
  removeSwitch: (key: string) => void switches.delete(key.toLowerCase()),
};

function getPath(key: string): string {
  const inside = insideUserData[key];
  const path =
    paths.get(key) ?? (inside === undefined ? undefined : join(getPath('userData'), inside));
  if (path === undefined) throw new Error(`Failed to get '${key}' path`);
  return path;
}

function end(code: number): void {
  if (stage === 'ending') return;
  stage = 'ending';
  for (const window of windows) window.destroy();
  events.emit('quit', makeEvent({}), code);
  void endAll().finally(() => process.exit(code));
}

function quit(): void {
  if (stage !== 'running') return;
  const before = makeEvent({});
  events.emit('before-quit', before);
  if (before.defaultPrevented) return;
  stage = 'closing';
  for (const window of windows) window.close();
  const will = makeEvent({});
  if (windows.size === 0) events.emit('will-quit', will);
  if (windows.size > 0 || will.defaultPrevented) stage = 'running';
  else end(0);
}

function second(words: HandOver): void {
  const { argv, cwd, data } = words;
  void ready.promise.then(() => events.emit('second-instance', makeEvent({}), argv, cwd, data));
}

const api = {
  whenReady: () => ready.promise,
  isReady: () => isReady,
  quit,
  exit: (code = 0) => end(code),
  getPath,
  setPath: (key: string, path: string) => void paths.set(key, path),
  getAppPath: () => appPath,
  getVersion: () => version,
  getName: () => name,
  setName: (value: string) => {
    name = value;
  },
  get name() {
    return name;
  },
  set name(value) {
    name = value;
  },
  isPackaged: false,
  getLocale: () => Intl.DateTimeFormat().resolvedOptions().locale,
  requestSingleInstanceLock: (data?: Record<string, unknown>) => {
    mkdirSync(getPath('userData'), { recursive: true });
    const mine = { argv: process.argv, cwd: process.cwd(), data };
    lock ??= takeLock(getPath('userData'), mine, second);
    return lock !== null;
  },
  hasSingleInstanceLock: () => lock !== null,
  releaseSingleInstanceLock: () => {
    lock?.close();
    lock = null;
  },
  setAppUserModelId: () => undefined,
  disableHardwareAcceleration: () => undefined,
  enableSandbox: () => undefined,
  // As Electron on Linux: taken, without effect.
  setLoginItemSettings: () => undefined,
  getLoginItemSettings: (): Electron.LoginItemSettings => ({
    openAtLogin: false,
    wasOpenedAtLogin: false,
    executableWillLaunchAtLogin: false,
    launchItems: [],
    status: 'not-registered',
  }),
  getAppMetrics: (): Electron.ProcessMetric[] => [],
} satisfies Partial<Omit<Electron.App, 'commandLine'>>;

/** Electron's `app`. */
export const app = strict(
  'app',
  Object.defineProperties(
    Object.assign(events, { commandLine }),
    Object.getOwnPropertyDescriptors(api),
  ),
) as EventEmitter & typeof api & { readonly commandLine: typeof commandLine };

/** Says that the application's code has been read: `ready` follows. */
export function becomeReady(): void {
  isReady = true;
  events.emit('ready', makeEvent({}), {});
  ready.resolve(undefined);
}

/** Keeps the window until it is closed. The application ends, or is told, when the last has gone. */
export function trackWindow(window: EventEmitter & Parameters<typeof windows.add>[0]): void {
  windows.add(window);
  window.once('closed', () => {
    windows.delete(window);
    if (windows.size > 0 || stage !== 'running') return;
    // After the window's own listeners.
    queueMicrotask(() => {
      if (stage === 'running' && !events.emit('window-all-closed')) quit();
    });
  });
}
