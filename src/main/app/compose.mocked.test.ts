import { m } from '#words';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { memoryValue } from '#test/support/memory-value.ts';
import { ok } from '#shared/failure.ts';
import { defaultSettings, liveServiceUrls } from '#shared/settings/settings.ts';
import type { AppState } from '#shared/state.ts';
import { initialContent } from '#runtime/app-state.ts';
import type { FeatureContext } from '#platform/feature.ts';
import type { AppLog } from '#platform/log/log.ts';
import type { LaunchOptions } from './command-line/arguments.ts';
import { composeApp } from './compose.ts';
import type { AppControl } from './core-services.ts';

type Members = Record<string, unknown>;
type Callback = (...args: unknown[]) => unknown;

/** The parts of the app are doubles: `calls` has what was called, `given` the arguments with which each part started. */
const rig = vi.hoisted(() => {
  const calls: string[] = [];
  const given = new Map<string, readonly unknown[]>();
  /** The results of functions, by `PART.FUNCTION`; undefined for all others. */
  const results: Members = {};
  const note =
    (name: string): Callback =>
    (...args) => {
      calls.push([name, ...args.map((value) => JSON.stringify(value))].join(' '));
      return results[name];
    };
  /** A part whose functions are noted when they are called, with other properties. */
  const part = (name: string, members: Members = {}): Members =>
    new Proxy(members, {
      get: (_members, key) =>
        typeof key === 'symbol' || key === 'then' || key in members
          ? members[key as string]
          : note(`${name}.${key}`),
    });
  /** A function that starts a part. */
  const start =
    (name: string, members?: Members): Callback =>
    (...args) => {
      if (name === results['fails']) throw new Error(`no ${name}`);
      given.set(name, args);
      return part(name, members);
    };
  /** Makes a double of the function that starts a feature. It returns handlers, queries and actions named after it. */
  const startFeature = (name: string, members?: Members): Callback =>
    start(name, {
      service: name,
      handlers: { [name]: 'handlers' },
      queries: { [`${name}-query`]: null },
      actions: { [`${name}-action`]: null },
      ...members,
    });
  return { calls, given, results, note, part, start, startFeature };
});
const { calls, given, results } = rig;

