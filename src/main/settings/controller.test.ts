import { describe, expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { emptyContent } from '#test/support/surroundings.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import {
  defaultSettings,
  settingsChangeSchema,
  type Settings,
  type SettingsChange,
  type SettingsReset,
} from '#shared/settings/settings.ts';
import { createStateHolder } from '#runtime/app-state.ts';
import { exportSettings, dataRemover } from './settings-data.ts';
import {
  createSettingsController,
  effectsOfChange,
  type SettingsEffects,
  type SourceOf,
} from './controller.ts';
import { withManagedValues, type ManagedValues } from './managed.ts';
import type { SettingsStore } from './store/settings-store.ts';

const sourceOf: SourceOf = ({ services }) => services.source ?? 'live';
const own = { ...defaultSettings.services, source: 'own' as const };
const at = (part: Partial<Settings['services']['own']>) => ({
  services: { ...own, own: { ...own.own, ...part } },
});

describe('effectsOfChange', () => {
  const { wallpaper, station, picture, services, formats, notifications, updates } =
    defaultSettings;
  const elsewhere = { latitude: 1, longitude: 2, altitude: 3 };
  it.each<[string, Partial<Settings>, SettingsChange, string[]]>([
    ['no change', {}, {}, []],
    ['the same value', {}, { theme: 'system', wallpaper: { ...wallpaper } }, []],
    ['a theme', {}, { theme: 'dark' }, ['theme']],
    ['night mode', { theme: 'light' }, { nightMode: true }, ['theme']],
    ['night mode in the dark', { theme: 'dark' }, { nightMode: true }, []],
    ['a language', {}, { language: 'ja' }, ['language']],
    ['units', {}, { formats: { ...formats, units: 'miles' } }, ['language']],
    ['the start at login', {}, { startAtLogin: true }, ['loginItem']],
    ['a place', {}, { station: { ...station, observer: elsewhere } }, ['station']],
    [
      'alerts',
      {},
      { station: { ...station, alerts: { ...station.alerts, enabled: false } } },
      ['station'],
    ],
    ['a caption', {}, { wallpaper: { ...wallpaper, caption: false } }, ['desktop']],
    ['the restore at the end', {}, { wallpaper: { ...wallpaper, restoreOnQuit: true } }, []],
    ['a limit', {}, { picture: { ...picture, keepMiB: 64 } }, []],
    ['a provider', {}, { picture: { ...picture, providers: 'successor' } }, ['ask']],
    ['updates', {}, { updates: { ...updates, automatic: false } }, []],
    ['a proxy', {}, { services: { ...services, proxy: 'http://proxy:3128' } }, ['ask']],
    [
      'addresses that are not in use',
      {},
      { services: { ...at({ posts: 'http://127.0.0.1:1' }).services, source: null } },
      [],
    ],
    ['a theme beside own addresses', at({}), { theme: 'dark' }, ['theme']],
    ['another source', {}, { services: { ...services, source: 'embedded' } }, ['restart']],
    ['the same source by its name', {}, { services: { ...services, source: 'live' } }, []],
    ['an address in use', at({}), at({ posts: 'http://127.0.0.1:1' }), ['addresses']],
    [
      'another address of the position service',
      at({}),
      at({ position: 'http://127.0.0.1:1' }),
      ['restart'],
    ],
    [
      'several changes at once',
      {},
      { theme: 'light', services: { ...services, source: 'own' } },
      ['theme', 'restart'],
    ],
    [
      'another source and a proxy, whose request the restart includes',
      {},
      { services: { ...services, source: 'own', proxy: 'http://proxy:3128' } },
      ['restart'],
    ],
    ['notifications', {}, { notifications: { ...notifications, newPicture: false } }, []],
  ])('returns the effects of %s', (_what, before, change, effects) => {
    const from = { ...defaultSettings, ...before };
    expect(effectsOfChange(from, { ...from, ...change } as Settings, sourceOf)).toEqual(effects);
  });
});

