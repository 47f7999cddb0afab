import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeOwnFolder } from '#platform/files/own-folder.ts';
import {
  keepCrashDumps,
  quitOnSignals,
  separateSessionData,
  setAppIdentity,
  settingsFolder,
} from './process-setup.ts';

const app = vi.hoisted(() => ({
  isPackaged: true,
  paths: {} as Record<string, string>,
  chosenFolder: '',
  commandLine: {
    getSwitchValue: (name: string) => (name === 'user-data-dir' ? app.chosenFolder : ''),
    hasSwitch: (name: string) => name === 'user-data-dir' && app.chosenFolder !== '',
  },
  getName: () => 'Overhead',
  getPath: (name: string) => app.paths[name] ?? `/${name}`,
  setPath: (name: string, path: string) => void (app.paths[name] = path),
  setName: vi.fn<(name: string) => void>(),
  setAppUserModelId: vi.fn<(id: string) => void>(),
  setToastActivatorCLSID: vi.fn<(id: string) => void>(),
  quit: vi.fn<() => void>(),
}));
const crashReporter = vi.hoisted(() => ({ start: vi.fn<(options: object) => void>() }));
vi.mock('electron', () => ({ app, crashReporter }));

const { platform } = process;
beforeEach(() => {
  vi.clearAllMocks();
  app.paths = {};
});
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  app.chosenFolder = '';
  vi.unstubAllEnvs();
});

function identityOn(system: NodeJS.Platform, isPackaged: boolean) {
  Object.defineProperty(process, 'platform', { value: system });
  app.isPackaged = isPackaged;
  setAppIdentity();
  return {
    name: app.setName.mock.calls.flat(),
    id: app.setAppUserModelId.mock.calls.flat(),
    activator: app.setToastActivatorCLSID.mock.calls.flat(),
  };
}

it('quitOnSignals quits the app when the session or the shell ends, or on Ctrl+C', () => {
  const on = vi.spyOn(process, 'on').mockReturnValue(process);
  quitOnSignals();
  const listeners = on.mock.calls.map(([signal, listener]) => [String(signal), listener] as const);
  on.mockRestore();
  expect(listeners.map(([signal]) => signal).sort()).toEqual(['SIGHUP', 'SIGINT', 'SIGTERM']);
  for (const [, listener] of listeners) listener();
  expect(app.quit).toHaveBeenCalledTimes(3);
});

describe('setAppIdentity', () => {
  it('gives the installed app on Windows the identity of its installer, and a class of toasts that never changes', () => {
    expect(identityOn('win32', true)).toEqual({
      name: [],
      id: ['dev.overhead.Overhead'],
      activator: ['{4F6B1C52-93A7-4D0E-8C1E-7A2D9E5B6F30}'],
    });
  });

  it('gives a checkout on Windows another entry in the Start menu and another class of toasts', () => {
    const { name, activator } = identityOn('win32', false);
    expect(name).toEqual(['overhead-dev']);
    expect(activator).toEqual([
      expect.stringMatching(/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/),
    ]);
    expect(activator).not.toEqual(identityOn('win32', true).activator.slice(1));
  });

  it.each([
    ['linux', true, {}],
    ['linux', false, { userData: '/appData/overhead-dev' }],
    ['darwin', true, {}],
    ['darwin', false, { userData: '/appData/overhead-dev' }],
    ['win32', false, { userData: '/appData/overhead-dev' }],
  ] as const)('sets the folders on %s, installed: %s', (system, isPackaged, folders) => {
    vi.stubEnv('XDG_STATE_HOME', undefined);
    const identity = identityOn(system, isPackaged);
    if (system !== 'win32') expect(identity).toEqual({ name: [], id: [], activator: [] });
    else expect(identity.id).toEqual([process.execPath]);
    const name = isPackaged ? 'Overhead' : 'overhead-dev';
    const logs = join(homedir(), '.local/state', name, 'logs');
    expect(app.paths).toEqual({ ...folders, ...(system === 'linux' ? { logs } : {}) });
    expect(settingsFolder()).toBe(app.getPath('userData'));
  });

  it('sets no folder of its own beside the chosen one', () => {
    app.chosenFolder = '/chosen/../other';
    identityOn('linux', false);
    expect(app.paths).toEqual({ userData: '/other' });
  });
});

describe('separateSessionData', () => {
  let userData = '';
  beforeEach(() => {
    userData = mkdtempSync(join(tmpdir(), 'overhead-session-'));
    app.paths = { userData };
  });
  afterEach(() => rmSync(userData, { recursive: true }));
  const own = { sessionData: 'chromium', crashDumps: join('chromium', 'Crashpad') };

  it.each([
    ['creates the folder', undefined, () => undefined, own, true],
    ['uses its own folder', undefined, makeOwnFolder, own, true],
    ['leaves the folder of another program', undefined, foreignFolder, {}, true],
    ['creates no folder on request', false, () => undefined, own, false],
    ['uses its own folder on request', false, makeOwnFolder, own, true],
    ['leaves the folder of another program on request', false, foreignFolder, {}, true],
    ['uses the default folder if there can be none', undefined, noFolder, {}, false],
  ] as const)('%s', (_name, creates, before, folders, exists) => {
    before(join(userData, 'chromium'));
    separateSessionData(creates);
    const { userData: _, ...set } = app.paths;
    expect(
      Object.fromEntries(Object.entries(set).map(([key, path]) => [key, relative(userData, path)])),
    ).toEqual(folders);
    expect(existsSync(join(userData, 'chromium'))).toBe(exists);
  });

  function foreignFolder(path: string): void {
    mkdirSync(path);
    writeFileSync(join(path, 'Bookmarks'), '');
  }
  function noFolder(): void {
    const file = join(userData, 'file');
    writeFileSync(file, '');
    app.paths['userData'] = join(file, 'data');
  }
});

it('keepCrashDumps keeps dumps of crashes on the computer', () => {
  keepCrashDumps();
  expect(crashReporter.start.mock.calls).toEqual([[{ uploadToServer: false }]]);
});

describe('the folders of the installed app on Windows', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'overhead-folders-'));
    vi.stubEnv('LOCALAPPDATA', join(root, 'Local'));
    app.paths = { appData: join(root, 'Roaming'), userData: join(root, 'Roaming', 'Overhead') };
    mkdirSync(app.getPath('userData'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));
  function foldersOn(system: NodeJS.Platform) {
    identityOn(system, true);
    return [app.getPath('userData'), settingsFolder()];
  }
  const roaming = () => join(root, 'Roaming', 'Overhead');

  it('are local for the data, and roaming for the settings', () => {
    expect(foldersOn('win32')).toEqual([join(root, 'Local', 'Overhead'), roaming()]);
  });

  it.each(['overhead.sqlite', '.overhead-removal'])(
    'are the roaming one for an installation that has %s there',
    (name) => {
      writeFileSync(join(roaming(), name), '');
      expect(foldersOn('win32')).toEqual([roaming(), roaming()]);
    },
  );

  it('are the one that the command line chooses', () => {
    app.chosenFolder = join(root, 'chosen');
    expect(foldersOn('win32')).toEqual([app.chosenFolder, app.chosenFolder]);
  });

  it.each([undefined, ''])('are the roaming one if the local one is %j', (local) => {
    vi.stubEnv('LOCALAPPDATA', local);
    expect(foldersOn('win32')).toEqual([roaming(), roaming()]);
  });

  it('are one folder on other systems', () => {
    expect(foldersOn('darwin')).toEqual([roaming(), roaming()]);
  });
});
