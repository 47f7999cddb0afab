import { expect, it, onTestFinished, vi } from 'vitest';
import { featureContext } from '#test/support/feature-context.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { noPictureChoice } from '#shared/picture/picture.ts';
import { startPictureFeature } from './feature.ts';
import { createPictureClients } from './picture-clients.ts';
import { pictureHandlers } from './picture-handlers.ts';
import { startPictureOfTheDay } from './picture-of-the-day.ts';
import { createArchiveStore } from './store/archive-store.ts';
import { openArchive } from './store/open-archive.ts';
import { createRenditions } from './thumbnails/renditions.ts';

vi.mock('electron', () => ({
  clipboard: {},
  dialog: {},
  shell: {},
  BrowserWindow: {},
  screen: {},
}));
vi.mock('./picture-clients.ts', { spy: true });
vi.mock('./picture-handlers.ts', { spy: true });
vi.mock('./picture-of-the-day.ts', { spy: true });
vi.mock('./store/open-archive.ts', { spy: true });
vi.mock('./thumbnails/renditions.ts', { spy: true });

it('startPictureFeature starts alone: it checks for the picture, answers the windows, and stops', async () => {
  const { end, ...context } = featureContext();
  const feature = startPictureFeature(context);
  await context.clock.advance(0);
  expect(context.state.current.activities.picture.lastFailure?.failure).toEqual({
    kind: 'offline',
    reason: 'starting',
  });
  expect(
    feature.handlers.archive.page({ words: '', favourites: false, before: null, limit: 5 }),
  ).toMatchObject({ ok: true, value: { days: [] } });
  expect(Object.keys(feature.queries)).toEqual(['picture']);
  const ends = [openArchive, createRenditions, startPictureOfTheDay].map((start) => {
    const part: unknown = vi.mocked<() => unknown>(start as never).mock.results.at(-1)?.value;
    return vi.spyOn(part as { dispose(): unknown }, 'dispose');
  });
  await end();
  expect(ends.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
});

const day = '2026-11-20';
const dayWithoutFile = { ...dayPicture(day, { title: 'Stars' }), file: null };

it('startPictureFeature keeps the days and the choices of simulated services apart', () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const start = (simulated: boolean) => {
    context.state.update(() => ({ services: { source: 'own', simulated } }));
    const feature = startPictureFeature(context);
    const sources = vi.mocked(startPictureOfTheDay).mock.lastCall?.[0].sources;
    const clients = vi.mocked(createPictureClients).mock.results.at(-1)?.value as object;
    return { ...feature, isUnmarked: 'pictures' in clients && sources === clients.pictures };
  };
  const live = start(false);
  expect(live.isUnmarked).toBe(true);
  live.days.save(dayWithoutFile);
  live.choices.change({ choice: { ...noPictureChoice, pinned: day } });
  const simulated = start(true);
  expect(simulated.isUnmarked).toBe(false);
  expect([simulated.titleOf(day), simulated.choices.current.choice.pinned]).toEqual(['', null]);
  const again = start(false);
  expect([again.titleOf(day), again.choices.current.choice.pinned]).toEqual(['Stars', day]);
});

it('startPictureFeature reads the choices and the days of a database that was replaced', () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const stored = memoryValue<unknown>(null);
  const listeners: (() => void)[] = [];
  const { database, clock, paths, state } = context;
  vi.spyOn(database, 'onReplaced').mockImplementation((listener) => void listeners.push(listener));
  state.update(() => ({ services: { source: 'live', simulated: false } }));
  const feature = startPictureFeature({ ...context, value: () => stored as never });
  feature.days.save(dayWithoutFile);
  createArchiveStore(database, paths.pictures, () => clock.now(), context.log).useSimulated(true);
  stored.set({ ...feature.choices.current, choice: { ...noPictureChoice, pinned: day } });
  expect([feature.titleOf(day), feature.choices.current.choice.pinned]).toEqual(['', null]);
  for (const listener of listeners) listener();
  expect([feature.titleOf(day), feature.choices.current.choice.pinned]).toEqual(['Stars', day]);
  expect(state.current.choice.pinned).toBe(day);
});

it('startPictureFeature connects the archive, the renditions and the windows with the desktop', async () => {
  const { end, ...context } = featureContext();
  onTestFinished(() => end());
  const feature = startPictureFeature(context);
  const { limitBytes, onDesktop } = vi.mocked(openArchive).mock.lastCall?.[0] ?? {};
  const { isStill } = vi.mocked(createRenditions).mock.lastCall?.[0] ?? {};
  const { onPicture } = vi.mocked(startPictureOfTheDay).mock.lastCall?.[0] ?? {};
  const { signal } = new AbortController();
  const shown = vi.fn(() => Promise.resolve());
  // 1 GB, rounded up.
  expect(limitBytes?.()).toBe(954 * 1024 * 1024);
  const disconnect = feature.connect({ onPicture: shown, dates: () => [day] });
  await onPicture?.(signal);
  expect([onDesktop?.(), shown.mock.calls]).toEqual([[day], [[signal]]]);
  disconnect();
  await onPicture?.(signal);
  expect([onDesktop?.(), shown.mock.calls.length]).toEqual([[], 1]);

  feature.days.save(dayPicture(day));
  feature.days.save(dayPicture('2026-11-19', { mediaType: 'video' }));
  expect([day, '2026-11-19', '2026-11-18'].map((date) => isStill?.(`${date}-5e4bed.jpg`))).toEqual([
    false,
    true,
    false,
  ]);
  const options = vi.mocked(pictureHandlers).mock.lastCall?.[0];
  for (const name of ['openLink', 'openLinkOrCopy', 'copyFile'] as const)
    expect(options?.[name]).toBeTypeOf('function');
});