vi.mock('electron', () => ({
  app: rig.part('app', {
    commandLine: rig.part('switches'),
    getPath: (name: string) => `/${name}`,
    getAppPath: () => '/app',
    getVersion: () => '1.2.3',
    get isPackaged() {
      return rig.results['packaged'];
    },
  }),
  powerMonitor: {},
}));
vi.mock('./database.ts', () => ({
  openKeptAppDatabase: rig.start('database', {
    opened: { quarantined: '/unreadable' },
    onReplaced: (listener: unknown) => void rig.given.set('replacement', [{ listener }]),
  }),
}));
vi.mock('./dialogs.ts', () => ({
  askBeforeQuit: null,
  confirmRemoval: null,
  confirmLostWallpaper: rig.note('confirm'),
}));
vi.mock('./language.ts', () => ({
  setAppLanguage: (choice: unknown) => Promise.resolve({ language: choice }),
}));
vi.mock('./process-setup.ts', () => ({ settingsFolder: () => '/settings' }));
vi.mock('#platform/database/values.ts', () => ({
  openStoredValues: rig.start('values', {
    value: (_name: string, _schema: unknown, initial: unknown) => memoryValue(initial),
  }),
}));
vi.mock('#platform/composer/page.ts', () => ({ openComposer: rig.start('composer') }));
vi.mock('#platform/http/http.ts', () => ({ createHttp: rig.start('http') }));
vi.mock('#platform/ipc/serve.ts', () => ({
  serveBridge: rig.start('bridge', {
    broadcastState: (state: AppState) => rig.note('bridge.broadcastState')(state.revision),
  }),
}));
vi.mock('#platform/power/power.ts', () => ({ watchPower: rig.start('power') }));
vi.mock('#platform/process/services-process.ts', () => ({
  startServicesProcess: rig.start('embedded', { urls: () => rig.results['urls'] }),
}));
vi.mock('#platform/process/fork-services.ts', () => ({ forkServices: rig.note('fork') }));
vi.mock('#platform/windows/app-menu.ts', () => ({
  setAppMenu: (...args: unknown[]) => {
    rig.given.set('menu', [{ settings: args[0], quit: args[1] }]);
    rig.calls.push('menu');
  },
}));
vi.mock('#platform/windows/links.ts', () => ({ copyText: null, openCredit: rig.note('credit') }));
vi.mock('#platform/windows/windows.ts', () => ({
  createWindows: rig.start('windows', { glance: rig.part('glance'), address: 'overhead://sky' }),
}));
vi.mock('#wallpaper/set-wallpaper.ts', () => ({ wasWallpaperSet: rig.note('was set') }));
vi.mock('#runtime/suspension.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  createSuspension: rig.start('suspension', {
    isPaused: false,
    isClosed: (service: unknown) => service === 'journal',
    onChange: () => rig.note('suspension.unsubscribe'),
  }),
}));
vi.mock('#tray/first-look.ts', () => ({
  startTrayLook: () => ({ settled: rig.results['settled'] }),
}));
vi.mock('#settings/feature.ts', () => ({
  openSettings: (...args: unknown[]) => {
    rig.given.set('openSettings', args);
    return Promise.resolve(rig.results['settings']);
  },
  openApiKey: rig.start('key', {
    get loaded() {
      return rig.results['loaded'];
    },
  }),
  startSettingsFeature: rig.startFeature('settings'),
}));
vi.mock('#journal/quit-question.ts', () => ({ createQuitQuestion: () => rig.note('may quit') }));
vi.mock('#station/feature.ts', () => ({ startStationFeature: rig.startFeature('station') }));
vi.mock('#journal/feature.ts', () => ({ startJournalFeature: rig.startFeature('journal') }));
vi.mock('#picture/feature.ts', () => ({ startPictureFeature: rig.startFeature('picture') }));
vi.mock('#wallpaper/feature.ts', () => ({ startWallpaperFeature: rig.startFeature('wallpaper') }));
vi.mock('#updates/feature.ts', () => ({ startUpdatesFeature: rig.startFeature('updates') }));
vi.mock('#notifications/feature.ts', () => ({
  startNotificationsFeature: rig.startFeature('notifications'),
}));
vi.mock('#report/feature.ts', () => ({
  startReportFeature: rig.startFeature('report', { files: 'files' }),
}));
vi.mock('#tray/feature.ts', () => ({ startTrayFeature: rig.startFeature('tray') }));

/** A property of the objects with which a part started; a path for nested ones. */
function option(part: string, path: string): unknown {
  const objects = (given.get(part) ?? []).filter((value) => typeof value === 'object');
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (value as Members | undefined)?.[key],
      Object.assign({}, ...objects),
    );
}
const run = (part: string, path: string, ...args: unknown[]): unknown =>
  (option(part, path) as Callback)(...args);

/** What `action` calls until all promises that are due have settled. */
async function callsOf(action: () => unknown): Promise<readonly string[]> {
  calls.length = 0;
  await action();
  await new Promise((resolve) => void setImmediate(resolve));
  return [...calls];
}

const own = { picture: 'http://own/apod', position: 'http://own/iss', posts: 'http://own/posts' };
const embedded = { picture: 'http://embedded/', position: '', posts: '' };

function compose(
  source: 'live' | 'embedded' | 'own' = 'live',
  launch: Partial<LaunchOptions> = {},
) {
  const settings = { ...defaultSettings, services: { ...defaultSettings.services, own } };
  results['settings'] = {
    store: rig.part('store', { current: settings }),
    content: { settings, settingsReset: null },
    sourceOf: () => source,
  };
  const options = { services: null, hidden: false, skipFirstRun: false, wallpaperCommand: null };
  const life: AppControl = { restart: rig.note('restart'), endAndRemove: rig.note('remove') };
  return composeApp({ ...options, ...launch }, rig.part('log') as unknown as AppLog, life);
}
/** What the features got. */
const contextOf = () => given.get('station')?.[0] as FeatureContext;
const stateOf = (): AppState => contextOf().state.current;

