import { readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeTheme } from 'electron';
import { expect, it, onTestFinished, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { fail, ok, type Failure } from '#shared/failure.ts';
import { defaultSettings, liveServiceUrls } from '#shared/settings/settings.ts';
import { openApiKey, openSettings, startSettingsFeature } from './feature.ts';

const electron = vi.hoisted(() => ({ app: { isPackaged: false } }));
vi.mock('electron', () => ({
  ...electron,
  dialog: {},
  nativeTheme: { themeSource: 'system' },
  safeStorage: {},
  BrowserWindow: {},
  ipcMain: { removeAllListeners: () => undefined },
}));
const administrator = vi.hoisted(() => ({
  values: { 'updates.automatic': false } as Record<string, unknown>,
  state: { place: '/etc', locked: ['updates.automatic'], problem: null },
}));
vi.mock('./store/managed-reader.ts', () => ({
  managedSourceOf: () => null,
  readManaged: () => Promise.resolve(administrator),
}));

const login = vi.hoisted(() => ({
  renewals: [] as boolean[],
  sets: [] as boolean[],
  state: 'off',
  failure: null as Failure | null,
  signal: null as AbortSignal | null,
}));
vi.mock('./login-item/login-item.ts', () => ({
  createLoginItem: (_app: unknown, signal: AbortSignal) => ({
    state: () => login.state,
    set(on: boolean) {
      login.sets.push(on);
      login.signal = signal;
      return login.failure === null ? ok('off') : fail(login.failure);
    },
    renew: (isSwitchedOn: boolean) => {
      login.renewals.push(isSwitchedOn);
      return ok('off');
    },
  }),
}));

const terminal = vi.hoisted(() => ({ paths: null as { link: string; script: string } | null }));
vi.mock('./install/terminal-command.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  terminalCommandPaths: () => terminal.paths,
}));

it('openSettings ignores the services of the command line if the administrator has chosen them', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const { clock, paths, log } = context;
  const { values } = administrator;
  administrator.values = { 'services.source': 'own' };
  onTestFinished(() => void (administrator.values = values));
  const launch = { services: 'embedded', skipFirstRun: false } as const;
  const opened = await openSettings(paths.data, launch, { now: () => clock.now(), log });
  expect(opened.content.launchServices).toBeNull();
  expect(opened.sourceOf(opened.store.current)).toBe('own');
});

it.each([
  [false, null, null, 'embedded'],
  [true, null, null, 'live'],
  [true, null, 'own', 'own'],
  [true, 'embedded', 'own', 'embedded'],
] as const)(
  'openSettings chooses the source of the services: packaged %s, command line %s, setting %s',
  async (isPackaged, services, source, expected) => {
    const { end, ...context } = featureContext();
    onTestFinished(() => end());
    electron.app.isPackaged = isPackaged;
    onTestFinished(() => void (electron.app.isPackaged = false));
    const { clock, paths, log } = context;
    const file = join(paths.data, 'api-key');
    writeFileSync(file, '', { mode: 0o666 });
    for (const skipFirstRun of [false, true]) {
      const launch = { services, skipFirstRun };
      const opened = await openSettings(paths.data, launch, { now: () => clock.now(), log });
      const settings = {
        ...opened.store.current,
        services: { ...defaultSettings.services, source },
      };
      expect(opened.sourceOf(settings)).toBe(expected);
      expect(opened.store.current.wallpaper.enabled).toBe(skipFirstRun ? true : null);
    }
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  },
);

it('openApiKey takes the key of the environment, and the options of the app', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  vi.stubEnv('OVERHEAD_API_KEY', 'a-key-of-mine');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { clock, paths, log, state } = context;
  const { picture } = liveServiceUrls;
  const key = openApiKey(paths.data, () => clock.now(), {
    ...{ state, tell: log, service: () => picture, onChange: () => undefined },
  });
  await key.loaded;
  expect([key.current(picture), key.secrets()]).toEqual(['a-key-of-mine', ['a-key-of-mine']]);
  expect(state.current.apiKey).toEqual({ isSet: true, storage: 'environment' });
});

const silent = fail({ kind: 'not-found' });

/** Starts the feature alone; it notes its effects in `effects`. */
function startSettings(
  context: Parameters<typeof startSettingsFeature>[0],
  opened: Awaited<ReturnType<typeof openSettings>>,
  effects: string[],
  isRemovalConfirmed = false,
) {
  const { clock, log, paths, state } = context;
  const apiKey = openApiKey(paths.data, () => clock.now(), {
    state,
    service: () => '',
    tell: log,
    onChange: () => undefined,
  });
  vi.spyOn(apiKey, 'show').mockImplementation(() => effects.push('key'));
  return startSettingsFeature(context, opened, {
    apiKey,
    probes: {
      picture: () => Promise.resolve(silent),
      position: () => Promise.resolve(silent),
      posts: () => Promise.resolve(silent),
    },
    effects: {
      language: ({ language }) => effects.push(`language ${language}`),
      station: () => effects.push('station'),
      desktop: () => effects.push('desktop'),
      ask: () => effects.push('ask'),
      addresses: () => effects.push('addresses'),
      restart: () => effects.push('restart'),
    },
    confirmRemoval: () => Promise.resolve(isRemovalConfirmed),
    restoreWallpaper: () => Promise.resolve(true),
    confirmLostWallpaper: () => Promise.resolve(false),
    endAndRemove: () => effects.push('removal'),
  });
}

