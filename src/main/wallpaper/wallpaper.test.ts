import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { leftDisplay, rightDisplay } from '#test/support/backends.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import { memoryArchive, plainDesktop } from '#test/support/picture-world.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { fail, ok } from '#shared/failure.ts';
import type { PictureChoice } from '#shared/picture/picture.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';
import { bufferUnsavedDays } from '#picture/archive/unsaved-days.ts';
import { addDays, easternDate } from '#picture/eastern.ts';
import { openPictureState, type StoredPictureState } from '#picture/picture-state-store.ts';
import { createSuspension, noStoredPause } from '#runtime/suspension.ts';
import { noLook } from './look.ts';
import type { DesktopStatus, SetWallpaper, WallpaperSetter } from './wallpaper-setter.ts';
import { startWallpaper } from './wallpaper.ts';
import { runs } from '#test/support/runs.ts';

const minute = 60_000;
const firstDay = '2026-11-18';

/** One call of the setter's `set`. */
interface SetCall {
  /** The dates of the pictures, the primary display's first. */
  readonly dates: readonly string[];
  /** The time of the call, in monotonic milliseconds. */
  readonly at: number;
  /** The dates of the pictures on the desktop before the call. */
  readonly datesBefore: readonly string[];
  readonly skipped: readonly string[];
}

/** A desktop in memory that reports its wallpaper and can refuse every change. */
function fakeDesktop(monotonic: () => number, choice: () => PictureChoice) {
  const refusal = { kind: 'wallpaper', backend: 'fake', detail: 'refused' } as const;
  let status: DesktopStatus['kind'] = 'unknown';
  let displaysAtSet = '';
  let running = 0;
  const desktop = {
    accepts: true,
    isDark: false,
    /** Whether the desktop is unknown to the setter. */
    isUnknown: false,
    /** The number of spaces of macOS that were checked. */
    spaces: 0,
    /** The signal of the last restore. */
    restoreSignal: null as AbortSignal | null,
    /** Whether a restore throws. */
    isBroken: false,
    displays: [leftDisplay] as readonly (typeof leftDisplay)[],
    /** The dates of the app's pictures on the displays; empty if the user's own wallpaper is shown. */
    dates: [] as readonly string[],
    calls: [] as SetCall[],
    /** The largest number of operations that ran at the same time. */
    mostAtOnce: 0,
    /** Simulates that the user chooses another wallpaper. */
    replace() {
      desktop.dates = [];
      if (status === 'shown') status = 'replaced';
    },
    /** A logout, after which the desktop has lost the app's picture. */
    lose() {
      if (status !== 'shown') return;
      desktop.dates = [];
      status = 'gone';
    },
    status: () => status,
  };
  async function alone<T>(work: () => T): Promise<T> {
    running += 1;
    desktop.mostAtOnce = Math.max(desktop.mostAtOnce, running);
    await Promise.resolve();
    const outcome = work();
    await Promise.resolve();
    running -= 1;
    return outcome;
  }
  const setter: WallpaperSetter = {
    isPerDisplay: true,
    set: ({ picture: { picture, path }, others, order }) =>
      alone(() => {
        const isOrdered = (order.displays ?? null) !== null;
        const { date } = picture.record;
        const otherDates = [...others.values()].map((other) => other.picture.record.date);
        const dates = [date, ...(isOrdered ? [] : otherDates)];
        const { skipped } = choice();
        desktop.calls.push({ dates, at: monotonic(), datesBefore: desktop.dates, skipped });
        if (!desktop.accepts) return fail(refusal);
        desktop.dates = dates;
        status = 'shown';
        displaysAtSet = JSON.stringify(desktop.displays);
        return ok({ backend: 'fake', verified: true, path, everywhere: false });
      }),
    check: () =>
      alone(() => {
        const isOutdated = status === 'shown' && JSON.stringify(desktop.displays) !== displaysAtSet;
        return { kind: isOutdated ? 'outdated' : status, order: {} };
      }),
    restore: (signal) =>
      alone(() => {
        desktop.restoreSignal = signal;
        if (desktop.isBroken) throw new Error('a defect of the restore');
        if (desktop.isUnknown) return fail({ ...refusal, why: 'unknown-desktop' });
        if (!desktop.accepts) return fail(refusal);
        if (status !== 'shown') return ok(null);
        desktop.dates = [];
        status = 'restored';
        return ok({ verified: true });
      }),
    own: () =>
      alone(() => ({
        ownWallpaper: desktop.dates.length > 0 ? 'kept' : 'shown',
        ownIsSpotlight: false,
      })),
    catchUp() {
      desktop.spaces += 1;
      return alone(() => false);
    },
    followLockScreen: () => alone(() => undefined),
  };
  return { desktop, setter };
}

