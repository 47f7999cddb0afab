import { expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { startPictureFeature } from '#picture/feature.ts';
import { startWallpaperFeature } from './feature.ts';
import { openSetWallpaper } from './set-wallpaper.ts';

const startWallpaperCommand = vi.hoisted(() =>
  vi.fn((_options: { readonly command: string }) => ({ dispose: () => Promise.resolve() })),
);
vi.mock('./setter/wallpaper-command.ts', () => ({ startWallpaperCommand }));
const emitter = vi.hoisted(() => ({ on: () => undefined, off: () => undefined }));
vi.mock('electron', () => ({
  clipboard: {},
  dialog: {},
  shell: {},
  BrowserWindow: {},
  nativeTheme: { shouldUseDarkColors: false, ...emitter },
  powerMonitor: { isOnBatteryPower: () => false, ...emitter },
  screen: { getAllDisplays: () => [], getPrimaryDisplay: () => ({ id: 1 }), ...emitter },
  systemPreferences: {},
}));

it('startWallpaperFeature starts with the picture alone: without a picture it sets no wallpaper, and stops', async () => {
  const { end, ...context } = featureContext();
  const feature = startWallpaperFeature(context, startPictureFeature(context), null);
  await context.clock.advance(0);
  expect(context.state.current.wallpaper).toEqual({ kind: 'untouched' });
  expect(await feature.choose()).toEqual({ ok: false, failure: { kind: 'not-found' } });
  expect(await feature.actions.pin(null)).toEqual({ ok: false, failure: { kind: 'not-found' } });
  await end();
});

it.each([
  [null, null, []],
  ['of the settings', null, ['of the settings']],
  ['of the settings', 'of this start', ['of this start']],
])(
  'startWallpaperFeature runs the command of this start, else that of the settings: %s, %s',
  async (inSettings, ofStart, commands) => {
    const { end, ...context } = featureContext();
    startWallpaperCommand.mockClear();
    const settings = { ...defaultSettings, wallpaperCommand: inSettings };
    startWallpaperFeature(
      { ...context, settings: () => settings },
      startPictureFeature(context),
      ofStart,
    );
    expect(startWallpaperCommand.mock.calls.map(([{ command }]) => command)).toEqual(commands);
    await end();
  },
);

it('startWallpaperFeature keeps the pictures of all displays', async () => {
  const { end, ...context } = featureContext();
  openSetWallpaper(context.value).set({
    kind: 'set',
    date: '2026-11-20',
    path: '/w/a.jpg',
    backend: 'test',
    verified: true,
    at: 1,
    others: { 2: '2026-11-19' },
  });
  const picture = startPictureFeature(context);
  const connect = vi.spyOn(picture, 'connect');
  startWallpaperFeature(context, picture, null);
  expect(connect.mock.calls[0]?.[0].dates()).toEqual(['2026-11-20', '2026-11-19']);
  await end();
});

it.each([
  [false, true],
  [true, false],
])(
  'startWallpaperFeature restores the own wallpaper before the end only if the settings say so: %s',
  async (restoreOnQuit, isSuccessful) => {
    const { end, ...context } = featureContext();
    const wallpaper = { ...defaultSettings.wallpaper, restoreOnQuit };
    const settings = { ...defaultSettings, wallpaper };
    const feature = startWallpaperFeature(
      { ...context, settings: () => settings },
      startPictureFeature(context),
      null,
    );
    // With this failure a restore has no success.
    context.state.update(({ lockScreen }) => ({
      lockScreen: { ...lockScreen, failure: 'not-restored' },
    }));
    expect(await feature.beforeEnd(60_000)).toBe(isSuccessful);
    await end();
  },
);
