import { afterEach, expect, it } from 'vitest';
import { JournalDisk } from '#test/support/journal-disk.ts';
import { leftDisplay } from '#test/support/backends.ts';
import { memoryArchive, plainDesktop } from '#test/support/picture-world.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { defaultSettings, isSourceAsked, type Settings } from '#shared/settings/settings.ts';
import type { ServiceName } from '#shared/state.ts';
import { serviceStatusOf } from '#shared/status/status-of-service.ts';
import { connectServices } from './services.ts';
import { startJournal } from '#journal/journal.ts';
import { startStation } from '#station/station.ts';
import { bufferUnsavedDays } from '#picture/archive/unsaved-days.ts';
import { startPictureOfTheDay } from '#picture/picture-of-the-day.ts';
import { openPictureState } from '#picture/picture-state-store.ts';
import { loadPlaceUnder } from '#station/sky/places.ts';
import { startWallpaper } from '#wallpaper/index.ts';
import { noLook } from '#wallpaper/look.ts';
import type { SetWallpaper } from '#wallpaper/wallpaper-setter.ts';
import { createSuspension, noStoredPause } from '#runtime/suspension.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import type { StoredPictureState } from '#picture/picture-state-store.ts';

const minute = 60_000;
const refused = { kind: 'wallpaper', backend: 'sway', detail: 'sway does not answer' } as const;

let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

/** The app with today's picture stored, no network, and a desktop that refuses every wallpaper. */
async function app(enabled: boolean | null = true) {
  const surroundings = fakeActivityOptions();
  const { clock, state } = surroundings;
  const desktop = { tries: 0, followed: 0, enabled };
  const asked = { pictures: 0 };
  const offline = (): Promise<Result<never>> =>
    Promise.resolve(fail({ kind: 'offline', reason: 'dns' }));
  const archive = memoryArchive();
  archive.save(dayPicture('2026-11-20'));
  archive.save(dayPicture('2026-11-19'));
  const suspension = createSuspension({
    ...surroundings,
    store: memoryValue(noStoredPause),
  });
  const buffered = bufferUnsavedDays(archive, () => '2026-11-20');
  const pictureState = openPictureState(memoryValue<StoredPictureState | null>(null), 'live');
  const settings = (): Settings => ({
    ...defaultSettings,
    wallpaper: { ...defaultSettings.wallpaper, enabled: desktop.enabled },
  });
  const stack = new AsyncDisposableStack();
  const station = startStation({
    ...surroundings,
    gate: suspension,
    source: { fetch: offline },
    store: { fixes: () => [], orbit: () => null, save: () => ok(null) },
    ledger: {
      isTemporary: () => false,
      read: () => ok([]),
      open: () => ok([]),
      scoredAfter: () => ok([]),
      view: () => ok({ last: [], predictions: 0, scored: 0, within: 0 }),
      add: () => ok(null),
    },
    history: {
      read: () => ok({ heights: [], burns: [] }),
      addHeight: () => ok(null),
      addBurn: () => ok(null),
    },
    settings: () => settings().station,
    loadPlaceUnder,
    timeZone: () => 'UTC',
  });
  const journal = startJournal({
    ...surroundings,
    gate: suspension,
    newId: () => 'id',
    authorId: () => settings().journal.authorId,
    service: { create: offline, replace: offline, delete: offline },
    store: new JournalDisk().open(),
    values: new JournalDisk().values,
  });
  stack.defer(() => station.dispose());
  stack.defer(() => journal.dispose());
  const picture = startPictureOfTheDay({
    ...surroundings,
    gate: suspension,
    archive: buffered,
    pictureState,
    sources: [
      {
        name: 'legacy',
        fetch() {
          asked.pictures += 1;
          return offline();
        },
        quota: () => null,
      },
    ],
    isAsked: (name) => isSourceAsked(settings().picture, name),
    downloader: { download: offline },
    onPicture,
  });
  stack.defer(() => picture.dispose());
  const wallpaper = startWallpaper({
    ...surroundings,
    suspension,
    archive: buffered,
    pictureState,
    settings,
    displays: () => [leftDisplay],
    holds: plainDesktop.holds,
    setter: {
      isPerDisplay: false,
      set() {
        desktop.tries += 1;
        return Promise.resolve(fail(refused));
      },
      check: () => Promise.resolve({ kind: 'unknown', order: {} }),
      own: () => Promise.resolve({ ownWallpaper: 'shown', ownIsSpotlight: false }),
      catchUp: () => Promise.resolve(false),
      followLockScreen() {
        desktop.followed += 1;
        return Promise.resolve();
      },
      restore: () => Promise.resolve(ok(null)),
    },
    store: memoryValue<SetWallpaper | null>(null),
    lookStore: memoryValue(noLook),
    theme: { isDark: () => false, onChange: () => () => undefined },
    fetchDay: picture.day,
  });
  stack.defer(() => wallpaper.dispose());
  function onPicture(signal: AbortSignal): Promise<void> {
    return wallpaper.refresh(signal);
  }
  const services = connectServices(
    [
      { service: 'picture', ...picture },
      {
        service: 'position',
        wake: () => station.wake(),
        check: () => station.check(),
        pause: (suspended) => station.pause(suspended),
      },
      {
        service: 'posts',
        wake: () => journal.wake(),
        check: () => journal.wake(),
        useAddress: (address) => journal.useAddress(address),
      },
    ],
    [wallpaper],
    suspension,
    (end) => stack.defer(end),
  );
  stop = () => Promise.all([stack.disposeAsync(), suspension.dispose()]);
  await clock.advance(0);
  const retryAt = (): number | null | undefined => {
    const { wallpaper } = state.current;
    return wallpaper.kind === 'failed' ? wallpaper.retryAt : undefined;
  };
  return { ...surroundings, services, wallpaper, suspension, desktop, asked, retryAt };
}