/** The feature on a fake desktop, with stores that survive a restart. */
function createWorld() {
  const surroundings = fakeActivityOptions('2026-11-20T17:00:00Z');
  const { clock, state } = surroundings;
  const archive = memoryArchive();
  for (const back of [0, 1, 2]) archive.save(dayPicture(addDays(firstDay, back)));
  let wallpaperSettings: Settings['wallpaper'] = { ...defaultSettings.wallpaper, enabled: true };
  const store = memoryValue<SetWallpaper | null>(null);
  const lookStore = memoryValue(noLook);
  const stored = memoryValue<StoredPictureState | null>(null);
  const pause = memoryValue(noStoredPause);
  const { desktop, setter } = fakeDesktop(
    () => clock.monotonic(),
    () => state.current.choice,
  );

  function start() {
    const suspension = createSuspension({ ...surroundings, store: pause });
    const wallpaper = startWallpaper({
      ...surroundings,
      setter,
      archive: bufferUnsavedDays(archive, () => easternDate(clock.now())),
      suspension,
      store,
      lookStore,
      theme: { isDark: () => desktop.isDark, onChange: () => () => undefined },
      pictureState: openPictureState(stored, 'live'),
      displays: () => desktop.displays,
      holds: plainDesktop.holds,
      settings: () => ({ ...defaultSettings, wallpaper: wallpaperSettings }),
      fetchDay(date) {
        const picture = archive.get(date);
        return Promise.resolve(picture === null ? fail({ kind: 'not-found' }) : ok(picture));
      },
    });
    return {
      wallpaper,
      suspension,
      async dispose() {
        await Promise.all([wallpaper.dispose(), suspension.dispose()]);
      },
    };
  }

  return {
    ...surroundings,
    archive,
    desktop,
    app: start(),
    start,
    last: () => store.get(),
    look: () => lookStore.get(),
    settings: () => wallpaperSettings,
    change(next: Partial<Settings['wallpaper']>) {
      wallpaperSettings = { ...wallpaperSettings, ...next };
    },
  };
}
type World = ReturnType<typeof createWorld>;

/** One step of a test. */
type Event =
  | { readonly kind: 'new day' | 'refresh' | 'restore' | 'restart' | 'pause' | 'resume' }
  | { readonly kind: 'the user replaces the wallpaper' | 'a logout loses the wallpaper' }
  | { readonly kind: 'the desktop'; readonly accepts: boolean }
  | { readonly kind: 'the displays'; readonly count: 1 | 2 }
  | { readonly kind: 'settings'; readonly change: Partial<Settings['wallpaper']> }
  | { readonly kind: 'decide'; readonly decision: WallpaperDecision }
  | { readonly kind: 'choose'; readonly day: number }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'the clock is set'; readonly hours: number };

