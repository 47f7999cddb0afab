import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Overhead } from './app/compose.ts';
import type { AppControl } from './app/core-services.ts';
import type { RemovalSystem } from './settings/store/data-removal.ts';

/** What the module called, in this order. */
const calls = vi.hoisted(() => [] as string[]);
const electron = vi.hoisted(() => ({
  app: null as unknown as EventEmitter & { isPackaged: boolean },
  powerMonitor: null as unknown as EventEmitter,
}));
vi.mock('electron', () => electron);

const launch = { hidden: false, config: 'launch' };
const world = vi.hoisted(() => ({
  launch: null as object | null,
  appImage: null as object | null,
  isRemovalOnly: false,
  removal: null as unknown as RemovalSystem,
  composeError: null as Error | null,
  composed: [] as { launch: object; cycle: AppControl }[],
  overhead: null as unknown as Overhead,
  lateStart: null as unknown as (args: readonly string[]) => void,
}));
const call = vi.hoisted(
  () =>
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([name, ...args.map((value) => JSON.stringify(value))].join(' ')),
);
const callLater = vi.hoisted(() => (name: string) => async (error?: unknown) => {
  await Promise.resolve();
  call(name)(...(error === undefined ? [] : [error instanceof Error ? error.message : error]));
});
vi.mock('./app/process-setup.ts', () => ({
  setAppIdentity: call('identity'),
  settingsFolder: () => '/settings',
  separateSessionData: call('session data'),
  keepCrashDumps: call('dumps'),
  quitOnSignals: call('signals'),
}));
vi.mock('./app/language.ts', () => ({ setAppLanguage: call('language') }));
vi.mock('./settings/store/data-removal.ts', () => ({
  finishRemoval(system: RemovalSystem) {
    world.removal = system;
    if (world.isRemovalOnly) system.report({ removed: true } as never);
    return world.isRemovalOnly;
  },
  removeAtEnd: (system: RemovalSystem) => call('remove')(system === world.removal),
}));
vi.mock('./app/command-line/instance.ts', () => ({
  acquireInstance: () => world.launch,
  serveSecondInstances(running: () => Promise<unknown>, late: typeof world.lateStart) {
    world.lateStart = late;
    void running().then((app) => call('second instance')(app !== null));
  },
}));
vi.mock('./app/dialogs.ts', () => ({
  reportRemoval: callLater('report removal'),
  reportStartFailure: callLater('report start failure'),
}));
vi.mock('./app/compose.ts', () => ({
  composeApp(composedLaunch: object, _log: unknown, cycle: AppControl) {
    world.composed.push({ launch: composedLaunch, cycle });
    return world.composeError === null
      ? Promise.resolve(world.overhead)
      : Promise.reject(world.composeError);
  },
}));
vi.mock('./platform/log/log.ts', () => ({
  createLog: (folder: string) => ({
    info: call('info'),
    error: (what: string, error: Error) => call(`error in ${folder}`)(what, error.message),
  }),
}));
vi.mock('./platform/windows/app-session.ts', () => ({ registerAppScheme: call('scheme') }));
vi.mock('./platform/process/own-program.ts', () => ({
  runningAppImage: () => world.appImage,
  restartApp: call('restart'),
}));

const { argv } = process;
beforeEach(() => {
  calls.length = 0;
  electron.app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    getPath: (name: string) => `/${name}`,
    getLoginItemSettings: () => ({ wasOpenedAtLogin: false }),
    whenReady: () => Promise.resolve(),
    ...Object.fromEntries(
      ['quit', 'exit', 'relaunch', 'releaseSingleInstanceLock'].map((name) => [name, call(name)]),
    ),
  });
  electron.powerMonitor = new EventEmitter();
  Object.assign(world, {
    launch,
    appImage: null,
    isRemovalOnly: false,
    composeError: null,
    composed: [],
    overhead: {
      openWindow: call('open'),
      windowAddress: () => 'overhead://app/sky',
      wouldForget: () => false,
      save: call('save'),
      leave: () => Promise.resolve(),
      dispose: callLater('dispose'),
      atEnd: callLater('at end'),
    },
  });
  process.argv = ['/program', '--own=1'];
});
afterEach(() => {
  process.argv = argv;
  vi.useRealTimers();
});

/** Resolves when all promises that are due have settled. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Evaluates the module again. */
function evaluate(): Promise<unknown> {
  vi.resetModules();
  return import('./index.ts');
}

/** Starts the app. Returns the listeners of the process, the function for defects, and the calls until the window opened or the process ended. */
async function startApp() {
  const on = vi.spyOn(process, 'on').mockReturnValue(process);
  await evaluate();
  const listeners = new Map(on.mock.calls as unknown as [string, (error: Error) => void][]);
  on.mockRestore();
  const { reportDefect } = await import('#runtime/defects.ts');
  await settle();
  return { listeners, reportDefect, started: calls.splice(0) };
}