beforeEach(() => {
  calls.length = 0;
  given.clear();
  for (const name of Object.keys(results)) Reflect.deleteProperty(results, name);
  Object.assign(results, {
    urls: embedded,
    'switches.hasSwitch': false,
    'was set': false,
    loaded: Promise.resolve(),
    settled: Promise.resolve(),
  });
});

const checks = ['picture.check', 'station.check', 'journal.check'];
const wakes = ['picture.wake', 'station.wake', 'journal.wake', 'wallpaper.wake'];

it.each<[string, string, readonly unknown[], readonly string[]]>([
  ['notifications', 'onCommand', [{ kind: 'quit' }], ['tray.perform {"kind":"quit"}']],
  ['notifications', 'onSeen', [], ['tray.render']],
  [
    'windows',
    'onClosed',
    [],
    ['settings.declineFirstRun', 'tray.isShown', 'notifications.windowClosed true'],
  ],
  ['windows', 'onGaveUp', [], ['notifications.windowBroken']],
  [
    'windows',
    'onShown',
    ['main', false, null],
    ['notifications.windowShown "main" false', 'station.watch false'],
  ],
  [
    'windows',
    'onShown',
    ['main', true, 'page'],
    ['notifications.windowShown "main" true', 'bridge.send "page" "window" "shown" true'],
  ],
  ['windows', 'onShown', ['glance', false, null], ['notifications.windowShown "glance" false']],
  ['windows', 'files.picture', ['name'], ['picture.rendition "name"']],
  ['windows', 'log', ['a line'], ['log.info "a line"']],
  ['menu', 'settings', [], ['windows.open "settings"']],
  ['tray', 'openWindow', ['status'], ['windows.open "status"']],
  ['tray', 'onClick', ['place'], ['glance.toggle "place"']],
  ['tray', 'onNoTray', [], []],
  ['tray', 'showNotice', ['notice'], ['notifications.show "notice"']],
  ['tray', 'isNews', ['state'], ['notifications.isNews "state"']],
  ['tray', 'silence', ['key'], ['settings.switchOff "key"']],
  [
    'settings',
    'effects.language',
    [{ language: 'fr' }],
    ['menu', 'bridge.broadcastState 1', 'station.refresh'],
  ],
  ['settings', 'effects.station', [], ['station.refresh']],
  ['settings', 'effects.desktop', [], ['wallpaper.update']],
  ['settings', 'effects.ask', [], checks],
  [
    'settings',
    'effects.addresses',
    [{ picture: own.picture }],
    [`picture.useAddress "${own.picture}"`, 'picture.ask', 'station.ask', ...checks],
  ],
  ['settings', 'effects.restart', [], ['restart']],
  ['settings', 'restoreWallpaper', [], ['wallpaper.restoreOwn 60000']],
  ['settings', 'confirmLostWallpaper', [], ['confirm "Remove everything and quit"']],
  ['settings', 'endAndRemove', [], ['remove']],
  ['settings', 'probes.picture', ['url'], ['picture.probe "url"']],
  ['settings', 'probes.position', ['url'], ['station.probe "url"']],
  ['settings', 'probes.posts', ['url'], ['journal.probe "url"']],
  ['bridge', 'handlers.window.open', ['sky'], ['windows.open "sky"']],
  ['bridge', 'handlers.window.hideGlance', [], ['glance.hide']],
  ['bridge', 'handlers.app.check', [], ['picture.ask', 'station.ask', ...checks]],
  ['bridge', 'handlers.app.pause', ['hour'], ['suspension.pause "hour"']],
  ['bridge', 'handlers.app.pause', [null], ['suspension.resume']],
  ['bridge', 'handlers.app.log', [], ['log.lines']],
  ['bridge', 'handlers.app.openCredit', ['credit'], ['credit "credit"']],
  ['power', 'power', ['asleep'], ['suspension.power "asleep"']],
  ['power', 'wake', [], ['suspension.wake', ...wakes]],
  ['power', 'log', ['a line'], ['log.info "a line"']],
  ['report', 'logLines', [], ['log.lines']],
  ['key', 'onChange', [], ['picture.check']],
  ['key', 'tell', ['a line'], ['log.info "a line"']],
  ['openSettings', 'log', ['a line'], ['log.info "a line"']],
  ['replacement', 'listener', [], ['values.reload']],
])('composeApp connects %s: %s', async (part, path, args, expected) => {
  results['tray.isShown'] = true;
  await compose();
  expect(await callsOf(() => run(part, path, ...args))).toEqual(expected);
});

