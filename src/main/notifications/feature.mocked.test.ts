import { expect, it, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { readyRemote } from '#shared/remote.ts';
import { startNotificationsFeature } from './feature.ts';

vi.mock('electron', () => ({ Notification: { isSupported: () => false } }));
vi.mock('#platform/process/run.ts', () => ({
  executeProgram: () => Promise.resolve({ code: 1, stdout: '', stderr: '' }),
}));
vi.mock('#platform/windows/windows.ts', () => ({ isAppFocused: () => true }));

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