/** A store in memory, and a list of the effects. */
function rig(
  written: Result<null> = ok(null),
  resetAtStart: SettingsReset | null = null,
  managed: ManagedValues = {},
) {
  const done: string[] = [];
  const listeners = new Set<(settings: Settings) => void>();
  let current = withManagedValues(defaultSettings, managed);
  let reset = resetAtStart;
  const store: Omit<SettingsStore, 'settled'> = {
    get current() {
      return current;
    },
    get reset() {
      return reset;
    },
    update(change) {
      if (written.ok) reset = null;
      const next = { ...current, ...change };
      if (JSON.stringify(next) === JSON.stringify(current)) return Promise.resolve(written);
      current = next;
      done.push('written');
      for (const listener of listeners) listener(current);
      return Promise.resolve(written);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const state = createStateHolder(emptyContent);
  const note = (effect: string) => (value?: unknown) =>
    void done.push(value === undefined ? effect : `${effect} ${JSON.stringify(value)}`);
  const effects: SettingsEffects = {
    theme: note('theme'),
    language: note('language'),
    loginItem: note('loginItem'),
    desktop: note('desktop'),
    ask: note('ask'),
    addresses: note('addresses'),
    restart: note('restart'),
    station: note('station'),
  };
  return {
    done,
    store,
    state,
    controller: createSettingsController({ store, state, effects, sourceOf, managed }),
  };
}

describe('createSettingsController', () => {
  it('writes a change before it applies the effects, and shows the change in the state', async () => {
    const { done, state, controller } = rig();
    const change = { theme: 'dark', startAtLogin: true, language: 'ja' } as const;
    expect(await controller.change(change)).toEqual(ok(null));
    const { formats } = defaultSettings;
    expect(done).toEqual([
      'written',
      'loginItem true',
      'theme "dark"',
      `language ${JSON.stringify({ language: 'ja', formats })}`,
    ]);
    expect(state.current.settings.theme).toBe('dark');
  });

  it('names the new addresses of the picture and the posts, and not the unchanged ones', async () => {
    const { done, controller } = rig();
    await controller.change({ services: own });
    done.length = 0;
    const [picture, posts] = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
    await controller.change(at({ picture }));
    await controller.change(at({ picture, posts }));
    expect(done.filter((line) => line !== 'written')).toEqual([
      `addresses {"picture":"${picture}"}`,
      `addresses {"posts":"${posts}"}`,
    ]);
  });

  it('refuses a change that contradicts an administrator’s value, and accepts other changes', async () => {
    const proxy = 'http://proxy.example.org:3128';
    const { done, store, controller } = rig(ok(null), null, { 'services.proxy': proxy });
    const { services } = store.current;
    const refused = { ok: false, failure: { kind: 'managed' } };
    for (const other of [null, 'http://elsewhere:3128'])
      expect(
        await controller.change({ theme: 'dark', services: { ...services, proxy: other } }),
      ).toEqual(refused);
    expect(done).toEqual([]);
    expect(await controller.change({ services: { ...services, source: 'live' } })).toEqual(
      ok(null),
    );
    expect(await controller.change({ theme: 'dark' })).toEqual(ok(null));
    expect(await controller.reset()).toEqual(ok(null));
    expect(store.current).toEqual({ ...defaultSettings, services: { ...services, proxy } });
  });

  it('refuses a change that needs a restart while posts are in memory only', async () => {
    const { done, state, controller } = rig();
    const { journal } = state.current;
    const counts = { ...journal.counts, waiting: 1 };
    state.update(() => ({ journal: { ...journal, counts, durable: false } }));
    const services: Settings['services'] = { ...defaultSettings.services, source: 'embedded' };
    const refused = { ok: false, failure: { kind: 'would-forget' } };
    expect(await controller.change({ theme: 'dark', services })).toEqual(refused);
    expect(done).toEqual([]);
    expect(await controller.change({ theme: 'dark' })).toEqual(ok(null));
    state.update(() => ({ journal: { ...journal, counts } }));
    expect(await controller.change({ services })).toEqual(ok(null));
    expect(done).toContain('restart');
  });

  it('shows the new settings of the station in one step, before the station is refreshed', async () => {
    const { done, state, controller } = rig();
    const shown: Settings['station'][] = [];
    state.subscribe(({ settings }) => shown.push(settings.station));
    const observer = { latitude: 10, longitude: 20, altitude: 0 };
    const alerts = { ...defaultSettings.station.alerts, leadMinutes: 3 };
    const station = { ...defaultSettings.station, observer, alerts };
    await controller.change({ station });
    expect(shown).toEqual([station]);
    expect(done).toEqual(['written', 'station']);
  });

  it('reports a failure of the disk, and applies the change for this run', async () => {
    const full = fail({ kind: 'storage', code: 'ENOSPC' });
    const { state, controller, done } = rig(full);
    expect(await controller.change({ theme: 'dark' })).toEqual(full);
    expect(state.current.settings.theme).toBe('dark');
    expect(done).toContain('theme "dark"');
  });

  it('reports a lost settings file until the next save', async () => {
    const lost = { reason: 'unreadable', file: '/aside', aside: true } as const;
    const shown = async (written: Result<null>) => {
      const { state, controller } = rig(written, lost);
      state.update(() => ({ settingsReset: lost }));
      await controller.change({ theme: 'dark' });
      return state.current.settingsReset;
    };
    expect(await shown(ok(null))).toBeNull();
    expect(await shown(fail({ kind: 'storage', code: 'ENOSPC' }))).toEqual(lost);
  });

  it('ignores a group that is undefined', async () => {
    const { store, controller } = rig();
    await controller.change({ theme: 'dark', wallpaper: undefined });
    expect(store.current.wallpaper).toEqual(defaultSettings.wallpaper);
  });

  it('sets the login item again even if the setting is the same', async () => {
    const { done, controller } = rig();
    await controller.change({ startAtLogin: true });
    await controller.change({ startAtLogin: true });
    expect(done.filter((line) => line === 'loginItem true')).toHaveLength(2);
  });

  it('resets settings to the defaults, and applies the effects of the reset', async () => {
    const { done, store, controller } = rig();
    const services: Settings['services'] = { ...defaultSettings.services, source: 'embedded' };
    await controller.change({ theme: 'dark', services });
    await controller.reset();
    expect(store.current).toEqual(defaultSettings);
    expect(done.slice(-4)).toEqual(['written', 'loginItem false', 'theme "system"', 'restart']);
  });

  it('keeps the wallpaper command at a reset and when the reset is undone', async () => {
    const { store, controller } = rig();
    const wallpaperCommand = 'wal -i "$OVERHEAD_WALLPAPER"';
    await store.update({ wallpaperCommand, theme: 'dark' });
    const before = store.current;
    await controller.reset();
    expect(store.current).toEqual({ ...defaultSettings, wallpaperCommand });
    await controller.change(settingsChangeSchema.parse(before));
    expect(store.current).toEqual(before);
  });

  it.each([true, false, null])(
    'keeps the permission %s to set the wallpaper at a reset',
    async (enabled) => {
      const { store, controller } = rig();
      await store.update({ wallpaper: { ...defaultSettings.wallpaper, enabled, fit: 'fill' } });
      await controller.reset();
      expect(store.current.wallpaper).toEqual({ ...defaultSettings.wallpaper, enabled });
    },
  );
});

it('exportSettings writes the settings as JSON, and writes nothing if no file is chosen', async () => {
  let text = '';
  const write = (_path: string, parts: unknown): Promise<Result<null>> => {
    for (const part of parts as Iterable<Result<string>>) text += part.ok ? part.value : '';
    return Promise.resolve(ok(null));
  };
  const files = { write } as Parameters<typeof exportSettings>[1];
  const exported = await exportSettings(defaultSettings, files, () =>
    Promise.resolve(ok('/x.json')),
  );
  expect(exported).toEqual(ok('/x.json'));
  expect(JSON.parse(text)).toEqual(defaultSettings);
  // A person can read and edit the file.
  expect(text).toMatch(/^\{\n {2}"version": 1,\n[^]*\n\}\n$/);
  text = '';
  expect(await exportSettings(defaultSettings, files, () => Promise.resolve(ok(null)))).toEqual(
    ok(null),
  );
  expect(text).toBe('');
});

it('dataRemover asks one question at a time, and removes nothing unless it is confirmed', async () => {
  const questions: PromiseWithResolvers<boolean>[] = [];
  const done: string[] = [];
  const remove = dataRemover({
    confirmRemoval() {
      const question = Promise.withResolvers<boolean>();
      questions.push(question);
      return question.promise;
    },
    restoreWallpaper: () => Promise.resolve(done.push('wallpaper') > 0),
    confirmLostWallpaper: () => Promise.reject(new Error('not asked')),
    removeFromSystem: () => done.push('login item'),
    endAndRemove: () => done.push('end'),
  });
  const first = remove();
  await remove();
  questions[0]?.resolve(false);
  expect(await first).toEqual(ok(null));
  expect([questions.length, done]).toEqual([1, []]);
  const second = remove();
  questions[1]?.reject(new Error('no dialog'));
  await expect(second).rejects.toThrow('no dialog');
  const third = remove();
  questions[2]?.resolve(true);
  await third;
  expect(done).toEqual(['wallpaper', 'login item', 'end']);
});

it('dataRemover asks again if the wallpaper cannot be restored, and removes nothing unless it is confirmed', async () => {
  const done: string[] = [];
  const answers = [false, true];
  const remove = dataRemover({
    confirmRemoval: () => Promise.resolve(true),
    restoreWallpaper: () => Promise.resolve(false),
    confirmLostWallpaper: () => Promise.resolve(answers.shift() ?? false),
    removeFromSystem: () => Promise.reject(new Error('no login item')),
    endAndRemove: () => done.push('end'),
  });
  expect(await remove()).toEqual(ok(null));
  expect(done).toEqual([]);
  expect(await remove()).toEqual(ok(null));
  expect(done).toEqual(['end']);
  expect(reportedDefects.splice(0)).toEqual([new Error('no login item')]);
});