const rotation = { ...defaultSettings.wallpaper.rotation, everyHours: 2 };
const anyDay = fc.integer({ min: 0, max: 5 });
const plainEvent = fc.constantFrom<Event>(
  { kind: 'new day' },
  { kind: 'new day' },
  { kind: 'refresh' },
  { kind: 'restore' },
  { kind: 'restart' },
  { kind: 'pause' },
  { kind: 'resume' },
  { kind: 'resume' },
  { kind: 'the user replaces the wallpaper' },
  { kind: 'a logout loses the wallpaper' },
  { kind: 'the desktop', accepts: false },
  { kind: 'the desktop', accepts: true },
  { kind: 'the displays', count: 1 },
  { kind: 'the displays', count: 2 },
  { kind: 'settings', change: { enabled: false } },
  { kind: 'settings', change: { enabled: true } },
  { kind: 'settings', change: { others: 'archive' } },
  { kind: 'settings', change: { others: 'same' } },
  { kind: 'settings', change: { rotation: { ...rotation, pool: 'archive' } } },
  { kind: 'settings', change: { rotation: { ...rotation, pool: 'off' } } },
  { kind: 'wait', minutes: 1 },
  { kind: 'wait', minutes: 5 },
  { kind: 'wait', minutes: 15 },
  { kind: 'wait', minutes: 60 },
  { kind: 'wait', minutes: 24 * 60 },
  { kind: 'the clock is set', hours: -26 },
  { kind: 'the clock is set', hours: 26 },
);
const plainDecision = fc.constantFrom<WallpaperDecision>(
  { kind: 'skip', date: null },
  { kind: 'undo-skip' },
  { kind: 'pin', pinned: true },
  { kind: 'pin', pinned: false },
  { kind: 'previous' },
  { kind: 'next' },
  { kind: 'newest' },
);
const anyDecision = fc.oneof(
  { weight: 3, arbitrary: plainDecision },
  anyDay.map((day): WallpaperDecision => ({ kind: 'skip', date: addDays(firstDay, day) })),
  fc
    .record({ day: anyDay, favourite: fc.boolean() })
    .map(({ day, favourite }): WallpaperDecision => {
      const date = addDays(firstDay, day);
      return { kind: 'favour', date, favourite };
    }),
);
const anyEvent = fc.oneof(
  { weight: 4, arbitrary: plainEvent },
  { weight: 2, arbitrary: anyDecision.map((decision): Event => ({ kind: 'decide', decision })) },
  anyDay.map((day): Event => ({ kind: 'choose', day })),
);

/** Applies an event. Returns the result of a restore. */
async function apply(world: World, event: Event): Promise<unknown> {
  const { clock, archive, desktop } = world;
  const { wallpaper, suspension } = world.app;
  switch (event.kind) {
    case 'new day': {
      const newest = archive.newest()?.record.date ?? firstDay;
      archive.save(dayPicture(addDays(newest, 1)));
      clock.setWallClock(new Date(clock.now() + 24 * 60 * minute).toISOString());
      await wallpaper.refresh();
      break;
    }
    case 'refresh':
      await wallpaper.refresh();
      break;
    case 'restore':
      return wallpaper.restore();
    case 'restart':
      await world.app.dispose();
      world.app = world.start();
      await world.app.wallpaper.refresh();
      break;
    case 'pause':
      suspension.pause('indefinite');
      break;
    case 'resume':
      suspension.resume();
      break;
    case 'the user replaces the wallpaper':
      desktop.replace();
      break;
    case 'a logout loses the wallpaper':
      await world.app.dispose();
      desktop.lose();
      world.app = world.start();
      await world.app.wallpaper.refresh();
      break;
    case 'the desktop':
      desktop.accepts = event.accepts;
      break;
    case 'the displays':
      desktop.displays = event.count === 1 ? [leftDisplay] : [leftDisplay, rightDisplay];
      await wallpaper.update();
      break;
    case 'settings':
      world.change(event.change);
      await wallpaper.update();
      break;
    case 'decide':
      await wallpaper.decide(event.decision);
      break;
    case 'choose':
      await wallpaper.choose({ date: addDays(firstDay, event.day), fit: null, displays: null });
      break;
    case 'wait':
      await clock.advance(event.minutes * minute);
      break;
    case 'the clock is set':
      clock.setWallClock(new Date(clock.now() + event.hours * 60 * minute).toISOString());
  }
  return null;
}

/** The date that the desktop should show; `own`: the user's own wallpaper; null: there is no picture to show. */
function expectedDate(world: World): string | null {
  const { pinned, back, skipped } = world.state.current.choice;
  // Lists leave out days later than tomorrow, because the clock was ahead when these were saved.
  const tomorrow = addDays(easternDate(world.clock.now()), 1);
  const dates = [...world.archive.kept.keys()].sort().reverse();
  if (pinned !== null && dates.includes(pinned)) return pinned;
  const newest = dates.find((date) => date <= tomorrow && !skipped.includes(date)) ?? null;
  if (back === null || (newest !== null && newest > back.since)) return newest;
  if (back.to === null) return 'own';
  return back.rotated === true && skipped.includes(back.to) ? newest : back.to;
}

