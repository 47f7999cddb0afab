import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quitOnSignals, setAppIdentity, settingsFolder } from './process-setup.ts';

const app = vi.hoisted(() => ({
  isPackaged: true,
  paths: {} as Record<string, string>,
  chosenFolder: '',
  commandLine: {
    getSwitchValue: () => app.chosenFolder,
    hasSwitch: () => app.chosenFolder !== '',
  },
  getName: () => 'Overhead',
  getPath: (name: string) => app.paths[name] ?? `/${name}`,
  setPath: (name: string, path: string) => void (app.paths[name] = path),
  setName: vi.fn<(name: string) => void>(),
  setAppUserModelId: vi.fn<(id: string) => void>(),
  setToastActivatorCLSID: vi.fn<(id: string) => void>(),
  quit: vi.fn<() => void>(),
}));
vi.mock('electron', () => ({ app, crashReporter: {} }));

const { platform } = process;
beforeEach(() => {
  vi.clearAllMocks();
  app.paths = {};
});
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }));

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

  it.each(['linux', 'darwin'] as const)('sets no identity of Windows on %s', (system) => {
    expect(identityOn(system, false)).toEqual({ name: [], id: [], activator: [] });
    expect(app.paths['userData']).toMatch(/overhead-dev$/);
  });
});

describe('the folders of the installed app on Windows', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'overhead-folders-'));
    vi.stubEnv('LOCALAPPDATA', join(root, 'Local'));
    app.paths = { appData: join(root, 'Roaming'), userData: join(root, 'Roaming', 'Overhead') };
    mkdirSync(app.getPath('userData'), { recursive: true });
  });
  afterEach(() => {
    app.chosenFolder = '';
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true });
  });
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

  it('are one folder on other systems', () => {
    expect(foldersOn('darwin')).toEqual([roaming(), roaming()]);
  });
});