it('startSettingsFeature starts alone: it applies and writes a change, refuses one of a managed setting, and stops', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const { clock, paths, state } = context;
  const now = (): number => clock.now();
  const launch = { services: 'embedded', skipFirstRun: false } as const;
  const opened = await openSettings(paths.data, launch, { now, log: context.log });
  state.update(() => opened.content);
  expect(state.current).toMatchObject({ launchServices: 'embedded', managed: administrator.state });

  const effects: string[] = [];
  const feature = startSettings(context, opened, effects);
  const { settings } = feature.handlers;
  const refused = { ok: false, failure: { kind: 'managed' } };
  expect(await settings.change({ updates: { automatic: true } })).toEqual(refused);
  expect(await settings.test({ service: 'posts', url: 'http://127.0.0.1:1/' })).toEqual(silent);
  await settings.removeData();
  expect(effects).toEqual([]);

  expect(await settings.change({ language: 'fr' })).toMatchObject({ ok: true });
  feature.declineFirstRun();
  await opened.store.settled();
  expect(effects).toEqual(['language fr']);
  const wallpaper = { ...defaultSettings.wallpaper, enabled: false };
  expect(state.current.settings).toMatchObject({ language: 'fr', wallpaper });
  const saved: unknown = JSON.parse(readFileSync(join(paths.data, 'settings.json'), 'utf8'));
  expect(saved).toMatchObject({ language: 'fr', wallpaper: { enabled: false } });

  await end();
  await opened.store.update({ theme: 'dark' });
  expect(state.current.settings.theme).toBe('system');
});

it('startSettingsFeature shows the key again when its service may have changed, and switches settings off', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const { clock, paths, log } = context;
  const launch = { services: 'own', skipFirstRun: true } as const;
  const opened = await openSettings(paths.data, launch, { now: () => clock.now(), log });
  await opened.store.update({ theme: 'dark' });
  const effects: string[] = [];
  const feature = startSettings(context, opened, effects);
  expect(nativeTheme.themeSource).toBe('dark');
  const { settings } = feature.handlers;
  const { services } = opened.store.current;
  await settings.change({ services: { ...services, proxy: 'http://127.0.0.1:1/' } });
  expect(effects.splice(0)).toEqual(['key', 'ask']);
  const own = { ...services.own, posts: 'http://127.0.0.1:2/' };
  await settings.change({ services: { ...opened.store.current.services, own } });
  expect(effects.splice(0)).toEqual(['key', 'addresses']);
  feature.switchOff('notifications.newPicture');
  await opened.store.settled();
  const { newPicture, problems } = opened.store.current.notifications;
  expect([newPicture, problems]).toEqual([false, true]);
  feature.declineFirstRun();
  await opened.store.settled();
  expect(opened.store.current.wallpaper.enabled).toBe(true);
});

it('startSettingsFeature renews the login item with the saved setting', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const { clock, paths, log } = context;
  const launch = { services: 'embedded', skipFirstRun: false } as const;
  const opened = await openSettings(paths.data, launch, { now: () => clock.now(), log });
  await opened.store.update({ startAtLogin: true });
  login.renewals.length = 0;
  login.state = 'on';
  onTestFinished(() => void Object.assign(login, { state: 'off', failure: null }));
  const lines: string[] = [];
  const { settings } = startSettings(
    { ...context, log: (line) => lines.push(line) },
    opened,
    [],
    true,
  ).handlers;
  expect(login.renewals).toEqual([true]);
  expect(context.state.current.loginItem).toBe('on');
  login.state = 'off';
  login.failure = { kind: 'storage', code: 'EROFS' };
  await settings.removeData();
  expect([login.sets, lines.length, context.state.current.loginItem]).toEqual([[false], 1, 'off']);
  expect(lines[0]).toMatch(/^start at login: /);
  expect(login.signal?.aborted).toBe(false);
  await end();
  expect(login.signal?.aborted).toBe(true);
});

it('startSettingsFeature makes the command of Terminal, and removes it with all data', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const { clock, paths, log } = context;
  const link = join(paths.data, 'bin', 'overhead');
  terminal.paths = { link, script: '/Applications/Overhead.app/Contents/Resources/overhead' };
  onTestFinished(() => void (terminal.paths = null));
  const launch = { services: 'embedded', skipFirstRun: false } as const;
  const opened = await openSettings(paths.data, launch, { now: () => clock.now(), log });
  const effects: string[] = [];
  const { settings } = startSettings(context, opened, effects, true).handlers;
  const state = (name: string) => ({ ok: true, value: { link: name, isTemporary: false } });
  expect(settings.terminalCommand()).toEqual(state('none'));
  expect(settings.setTerminalCommand(true)).toEqual({ ok: true, value: null });
  expect(settings.terminalCommand()).toEqual(state('current'));
  expect(readlinkSync(link)).toBe(terminal.paths.script);
  await settings.removeData();
  expect(effects).toEqual(['removal']);
  expect(settings.terminalCommand()).toEqual(state('none'));
});