/** The parts of the world before an event that the checks compare with the world after it. */
function snapshot(world: World) {
  const { wallpaper, choice } = world.state.current;
  return {
    choice,
    calls: world.desktop.calls.length,
    last: world.last()?.date ?? null,
    shown: wallpaper.kind === 'untouched' ? expectedDate(world) : wallpaper.date,
    failed: wallpaper.kind === 'failed' ? wallpaper.date : null,
  };
}
type Snapshot = ReturnType<typeof snapshot>;

/** The calls of `set` that an event caused. */
const callsSince = (world: World, { calls }: Snapshot): readonly SetCall[] =>
  world.desktop.calls.slice(calls);

const mayChange = (world: World): boolean =>
  world.settings().enabled === true && !world.app.suspension.isPaused;

/** Expects the state that the windows show to agree with the desktop and the stores. */
function checkState(world: World): void {
  const { wallpaper, ownWallpaper } = world.state.current;
  expect(world.defects).toEqual([]);
  expect(world.desktop.mostAtOnce).toBe(1);
  expect(wallpaper.kind).not.toBe('setting');
  if (wallpaper.kind === 'set') expect(wallpaper).toEqual(world.last());
  if (wallpaper.kind === 'failed' && wallpaper.retryAt !== null)
    expect(mayChange(world)).toBe(true);
  if (world.desktop.dates.length > 0) expect(ownWallpaper).toBe('kept');
}

/** Expects each picture that an event has set to be one that the event may set. */
function checkCalls(world: World, previous: Snapshot, event: Event): void {
  const expected = expectedDate(world);
  for (const { dates, datesBefore, skipped } of callsSince(world, previous)) {
    const [main] = dates;
    // A picture that is composed again for other displays or settings, or after the desktop has lost it.
    const isAgain = main === previous.last;
    expect(skipped).not.toContain(main);
    if (event.kind === 'choose') expect(main).toBe(addDays(firstDay, event.day));
    else if (event.kind !== 'decide' && !mayChange(world)) expect(isAgain).toBe(true);
    else if (world.settings().enabled !== true) expect(isAgain).toBe(true);
    else if (event.kind !== 'wait' && !isAgain) expect(main).toBe(expected);
    if (expected === 'own') expect(datesBefore).not.toEqual([]);
  }
}

/** Whether the event makes the app compare the selected picture with the desktop. */
function isOffered(world: World, previous: Snapshot, event: Event): boolean {
  const { choice } = world.state.current;
  if (event.kind === 'decide')
    return (
      event.decision.kind !== 'favour' &&
      choice !== previous.choice &&
      world.settings().enabled === true
    );
  const offering: readonly Event['kind'][] = [
    'new day',
    'refresh',
    'restart',
    'resume',
    'the displays',
    'settings',
    'a logout loses the wallpaper',
  ];
  return offering.includes(event.kind) && mayChange(world);
}

/**
 * If the event makes the app compare the selected picture with the desktop, expects a desktop that accepts pictures to
 * show this picture.
 */
function checkDesktop(world: World, previous: Snapshot, event: Event): void {
  const { desktop } = world;
  const [shown] = desktop.dates;
  if (!desktop.accepts) return;
  if (event.kind === 'choose' && world.archive.get(addDays(firstDay, event.day)) !== null)
    expect(shown).toBe(addDays(firstDay, event.day));
  if (event.kind === 'decide' && event.decision.kind === 'skip')
    expect(desktop.dates).not.toContain(event.decision.date ?? previous.shown);
  const expected = expectedDate(world);
  if (expected === null || !isOffered(world, previous, event)) return;
  if (expected === 'own') {
    expect(shown).toBeUndefined();
    return;
  }
  const { wallpaper } = world.state.current;
  const waitsForRetry =
    ['new day', 'refresh'].includes(event.kind) &&
    wallpaper.kind === 'failed' &&
    wallpaper.date === expected &&
    wallpaper.retryAt !== null;
  // The user has replaced this picture since it was set or tried.
  const isLeftAlone =
    desktop.status() === 'replaced' &&
    [previous.last, previous.failed, previous.shown].includes(expected);
  if (!waitsForRetry && !isLeftAlone) expect(shown).toBe(expected);
}

const anyEvents = fc.array(anyEvent, { minLength: 4, maxLength: 30 });

