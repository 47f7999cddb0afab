import { expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { startPictureFeature } from '#picture/feature.ts';
import { startWallpaperFeature } from './feature.ts';

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