/** Emits `will-quit` and returns whether the app prevented the end. */
function willQuit(): boolean {
  const preventDefault = vi.fn<() => void>();
  electron.app.emit('will-quit', { preventDefault });
  return preventDefault.mock.calls.length > 0;
}

it('sets up the process before it composes the app, and opens the window', async () => {
  const { started } = await startApp();
  expect(started).toEqual([
    'identity',
    'language null',
    'session data',
    'dumps',
    'signals',
    'scheme',
    'second instance false',
    'open',
  ]);
  expect(world.composed.map((one) => one.launch)).toEqual([launch]);
  expect(electron.app.listenerCount('window-all-closed')).toBe(1);
  electron.app.emit('activate');
  await settle();
  expect(calls).toEqual(['open']);
  electron.app.emit('quit');
  expect(calls).toEqual(['open', 'save']);
});

it('composes the app again after an uncaught error, and logs every defect', async () => {
  const { listeners, reportDefect } = await startApp();
  for (const [event, what] of [
    ['uncaughtException', 'uncaught'],
    ['unhandledRejection', 'unhandled'],
  ] as const) {
    listeners.get(event)?.(new Error(event));
    const logged = `error in /logs "${what}" "${event}"`;
    const restarted = ['dispose', 'open "overhead://app/sky"'];
    await settle();
    expect(calls).toEqual([logged, 'info "everything starts anew"', ...restarted]);
    calls.length = 0;
  }
  reportDefect(new Error('a defect'));
  reportDefect(Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28, syscall: 'write' }));
  expect(calls).toEqual([
    'error in /logs "defect" "a defect"',
    'error in /logs "refused by the disk" "full"',
  ]);
});

it('quits only when everything has stopped', async () => {
  await startApp();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(willQuit()).toBe(true);
  expect(willQuit()).toBe(true);
  await settle();
  expect(calls).toEqual(['save', 'dispose', 'at end', 'quit']);
  expect(vi.getTimerCount()).toBe(0);
  expect(willQuit()).toBe(false);
});

it('exits after 14 s if a part does not stop', async () => {
  await startApp();
  Object.assign(world.overhead, { dispose: () => new Promise(() => undefined) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  willQuit();
  vi.advanceTimersByTime(13_999);
  expect(calls).not.toContain('exit 1');
  vi.advanceTimersByTime(1);
  expect(calls).toContain('exit 1');
});

it.each([
  ['installed', true, null, ['/program', '--own=1'], 'relaunch {"args":["--late"]}'],
  [
    'in a checkout',
    false,
    null,
    ['/electron', '--inspect', '/folder', '--own=1'],
    'relaunch {"args":["--inspect","/folder","--late"]}',
  ],
  ['an AppImage', true, {}, ['/program'], 'releaseSingleInstanceLock\nrestart ["--late"]'],
] as const)('starts again for an instance that was started during the end: %s', async (...row) => {
  const [, isPackaged, appImage, args, again] = row;
  process.argv = [...args];
  world.appImage = appImage;
  electron.app.isPackaged = isPackaged;
  await startApp();
  willQuit();
  world.lateStart(['--late']);
  await settle();
  expect(calls.slice(3).join('\n')).toBe(`${again}\nquit`);
});

it('removes all data at the end, and does not start again then', async () => {
  await startApp();
  world.composed[0]?.cycle.endAndRemove();
  willQuit();
  world.lateStart(['--late']);
  await settle();
  expect(calls).toEqual(['quit', 'save', 'dispose', 'remove true', 'quit']);

  const { removal } = world;
  const { platform } = process;
  const folders = { data: '/userData', settings: '/settings', args: ['--own=1'] };
  expect(removal).toMatchObject({ platform, ...folders });
  expect(removal.logs()).toBe('/logs');
  calls.length = 0;
  removal.relaunch(['--finish']);
  expect(calls).toEqual(['relaunch {"args":["--finish"]}']);
  const parent = mkdtempSync(join(tmpdir(), 'overhead-index-'));
  for (const remove of [removal.remove, removal.removeWhenFree]) {
    const folder = join(parent, 'folder');
    mkdirSync(folder);
    writeFileSync(join(folder, 'file'), '');
    remove(folder);
    expect(existsSync(folder)).toBe(false);
  }
  rmSync(parent, { recursive: true });
});

it('exits after it has reported a removal that an earlier process began', async () => {
  world.isRemovalOnly = true;
  const { started } = await startApp();
  expect(started).toEqual([
    'identity',
    'language null',
    'report removal {"removed":true}',
    'exit 0',
  ]);
});

it('starts nothing if another instance runs', async () => {
  world.launch = null;
  await evaluate();
  expect(calls).toEqual(['identity', 'language null']);
});

it('logs and reports that the app could not start, then exits', async () => {
  world.composeError = new Error('no database');
  const { started } = await startApp();
  expect(started.slice(-3)).toEqual([
    'error in /logs "could not start" "no database"',
    'report start failure "no database"',
    'exit 1',
  ]);
});