it('the wallpaper retries a failed wallpaper with growing waits, and immediately after a pause', async () => {
  const { clock, suspension, desktop, retryAt } = await app();
  expect([desktop.tries, retryAt()]).toEqual([1, clock.now() + minute]);
  await clock.advance(minute);
  expect([desktop.tries, retryAt()]).toEqual([2, clock.now() + 5 * minute]);
  suspension.pause('hour');
  await clock.advance(59 * minute);
  expect([desktop.tries, retryAt()]).toEqual([2, null]);
  await clock.advance(minute);
  expect([desktop.tries, retryAt()]).toEqual([3, clock.now() + minute]);
});

it('a refused wallpaper is tried again when automatic wallpapers are switched on, and never while they are off', async () => {
  const { clock, wallpaper, desktop, retryAt } = await app();
  desktop.enabled = false;
  await wallpaper.update();
  expect(retryAt()).toBeNull();
  await clock.advance(2 * 60 * minute);
  expect(desktop.tries).toBe(1);
  expect(await wallpaper.choose()).toEqual(fail(refused));
  expect([desktop.tries, retryAt()]).toEqual([2, null]);
  desktop.enabled = true;
  await wallpaper.update();
  expect([desktop.tries, retryAt()]).toEqual([3, clock.now() + minute]);
});

it('the wallpaper sets no wallpaper before the user allows it, and then sets one immediately', async () => {
  const { clock, wallpaper, desktop } = await app(null);
  await clock.advance(24 * 60 * minute);
  await wallpaper.update();
  await wallpaper.decide({ kind: 'previous' });
  expect(desktop.tries).toBe(0);
  desktop.enabled = true;
  await wallpaper.update();
  expect(desktop.tries).toBe(1);
});

it('the wallpaper updates the lock screen after a changed setting, also without automatic wallpapers', async () => {
  const { wallpaper, desktop } = await app(false);
  expect(desktop.followed).toBe(0);
  await wallpaper.update();
  expect(desktop.followed).toBe(1);
});

it('the wallpaper immediately sets the picture that the user chose, instead of retrying the previous one', async () => {
  const { clock, wallpaper, state, desktop } = await app();
  await wallpaper.decide({ kind: 'previous' });
  expect(desktop.tries).toBe(2);
  expect(state.current.wallpaper).toMatchObject({ date: '2026-11-19' });
  await clock.advance(minute);
  expect([desktop.tries, state.current.wallpaper]).toEqual([
    3,
    expect.objectContaining({ date: '2026-11-19' }),
  ]);
});

it('connectServices checks for a new picture some seconds after the computer wakes, not immediately', async () => {
  const { clock, suspension, asked } = await app();
  suspension.power('asleep');
  await clock.advance(minute);
  clock.setWallClock('2026-11-21T12:00:00Z');
  suspension.power('awake');
  await clock.advance(1_000);
  expect(asked.pictures).toBe(0);
  await clock.advance(30_000);
  expect(asked.pictures).toBeGreaterThan(0);
});

it('connectServices requests today’s stored picture from a new address, and forgets the results of the old one', async () => {
  const { clock, state, services, asked } = await app();
  const noNetwork = { kind: 'offline', reason: 'dns' } as const;
  for (const service of ['picture', 'position', 'posts'] as const) {
    state.noteOutcome(service, 1, noNetwork);
    state.noteOutcome(service, 2, null);
  }
  const outcomesOf = (service: ServiceName): unknown[] => {
    const { lastSuccessAt, lastFailure } = state.current.activities[service];
    return [lastSuccessAt, lastFailure?.failure];
  };
  services.useAddresses({ picture: 'http://127.0.0.1:1', posts: 'http://127.0.0.1:2' });
  expect(serviceStatusOf(state.current, 'picture', clock.now()).state).toBe('untried');
  expect(serviceStatusOf(state.current, 'posts', clock.now()).state).toBe('untried');
  expect(outcomesOf('position')).toEqual([2, noNetwork]);
  await clock.advance(10_000);
  expect(asked.pictures).toBe(1);
  expect(outcomesOf('picture')).toEqual([null, noNetwork]);
  expect(outcomesOf('posts')).toEqual([null, undefined]);
});

it('a new address of the posts service does not reset the status of the picture service', async () => {
  const { clock, state, services } = await app();
  state.noteOutcome('picture', 2, null);
  services.useAddresses({ posts: 'http://127.0.0.1:2' });
  expect(serviceStatusOf(state.current, 'picture', clock.now()).state).toBe('working');
});