async function play(
  events: readonly Event[],
  check: (world: World, previous: Snapshot, event: Event, result: unknown) => void = () =>
    undefined,
): Promise<World> {
  const world = createWorld();
  await world.app.wallpaper.refresh();
  await world.clock.advance(0);
  for (const event of events) {
    const previous = snapshot(world);
    const result = await apply(world, event);
    await world.clock.advance(0);
    check(world, previous, event, result);
  }
  return world;
}

async function checkNothingAfterDispose(world: World): Promise<void> {
  await world.app.dispose();
  const { length } = world.desktop.calls;
  await world.clock.advance(24 * 60 * minute);
  expect(world.desktop.calls).toHaveLength(length);
}

describe('startWallpaper, in any order of events', () => {
  it('shows the selected picture, and changes it while paused or switched off only on request', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        const world = await play(events, (now, previous, event) => {
          checkState(now);
          checkCalls(now, previous, event);
          checkDesktop(now, previous, event);
        });
        await checkNothingAfterDispose(world);
      }),
      { numRuns: runs(300) },
    );
  });

  it('restores the user’s own wallpaper, and keeps it if no newer day comes and the user decides nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, anyEvents, async (first, then) => {
        const isQuiet = ({ kind }: Event): boolean =>
          !['new day', 'choose', 'decide', 'the clock is set'].includes(kind);
        const isSteady = ({ kind }: Event): boolean => kind !== 'the clock is set';
        const accepts = { kind: 'the desktop', accepts: true } as const;
        const begin = first.filter(isSteady);
        const events = [...begin, accepts, { kind: 'restore' } as const, ...then.filter(isQuiet)];
        let isRestored = false;
        const world = await play(events, (now, previous, event, result) => {
          if (event === events[begin.length + 1]) {
            expect(result).toMatchObject({ ok: true });
            isRestored = now.archive.newest() !== null;
          }
          if (!isRestored) return;
          expect(callsSince(now, previous)).toEqual([]);
          expect(now.desktop.dates).toEqual([]);
          expect(now.state.current).toMatchObject({
            wallpaper: { kind: 'untouched' },
            ownWallpaper: 'shown',
          });
        });
        await world.app.dispose();
      }),
      { numRuns: runs(150) },
    );
  });

  it('tries a refused picture again after 1, 5, 15 and 60 minutes, until the desktop accepts it', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.integer({ min: 1, max: 5 }), async (first, refusals) => {
        const plain = {
          enabled: true,
          others: 'same',
          rotation: { ...rotation, pool: 'off' },
        } as const;
        const world = await play([
          ...first,
          { kind: 'resume' },
          { kind: 'the desktop', accepts: true },
          { kind: 'settings', change: plain },
          { kind: 'decide', decision: { kind: 'newest' } },
          { kind: 'the desktop', accepts: false },
        ]);
        const { clock, desktop } = world;
        // No event names this day, so it is not skipped.
        world.archive.save(dayPicture('2027-06-01'));
        clock.setWallClock('2027-06-01T17:00:00Z');
        await world.app.wallpaper.refresh();
        const [begin = 0] = desktop.calls.slice(-1).map(({ at }) => at);
        expect(begin).toBe(clock.monotonic());
        const attempts = desktop.calls.length;
        const dueAt = [0, 1, 6, 21, 81].map((minutes) => begin + minutes * minute);
        for (const [index, due] of dueAt.entries()) {
          if (index === refusals) desktop.accepts = true;
          await clock.advance(due - clock.monotonic());
        }
        await clock.advance(24 * 60 * minute);
        expect(desktop.calls.slice(attempts).map(({ at }) => at)).toEqual(
          dueAt.slice(1, refusals + 1),
        );
        expect(world.state.current.wallpaper.kind).toBe(refusals < 5 ? 'set' : 'failed');
        await world.app.dispose();
      }),
      { numRuns: runs(100) },
    );
  });
});

it('leave restores the user’s own wallpaper, and returns false if the wallpaper or the lock screen was not restored', async () => {
  const world = createWorld();
  const { desktop, state, app } = world;
  await app.wallpaper.choose({ date: firstDay, fit: null, displays: null });
  desktop.accepts = false;
  expect(await app.wallpaper.leave(60_000)).toBe(false);
  desktop.accepts = true;
  expect(await app.wallpaper.leave(60_000)).toBe(true);
  expect(desktop.status()).toBe('restored');
  state.update(({ lockScreen }) => ({ lockScreen: { ...lockScreen, failure: 'not-restored' } }));
  expect(await app.wallpaper.leave(60_000)).toBe(false);
  await app.dispose();
});

