import { m } from '#words';
import { afterEach, expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { readyRemote } from '#shared/remote.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { startNotificationsFeature } from './feature.ts';

const { isSupported, titles } = vi.hoisted(() => ({
  isSupported: vi.fn(() => false),
  /** The titles of the notifications that were shown. */
  titles: [] as string[],
}));
vi.mock('electron', () => ({
  Notification: class {
    static readonly isSupported = isSupported;
    static readonly handleActivation = (): void => undefined;
    readonly on = (): void => undefined;
    readonly close = (): void => undefined;
    readonly show: () => void;
    constructor({ title }: { readonly title: string }) {
      this.show = () => void titles.push(title);
    }
  },
}));
vi.mock('#platform/process/run.ts', () => ({
  executeProgram: () => Promise.resolve({ code: 1, stdout: '', stderr: '' }),
}));
vi.mock('#platform/windows/windows.ts', () => ({ isAppFocused: () => true }));

const { platform } = process;
const useSystem = (system: NodeJS.Platform): void =>
  void Object.defineProperty(process, 'platform', { value: system });
afterEach(() => {
  useSystem(platform);
  isSupported.mockReset().mockReturnValue(false);
  titles.length = 0;
});
const ignored = { onCommand: () => undefined, onSeen: () => undefined };

it.each([
  // On macOS the first call of `isSupported` asks the user for the permission to notify.
  ['darwin', 0, 1],
  // On Windows the first call of `isSupported` registers the class that receives clicks on toasts of an earlier run.
  ['win32', 1, 1],
  ['linux', 0, 0],
] as const)(
  'startNotificationsFeature on %s calls `isSupported` %d times at the start, and %d times after the first window',
  async (system, atStart, withWindow) => {
    useSystem(system);
    const { end, ...context } = featureContext();
    const feature = startNotificationsFeature(context, ignored);
    expect(isSupported).toHaveBeenCalledTimes(atStart);
    feature.windowShown('main', true);
    expect(isSupported).toHaveBeenCalledTimes(withWindow);
    await end();
  },
);

it('startNotificationsFeature starts alone: a picture is new until a window is on screen, also in the next run', async () => {
  const { end, ...context } = featureContext();
  const onSeen = vi.fn<() => void>();
  const on = { onCommand: () => undefined, onSeen };
  const feature = startNotificationsFeature(context, on);
  context.state.update(() => ({ picture: readyRemote(dayPicture('2026-11-20'), 0) }));
  expect(feature.isNews(context.state.current)).toBe(true);
  feature.windowShown('main', true);
  expect([onSeen.mock.calls.length, feature.isNews(context.state.current)]).toEqual([1, false]);
  const nextRun = startNotificationsFeature(context, on);
  expect(nextRun.isNews(context.state.current)).toBe(false);
  await end();
});

it('a picture is not new while any window is on screen', async () => {
  const { end, ...context } = featureContext();
  const feature = startNotificationsFeature(context, ignored);
  for (const name of ['main', 'glance']) feature.windowShown(name, true);
  feature.windowShown('glance', false);
  context.state.update(() => ({ picture: readyRemote(dayPicture('2026-11-20'), 0) }));
  expect(feature.isNews(context.state.current)).toBe(false);
  await end();
});

it('windowClosed shows once, also in later runs, that the app continues without its window', async () => {
  useSystem('darwin');
  isSupported.mockReturnValue(true);
  const { end, ...context } = featureContext();
  for (let run = 0; run < 2; run += 1) {
    const feature = startNotificationsFeature(context, ignored);
    for (let time = 0; time < 2; time += 1) feature.windowClosed(true);
  }
  expect(titles).toEqual([m.app_close_hint_title()]);
  await end();
});

it.each([
  [null, [m.app_first_run_notice_title()]],
  [true, []],
  [false, []],
])(
  'startedHidden asks for the answer whether the app may set the wallpaper, only without one: %s',
  async (enabled, expected) => {
    useSystem('darwin');
    isSupported.mockReturnValue(true);
    const { end, ...context } = featureContext();
    const settings = {
      ...defaultSettings,
      wallpaper: { ...defaultSettings.wallpaper, enabled },
    };
    startNotificationsFeature({ ...context, settings: () => settings }, ignored).startedHidden();
    expect(titles).toEqual(expected);
    await end();
  },
);
