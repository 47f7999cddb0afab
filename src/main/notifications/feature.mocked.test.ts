import { afterEach, expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { readyRemote } from '#shared/remote.ts';
import { startNotificationsFeature } from './feature.ts';

const isSupported = vi.hoisted(() => vi.fn(() => false));
vi.mock('electron', () => ({
  Notification: { isSupported, handleActivation: () => undefined },
}));
vi.mock('#platform/process/run.ts', () => ({
  executeProgram: () => Promise.resolve({ code: 1, stdout: '', stderr: '' }),
}));
vi.mock('#platform/windows/windows.ts', () => ({ isAppFocused: () => true }));

const { platform } = process;
afterEach(() => void Object.defineProperty(process, 'platform', { value: platform }));

it.each([
  // On macOS the first call of `isSupported` asks the user for the permission to notify.
  ['darwin', 0, 1],
  // On Windows the first call of `isSupported` registers the class that receives clicks on toasts of an earlier run.
  ['win32', 1, 1],
  ['linux', 0, 0],
] as const)(
  'startNotificationsFeature on %s calls `isSupported` %d times at the start, and %d times after the first window',
  async (system, atStart, withWindow) => {
    Object.defineProperty(process, 'platform', { value: system });
    isSupported.mockClear();
    const { end, ...context } = featureContext();
    const on = { onCommand: () => undefined, onSeen: () => undefined };
    const feature = startNotificationsFeature(context, on);
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
