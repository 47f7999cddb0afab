import { readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { fail, ok } from '#shared/failure.ts';
import { openApiKey, openSettings, startSettingsFeature } from './feature.ts';

vi.mock('electron', () => ({
  app: { isPackaged: false },
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

const login = vi.hoisted(() => ({ renewals: [] as boolean[] }));
vi.mock('./login-item/login-item.ts', () => ({
  createLoginItem: () => ({
    state: () => 'off',
    set: () => ok('off'),
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

const silent = fail({ kind: 'not-found' });

/** Starts the feature alone; it notes its effects in `effects`. */
function startSettings(
  context: Parameters<typeof startSettingsFeature>[0],
  opened: Awaited<ReturnType<typeof openSettings>>,
  effects: string[],
  isRemovalConfirmed = false,
) {
  const { clock, log, paths, state } = context;
  return startSettingsFeature(context, opened, {
    apiKey: openApiKey(paths.data, () => clock.now(), {
      state,
      service: () => '',
      tell: log,
      onChange: () => undefined,
    }),
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
  expect(state.current.settings).toMatchObject({ language: 'fr', wallpaper: { enabled: false } });
  const saved: unknown = JSON.parse(readFileSync(join(paths.data, 'settings.json'), 'utf8'));
  expect(saved).toMatchObject({ language: 'fr', wallpaper: { enabled: false } });

  await end();
  await opened.store.update({ theme: 'dark' });
  expect(state.current.settings.theme).toBe('system');
});

it('startSettingsFeature renews the login item with the saved setting', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const { clock, paths, log } = context;
  const launch = { services: 'embedded', skipFirstRun: false } as const;
  const opened = await openSettings(paths.data, launch, { now: () => clock.now(), log });
  await opened.store.update({ startAtLogin: true });
  login.renewals.length = 0;
  startSettings(context, opened, []);
  expect(login.renewals).toEqual([true]);
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