it('composeApp gives the windows the handlers of all features, and other instances their commands', async () => {
  const app = await compose();
  const handlers = option('bridge', 'handlers') as Members;
  expect(Object.keys(handlers).sort()).toEqual(
    'app journal picture report settings state station updates wallpaper window'.split(' '),
  );
  const { queries, actions, files, state, ended } = app.commands;
  expect([Object.keys(queries), Object.keys(actions), files, state()]).toEqual([
    ['status', 'station-query', 'picture-query'],
    ['check-now', 'quit', 'wallpaper-action'],
    'files',
    stateOf(),
  ]);
  run('bridge', 'handlers.window.rememberViews', { journal: 'drafts' });
  expect(run('bridge', 'handlers.window.views')).toEqual(ok({ journal: 'drafts' }));
  const { state: holder } = contextOf();
  expect(await callsOf(() => holder.update(() => ({ version: '2' })))).toEqual([
    'bridge.broadcastState 1',
  ]);
  expect(run('bridge', 'handlers.state.snapshot')).toEqual(ok(holder.current));

  expect(await callsOf(() => app.openWindow())).toEqual(['windows.open']);
  expect(await callsOf(() => app.openWindow('overhead://sky'))).toEqual([
    'windows.openAt "overhead://sky"',
  ]);
  expect(app.windowAddress()).toBe('overhead://sky');
  expect(await callsOf(() => app.save())).toEqual([
    'database.medium',
    'station.pause true',
    'values.flush',
  ]);
  expect(await callsOf(() => app.atEnd())).toEqual(['updates.atEnd']);
  const [beforeEnd, lost] = [
    'wallpaper.beforeEnd 10000',
    'log.info "the own wallpaper was not restored"',
  ];
  results['wallpaper.beforeEnd'] = Promise.resolve(true);
  expect(await callsOf(() => app.leave())).toEqual([beforeEnd]);
  results['wallpaper.beforeEnd'] = Promise.resolve(false);
  expect(await callsOf(() => app.leave())).toEqual([beforeEnd, lost]);

  expect(ended.aborted).toBe(false);
  expect(await callsOf(() => app.dispose())).toEqual([
    'database.medium',
    'bridge.dispose',
    'windows.dispose',
    'power.dispose',
    'suspension.unsubscribe',
    'suspension.dispose',
    'http.close',
    'composer.close',
    'store.settled',
    'values.flush',
    'database.close',
  ]);
  expect(ended.aborted).toBe(true);
  expect(await callsOf(() => holder.update(() => ({ version: '3' })))).toEqual([]);
});

it.each([
  [false, true, true, []],
  [true, true, true, ['wallpaper.beforeEnd 60000', 'app.quit']],
  [true, false, true, ['wallpaper.beforeEnd 60000', 'confirm "Quit"', 'app.quit']],
  [true, false, false, ['wallpaper.beforeEnd 60000', 'confirm "Quit"']],
])(
  'composeApp quits if the journal allows it (%s) and the wallpaper is restored (%s) or given up (%s)',
  async (may, isRestored, isConfirmed, expected) => {
    await compose();
    results['may quit'] = Promise.resolve(may);
    results['wallpaper.beforeEnd'] = Promise.resolve(isRestored);
    results['confirm'] = Promise.resolve(isConfirmed);
    for (const part of ['tray', 'menu'])
      expect(await callsOf(() => run(part, 'quit'))).toEqual(['may quit', ...expected]);
  },
);

it('composeApp opens a window without a tray only if the app was started hidden', async () => {
  await compose('live', { hidden: true });
  expect(calls).toContain('notifications.startedHidden');
  expect(await callsOf(() => run('tray', 'onNoTray'))).toEqual(['windows.open']);
  await compose();
  expect(calls).not.toContain('notifications.startedHidden');
});