it('leave returns true on a desktop that the app cannot set', async () => {
  const { desktop, app } = createWorld();
  desktop.isUnknown = true;
  expect(await app.wallpaper.leave(60_000)).toBe(true);
  await app.dispose();
});

it('wake checks whether the desktop has become dark during the sleep, and composes the last picture again', async () => {
  const { app, clock, desktop, look, state } = createWorld();
  await app.wallpaper.choose({ date: firstDay, fit: null, displays: null });
  state.update(({ settings }) => {
    const appearance = { ...settings.wallpaper.appearance, dimming: 'dark' } as const;
    return { settings: { ...settings, wallpaper: { ...settings.wallpaper, appearance } } };
  });
  await clock.advance(minute);
  desktop.isDark = true;
  await clock.advance(minute);
  expect(look().dimmed).toBe(false);
  desktop.displays = [leftDisplay, rightDisplay];
  const { length } = desktop.calls;
  app.wallpaper.wake();
  await clock.advance(1_000);
  expect(look().dimmed).toBe(true);
  expect(desktop.calls.slice(length)).toMatchObject([{ dates: [firstDay] }]);
  await app.dispose();
});

it('leave returns false after a defect of the restore, so that the app can still end', async () => {
  const { desktop, app } = createWorld();
  await app.wallpaper.choose({ date: firstDay, fit: null, displays: null });
  desktop.isBroken = true;
  expect(await app.wallpaper.leave(60_000)).toBe(false);
  expect(reportedDefects.splice(0)).toEqual([new Error('a defect of the restore')]);
  await app.dispose();
});

it('startWallpaper checks whether the desktop shows the user’s own wallpaper, if this is unknown', async () => {
  const world = createWorld();
  await world.app.wallpaper.choose({ date: firstDay, fit: null, displays: null });
  await world.app.dispose();
  world.state.update(() => ({ ownWallpaper: 'unknown' }));
  world.app = world.start();
  await world.clock.advance(0);
  expect(world.state.current.ownWallpaper).toBe('kept');
  await world.app.dispose();
});

it('leave stops a restore after the time limit, or when the work is aborted', async () => {
  const { desktop, app } = createWorld();
  await app.wallpaper.leave(1);
  await vi.waitUntil(() => desktop.restoreSignal?.aborted);
  await app.wallpaper.leave(60_000);
  expect(desktop.restoreSignal?.aborted).toBe(false);
  app.wallpaper.abort();
  expect(desktop.restoreSignal?.aborted).toBe(true);
  await app.dispose();
});

it('dispose ends the running work, the checks of spaces and the retries', async () => {
  const { desktop, app, clock } = createWorld();
  app.wallpaper.spaceChanged();
  await clock.advance(1_000);
  expect(desktop.spaces).toBe(1);
  desktop.accepts = false;
  await app.wallpaper.refresh();
  await app.wallpaper.leave(60_000);
  app.wallpaper.spaceChanged();
  await app.dispose();
  await clock.advance(60 * minute);
  expect([desktop.calls.length, desktop.spaces]).toEqual([1, 1]);
  expect(desktop.restoreSignal?.aborted).toBe(true);
});

it('startWallpaper tries a refused picture again only at its time, and pins no refused picture', async () => {
  const { desktop, app, state } = createWorld();
  desktop.accepts = false;
  const order = { date: firstDay, fit: null, displays: null, pinned: true };
  expect(await app.wallpaper.choose(order)).toMatchObject({ ok: false });
  expect(state.current.choice.pinned).toBeNull();
  const { length } = desktop.calls;
  await app.wallpaper.decide({ kind: 'favour', date: firstDay, favourite: true });
  expect(state.current.choice.favourites).toEqual([firstDay]);
  expect(desktop.calls).toHaveLength(length);
  desktop.accepts = true;
  expect(await app.wallpaper.choose(order)).toMatchObject({ ok: true });
  expect(state.current.choice.pinned).toBe(firstDay);
  await app.dispose();
});