it.each([
  ['live', liveServiceUrls, ['live', 'live'], false],
  ['own', own, [own.picture, own.posts], false],
  ['embedded', embedded, ['embedded', 'embedded'], true],
] as const)(
  'composeApp uses the addresses of the %s services',
  async (source, urls, origins, isSimulated) => {
    const app = await compose(source);
    const context = contextOf();
    expect(context.urls()).toEqual(urls);
    expect([context.originOf('picture'), context.originOf('posts')]).toEqual(origins);
    expect(context.userAgent).toBe('Overhead/1.2.3');
    expect(stateOf()).toMatchObject({
      services: { source, simulated: isSimulated },
      version: '1.2.3',
    });
    const keyService = source === 'own' ? own.picture : liveServiceUrls.picture;
    expect(run('key', 'service')).toBe(keyService);
    expect(await callsOf(() => context.apiKey('http://asked/'))).toEqual([
      'key.current "http://asked/"',
    ]);
    expect(await callsOf(() => context.apiKey(embedded.picture))).toEqual([
      `key.current "${isSimulated ? keyService : embedded.picture}"`,
    ]);
    expect(given.has('embedded')).toBe(isSimulated);
    expect(await callsOf(() => app.dispose())).toHaveLength(isSimulated ? 12 : 11);
  },
);

it('composeApp asks the embedded services after a restart; their key is that of the live service while they start', async () => {
  results['urls'] = null;
  await compose('embedded');
  expect(await callsOf(() => run('embedded', 'onRestart'))).toEqual(checks);
  expect(await callsOf(() => run('embedded', 'fork'))).toHaveLength(1);
  const context = contextOf();
  expect(context.urls()).toBeNull();
  expect(await callsOf(() => context.apiKey('http://asked/'))).toEqual([
    'key.current "http://asked/"',
  ]);
});

it.each(['loaded', 'settled', 'embedded.listening'])(
  'composeApp lets the first round wait until it is %s, and ends the wait for the key at the end',
  async (name) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const wait = Promise.withResolvers<undefined>();
    results[name] = wait.promise;
    const app = await compose('embedded');
    let hasBegun = false;
    void (option('station', 'begin') as Promise<unknown>).then(() => (hasBegun = true));
    await callsOf(() => undefined);
    expect([hasBegun, vi.getTimerCount()]).toEqual([false, name === 'loaded' ? 1 : 0]);
    if (name === 'loaded') await callsOf(() => app.dispose());
    else await callsOf(() => wait.resolve(undefined));
    expect([hasBegun, vi.getTimerCount()]).toEqual([true, 0]);
  },
);

it.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
])(
  'composeApp skips the first question if the command line says so (%s) or a wallpaper was set (%s): %s',
  async (skipFirstRun, wasSet, skips) => {
    results['was set'] = wasSet;
    await compose('live', { skipFirstRun, services: 'live' });
    expect(given.get('openSettings')?.slice(0, 2)).toMatchObject([
      '/settings',
      { services: 'live', skipFirstRun: skips },
    ]);
  },
);

it.each([
  [false, true, '/resources of the app'],
  [true, false, expect.stringMatching(/main$/)],
])(
  'composeApp knows whether Chromium has a sandbox, and where the licenses are',
  async (noSandbox, isPackaged, licenses) => {
    Object.defineProperty(process, 'resourcesPath', {
      value: '/resources of the app',
      configurable: true,
    });
    onTestFinished(() => void Reflect.deleteProperty(process, 'resourcesPath'));
    results['switches.hasSwitch'] = noSandbox;
    results['packaged'] = isPackaged;
    await compose();
    expect(stateOf()).toMatchObject({
      ...initialContent,
      version: '1.2.3',
      sandboxed: !noSandbox,
      settingsReset: null,
    });
    expect(option('windows', 'files.licenses')).toEqual(licenses);
    expect(calls.filter((line) => line.startsWith('log.info'))).toEqual([
      'log.info "put aside, since it could not be read: /unreadable"',
      ...(noSandbox ? [`log.info "warning: ${m.status_no_sandbox()}"`] : []),
      'log.info "Overhead 1.2.3 starts with the live services"',
    ]);
  },
);

it('composeApp stops what it has started if a part cannot be created', async () => {
  results['fails'] = 'tray';
  await expect(compose()).rejects.toThrow('no tray');
  expect(calls.slice(-3)).toEqual(['store.settled', 'values.flush', 'database.close']);
});
