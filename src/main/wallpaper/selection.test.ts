import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { leftDisplay, rightDisplay } from '#test/support/backends.ts';
import {
  pictureWorld,
  type PictureWorld,
  type RunningPicture,
} from '#test/support/picture-world.ts';
import { fail, ok } from '#shared/failure.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import {
  unrestrictedRules,
  type RotationHold,
  type RotationSettings,
  type ShowRules,
} from '#shared/wallpaper/selection.ts';
import { easternDate } from '#picture/eastern.ts';
import type { WallpaperSetter } from './wallpaper-setter.ts';
import { runs } from '#test/support/runs.ts';

const hour = 3600_000;
const skip = { kind: 'skip', date: null } as const;
const order = (date: string) => ({ date, fit: null, displays: null });
async function start() {
  const world = pictureWorld('2026-11-20T12:00:00Z');
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20'])
    world.archive.save(dayPicture(date));
  world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
  return { world, app: await world.run() };
}

describe('startWallpaper, with decisions of the user', () => {
  it('skips the shown picture, and undoes the last skip', async () => {
    const { world, app } = await start();
    await app.wallpaper.decide(skip);
    await app.wallpaper.decide(skip);
    await app.wallpaper.decide({ kind: 'undo-skip' });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-19']);
    await app.dispose();
  });

  it('restores the user’s own wallpaper when no other picture follows a skipped one', async () => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    world.archive.save(dayPicture('2026-11-20'));
    world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
    const app = await world.run();
    await app.wallpaper.decide(skip);
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    await app.wallpaper.decide({ kind: 'undo-skip' });
    await app.wallpaper.decide(skip);
    await world.clock.advance(24 * hour);
    expect(world.shown.slice(2)).toEqual(['2026-11-20', 'own', '2026-11-21']);
    await app.dispose();
  });

  it('restores the user’s own wallpaper after a skip while automatic pictures are off', async () => {
    const { world, app } = await start();
    world.enabled = false;
    await app.wallpaper.decide(skip);
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    await app.dispose();
  });

  it('restores the user’s own wallpaper until a newer day comes, also after a restart', async () => {
    const { world, app } = await start();
    await app.wallpaper.decide({ kind: 'pin', pinned: true });
    expect(await app.wallpaper.restore()).toEqual(ok({ verified: true }));
    await app.wallpaper.refresh();
    await app.wallpaper.decide({ kind: 'skip', date: '2026-11-20' });
    await app.wallpaper.decide({ kind: 'undo-skip' });
    await app.dispose();
    const again = await world.run();
    await again.wallpaper.refresh();
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await again.dispose();
  });

  it.each<[string, (wallpaper: RunningPicture['wallpaper']) => Promise<void>, string]>([
    [
      'a picture of an earlier day',
      async (wallpaper) => {
        await wallpaper.choose(order('2026-11-18'));
        await wallpaper.refresh();
      },
      '2026-11-18',
    ],
    [
      'today’s picture',
      async (wallpaper) => {
        await wallpaper.choose(order('2026-11-20'));
        await wallpaper.refresh();
      },
      '2026-11-20',
    ],
    ['the newest', (wallpaper) => wallpaper.decide({ kind: 'newest' }), '2026-11-20'],
  ])('shows %s when the user asks for it after a restore', async (_what, wants, date) => {
    const { world, app } = await start();
    await app.wallpaper.restore();
    await wants(app.wallpaper);
    expect(world.shown.at(-1)).toBe(date);
    await app.dispose();
  });

  it('keeps the choice if the user’s own wallpaper cannot be restored', async () => {
    const { world, app } = await start();
    await app.wallpaper.decide({ kind: 'pin', pinned: true });
    world.refuses = { kind: 'wallpaper', backend: 'feh', detail: 'it does not say' };
    expect(await app.wallpaper.restore()).toEqual(fail(world.refuses));
    expect(world.state.current.choice).toMatchObject({ pinned: '2026-11-20', back: null });
    await app.dispose();
  });

  it('keeps a choice of the user that was made during a failed restore', async () => {
    const { world, app } = await start();
    const failure = { kind: 'wallpaper', backend: 'feh', detail: 'it does not say' } as const;
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<WallpaperSetter['restore']>>>();
    world.restoring = promise;
    const restored = app.wallpaper.restore();
    const decided = app.wallpaper.decide({ kind: 'pin', pinned: true });
    const { choice } = world.state.current;
    expect(choice.pinned).not.toBeNull();
    resolve(fail(failure));
    expect(await restored).toEqual(fail(failure));
    await decided;
    expect(world.state.current.choice).toEqual(choice);
    await app.dispose();
  });

  it('shows earlier days one by one, and the picture of a new day when it is published', async () => {
    const { world, app } = await start();
    await app.wallpaper.decide({ kind: 'previous' });
    await app.wallpaper.decide({ kind: 'previous' });
    await app.wallpaper.decide({ kind: 'previous' });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19', '2026-11-18']);
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.wallpaper.decide({ kind: 'previous' });
    await app.wallpaper.decide({ kind: 'newest' });
    expect(world.shown.slice(-2)).toEqual(['2026-11-20', '2026-11-21']);
    await app.dispose();
  });

  it('shows the picture of a new day after the system clock was a year ahead', async () => {
    const { world, app } = await start();
    await app.wallpaper.decide({ kind: 'previous' });
    await app.dispose();
    const choice = world.pictureState?.choice;
    world.pictureState = {
      ...world.pictureState,
      choice: { ...choice, back: { to: '2026-11-19', since: '2027-11-20' } },
    } as typeof world.pictureState;
    const again = await world.run();
    await again.wallpaper.refresh();
    expect(world.shown.at(-1)).toBe('2026-11-19');
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await again.dispose();
  });

  it('keeps a pinned picture over new days and a restart, until it is unpinned', async () => {
    const { world, app } = await start();
    await app.wallpaper.decide({ kind: 'pin', pinned: true });
    await world.clock.advance(48 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    await app.dispose();
    const again = await world.run();
    expect(world.state.current.choice.pinned).toBe('2026-11-20');
    await again.wallpaper.decide({ kind: 'pin', pinned: false });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-22']);
    await again.dispose();
  });

  it('keeps the wallpaper during a pause, unless the user chooses another picture', async () => {
    const { world, app } = await start();
    world.paused = true;
    await world.clock.advance(24 * hour);
    expect(world.archive.newest()?.record.date).toBe('2026-11-21');
    expect(world.shown).toEqual(['2026-11-20']);
    await app.wallpaper.decide({ kind: 'skip', date: '2026-11-21' });
    await app.wallpaper.decide({ kind: 'previous' });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19']);
    world.paused = false;
    await app.wallpaper.decide({ kind: 'newest' });
    await app.wallpaper.decide({ kind: 'undo-skip' });
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.dispose();
  });

  it('keeps a picture that the user chose until a newer day comes, also if it was skipped before', async () => {
    const { world, app } = await start();
    await app.wallpaper.decide({ kind: 'skip', date: '2026-11-18' });
    await app.wallpaper.choose(order('2026-11-18'));
    await app.wallpaper.refresh();
    expect(world.shown.at(-1)).toBe('2026-11-18');
    expect(world.state.current.choice.skipped).toEqual([]);
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.dispose();
  });

  it('pins a picture that the user set and pinned with one order', async () => {
    const { world, app } = await start();
    await app.wallpaper.choose({ ...order('2026-11-18'), pinned: true });
    expect(world.state.current.choice.pinned).toBe('2026-11-18');
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-18');
    await app.dispose();
  });
});

describe('startWallpaper, with a rotation', () => {
  const minute = 60_000;
  const every = (
    everyHours: number,
    pool: RotationSettings['pool'] = 'archive',
  ): Settings['wallpaper'] => ({
    ...defaultSettings.wallpaper,
    rotation: { pool, everyHours, between: null },
  });
  const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  async function rotating(settings = every(2), prepare?: (world: PictureWorld) => void) {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    for (const date of dates) world.archive.save(dayPicture(date));
    world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
    world.settings = settings;
    prepare?.(world);
    return { world, app: await world.run() };
  }
  const rotation = (world: PictureWorld) => world.state.current.selection.rotation;

  it('starts no timer while the rotation is off or suspended, else one timer for each change', async () => {
    const { world, app } = await rotating(defaultSettings.wallpaper);
    const sleeps = vi.spyOn(world.clock, 'sleep');
    await world.clock.advance(3 * hour);
    expect(sleeps).not.toHaveBeenCalled();
    world.settings = every(2);
    await app.wallpaper.refresh();
    await world.clock.advance(minute);
    sleeps.mockClear();
    await world.clock.advance(6 * hour);
    expect([sleeps.mock.calls.length, world.shown.length]).toEqual([3, 5]);
    await app.wallpaper.decide({ kind: 'pin', pinned: true });
    await world.clock.advance(minute);
    sleeps.mockClear();
    await world.clock.advance(3 * hour);
    expect(sleeps).not.toHaveBeenCalled();
    await app.dispose();
  });

  it('changes nothing while the rotation is off', async () => {
    const { world, app } = await rotating(defaultSettings.wallpaper);
    await world.clock.advance(10 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'off' });
    await app.dispose();
  });

  it('shows today’s picture first, then all others, and never one twice in a row', async () => {
    const { world, app } = await rotating();
    expect(world.shown).toEqual(['2026-11-20']);
    expect(rotation(world)).toEqual({ kind: 'planned', at: world.clock.now() + 2 * hour });
    await world.clock.advance(8 * hour + minute);
    expect(world.shown).toHaveLength(5);
    expect([...world.shown].sort()).toEqual(dates);
    await app.dispose();
  });

  it('shows a new day’s picture immediately, and continues from there', async () => {
    const { world, app } = await rotating(every(7));
    await world.clock.advance(24 * hour);
    const at = world.shown.indexOf('2026-11-21');
    // The rotation at 19:00 and 2:00, the new day after 5:06, and the rotation again seven hours later.
    expect(at).toBe(3);
    expect(world.shown).toHaveLength(4);
    await world.clock.advance(hour);
    expect(world.shown).toHaveLength(5);
    await app.dispose();
  });

  it('continues after a restart, with one change however long the app was not running', async () => {
    const { world, app } = await rotating();
    await world.clock.advance(hour);
    await app.dispose();
    const again = await world.run();
    expect(world.shown).toEqual(['2026-11-20']);
    await world.clock.advance(hour);
    expect(world.shown).toHaveLength(2);
    await again.dispose();
    world.clock.setWallClock(new Date(world.clock.now() + 7 * hour).toISOString());
    const last = await world.run();
    await world.clock.advance(minute);
    expect(world.shown).toHaveLength(3);
    await last.dispose();
  });

  it('waits the full interval again when the clock is set back', async () => {
    const { world, app } = await rotating();
    await world.clock.advance(hour);
    world.clock.setWallClock(new Date(world.clock.now() - 24 * hour).toISOString());
    await app.wallpaper.refresh();
    await world.clock.advance(2 * hour - minute);
    expect(world.shown).toEqual(['2026-11-20']);
    await world.clock.advance(2 * minute);
    expect(world.shown).toHaveLength(2);
    await app.dispose();
  });

  it.each<
    [
      RotationHold,
      (world: PictureWorld, app: RunningPicture) => unknown,
      (world: PictureWorld, app: RunningPicture) => unknown,
    ]
  >([
    [
      'paused',
      async (world, { wallpaper }) => {
        world.paused = true;
        await wallpaper.refresh();
      },
      async (world, { wallpaper }) => {
        world.paused = false;
        await wallpaper.refresh();
      },
    ],
    [
      'pinned',
      (_world, { wallpaper }) => wallpaper.decide({ kind: 'pin', pinned: true }),
      (_world, { wallpaper }) => wallpaper.decide({ kind: 'pin', pinned: false }),
    ],
    [
      'battery',
      (world, { wallpaper }) => {
        world.onBattery = true;
        wallpaper.powerChanged();
      },
      (world, { wallpaper }) => {
        world.onBattery = false;
        wallpaper.powerChanged();
      },
    ],
    [
      'battery',
      (world) => (world.onBattery = true),
      // On Linux no event reports the change.
      async (world) => {
        world.onBattery = false;
        await world.clock.advance(10 * minute);
      },
    ],
    [
      'full-screen',
      (world) => (world.fullScreen = true),
      async (world) => {
        world.fullScreen = false;
        await world.clock.advance(10 * minute);
      },
    ],
  ])(
    'suspends the rotation for the reason “%s”, and continues afterwards',
    async (by, hold, release) => {
      const { world, app } = await rotating();
      await hold(world, app);
      await world.clock.advance(5 * hour);
      expect(world.shown).toEqual(['2026-11-20']);
      expect(rotation(world)).toEqual({ kind: 'held', by });
      await release(world, app);
      await world.clock.advance(minute);
      expect(world.shown).toHaveLength(2);
      await app.dispose();
    },
  );

  it('keeps the user’s own wallpaper after a restore until a new day', async () => {
    const { world, app } = await rotating();
    await app.wallpaper.restore();
    await world.clock.advance(2_000);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'own-wallpaper' });
    await world.clock.advance(5 * hour);
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    await world.clock.advance(19 * hour);
    expect(world.shown).toContain('2026-11-21');
    await app.dispose();
  });

  it('keeps a picture that is pinned during the check for a full-screen window', async () => {
    const { world, app } = await rotating();
    const pins = async (): Promise<boolean> => {
      await app.wallpaper.decide({ kind: 'pin', pinned: true });
      return false;
    };
    world.askFullScreen = vi.fn(pins);
    await world.clock.advance(3 * hour);
    expect(world.askFullScreen).toHaveBeenCalledOnce();
    expect(world.shown).toEqual(['2026-11-20']);
    expect(world.state.current.choice.pinned).toBe('2026-11-20');
    await app.dispose();
  });

  it('checks for a full-screen window only when a change is due', async () => {
    const { world, app } = await rotating();
    world.askFullScreen = vi.fn(() => Promise.resolve(false));
    await world.clock.advance(hour);
    await app.wallpaper.refresh();
    await world.clock.advance(minute);
    expect(world.askFullScreen).not.toHaveBeenCalled();
    await world.clock.advance(hour);
    expect(world.askFullScreen).toHaveBeenCalledOnce();
    await app.dispose();
  });

  it('continues the rotation in order after the picture of a new day', async () => {
    const { world, app } = await rotating(every(5));
    await world.clock.advance(24 * hour + minute);
    const rotated = world.shown.filter((date) => dates.includes(date));
    expect(world.shown).toContain('2026-11-21');
    expect(new Set(rotated).size).toBe(rotated.length);
    await app.dispose();
  });

  it('keeps the user’s own wallpaper on the day of a video', async () => {
    const { world, app } = await rotating();
    world.answers.successor = (date, now) =>
      ok(
        pictureRecord(date ?? easternDate(now), {
          mediaType: 'video',
          thumbnailUrl: 'https://example.org/still.jpg',
        }),
      );
    await app.wallpaper.restore();
    await world.clock.advance(24 * hour);
    expect(world.archive.newest()?.record.date).toBe('2026-11-21');
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'own-wallpaper' });
    await app.dispose();
  });

  it.each<[string, (world: PictureWorld, app: RunningPicture) => unknown]>([
    [
      'all favourites are removed while one is shown',
      (_world, { wallpaper }) =>
        wallpaper.decide({ kind: 'favour', date: '2026-11-17', favourite: false }),
    ],
    [
      'a rule hides all favourites',
      (world, { wallpaper }) => {
        const show = { ...unrestrictedRules, without: ['2026-11-17'] };
        world.settings = { ...every(2, 'favourites'), show };
        return wallpaper.refresh();
      },
    ],
  ])('stops when %s, and shows a new day’s picture', async (_what, remove) => {
    const { world, app } = await rotating(every(2, 'favourites'));
    await app.wallpaper.decide({ kind: 'favour', date: '2026-11-17', favourite: true });
    await world.clock.advance(2 * hour + minute);
    expect(world.shown).toEqual(['2026-11-20', '2026-11-17']);
    await remove(world, app);
    await world.clock.advance(3 * hour);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'nothing-else' });
    await world.clock.advance(20 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.dispose();
  });

  type Step = 'wait' | 'restart' | 'pin' | 'pause' | 'battery' | 'full-screen' | 'next' | 'back';
  const steps = fc.array(
    fc.constantFrom<Step>(
      'wait',
      'wait',
      'wait',
      'restart',
      'pin',
      'pause',
      'battery',
      'full-screen',
      'next',
      'back',
    ),
    { minLength: 5, maxLength: 25 },
  );

  it('never shows a picture twice in a row, nor changes it while suspended, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const begun = await rotating(every(2));
        const { world } = begun;
        let { app } = begun;
        const held = { pin: false, pause: false, battery: false, 'full-screen': false };
        for (const step of all) {
          const before = { shown: world.shown.at(-1), newest: world.archive.newest()?.record.date };
          const since = world.pictureState?.shown?.since;
          switch (step) {
            case 'wait':
              await world.clock.advance(2 * hour + 11 * minute);
              break;
            case 'restart':
              await app.dispose();
              app = await world.run();
              break;
            case 'pin':
              held.pin = !held.pin;
              await app.wallpaper.decide({ kind: 'pin', pinned: held.pin });
              break;
            case 'pause':
              world.paused = held.pause = !held.pause;
              await app.wallpaper.refresh();
              break;
            case 'battery':
              world.onBattery = held.battery = !held.battery;
              app.wallpaper.powerChanged();
              break;
            case 'full-screen':
              world.fullScreen = held['full-screen'] = !held['full-screen'];
              break;
            case 'next':
              held.pin = false;
              await app.wallpaper.decide({ kind: 'next' });
              break;
            case 'back':
              world.clock.setWallClock(new Date(world.clock.now() - hour).toISOString());
          }
          const shown = world.shown.at(-1);
          const isNew = shown === world.archive.newest()?.record.date && shown !== before.newest;
          const isHeld = Object.values(held).includes(true);
          if (step === 'next') expect(shown).not.toBe(before.shown);
          if (step === 'wait' && (held.pin || held.pause)) expect(shown).toBe(before.shown);
          if (step === 'wait' && isHeld && !isNew) expect(shown).toBe(before.shown);
          if (step === 'wait' && !isHeld) {
            // After the wall clock was set back, the hours count from a later time.
            const isDue = (since ?? Infinity) + 2 * hour <= world.clock.now();
            if (isDue) expect(shown).not.toBe(before.shown);
          }
        }
        await app.dispose();
      }),
      { numRuns: runs(60) },
    );
  });

  it('reports `nothing-else` without favourites, and starts with the first favourite', async () => {
    const { world, app } = await rotating(every(2, 'favourites'));
    await world.clock.advance(3 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'nothing-else' });
    await app.wallpaper.decide({ kind: 'favour', date: '2026-11-17', favourite: true });
    await world.clock.advance(minute);
    expect(world.shown).toEqual(['2026-11-20', '2026-11-17']);
    await app.dispose();
  });

  it('fetches five pictures of this day in past years', async () => {
    const { world, app } = await rotating(every(2, 'this-day'));
    await world.clock.advance(3 * hour);
    expect(world.requests.filter((one) => one.startsWith('image'))).toHaveLength(5);
    expect(world.shown).toHaveLength(2);
    expect(world.shown[1]).toMatch(/^20(25|24|23|22|21)-11-20$/);
    await app.dispose();
  });

  it('continues as soon as the first picture of the pool has arrived', async () => {
    const { world, app } = await rotating(every(2, 'this-day'), (before) => {
      const { successor } = before.answers;
      before.answers.successor = (date, now) =>
        date === null ? successor(date, now) : fail({ kind: 'offline', reason: 'dns' });
    });
    await world.clock.advance(3 * hour);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'nothing-else' });
    world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
    await app.wallpaper.refresh();
    await world.clock.advance(2_000);
    expect(world.shown).toHaveLength(2);
    await app.dispose();
  });

  it('fetches a picture of a past year only if its file is missing', async () => {
    const { world, app } = await rotating(every(2, 'this-day'), (before) => {
      before.archive.save(dayPicture('2025-11-20'));
      before.archive.evicted.set('2024-11-20', dayPicture('2024-11-20'));
    });
    await world.clock.advance(minute);
    const brought = world.requests.filter((one) => one.startsWith('image'));
    expect(brought).toHaveLength(4);
    expect(brought.some((one) => one.includes('2024-11-20'))).toBe(true);
    expect(brought.some((one) => one.includes('2025-11-20'))).toBe(false);
    await app.dispose();
  });

  it('shows the newest picture when the rotation is switched off', async () => {
    const { world, app } = await rotating();
    await world.clock.advance(3 * hour);
    world.settings = defaultSettings.wallpaper;
    await app.wallpaper.refresh();
    await world.clock.advance(minute);
    expect(world.shown.at(-1)).toBe('2026-11-20');
    await app.dispose();
  });

  it('shows the next picture immediately when the user asks for it, and waits the full interval again', async () => {
    const { world, app } = await rotating();
    await world.clock.advance(hour);
    await app.wallpaper.decide({ kind: 'next' });
    expect(world.shown).toHaveLength(2);
    await world.clock.advance(2 * hour - minute);
    expect(world.shown).toHaveLength(2);
    await app.dispose();
  });
});

describe('startWallpaper, with the decision `next` and no rotation', () => {
  it('shows the picture of the next day, if there is one', async () => {
    const { world, app } = await start();
    await app.wallpaper.decide({ kind: 'previous' });
    await app.wallpaper.decide({ kind: 'previous' });
    await app.wallpaper.decide({ kind: 'next' });
    await app.wallpaper.decide({ kind: 'next' });
    await app.wallpaper.decide({ kind: 'next' });
    expect(world.shown).toEqual([
      '2026-11-20',
      '2026-11-19',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ]);
    expect(world.state.current.choice.back).toBeNull();
    await app.dispose();
  });
});

describe('startWallpaper, with the decision `next` after an old day was set', () => {
  it('shows the next saved day, even years later', async () => {
    const { world, app } = await start();
    world.archive.save(dayPicture('2024-02-29'));
    await app.wallpaper.choose({ date: '2024-02-29', fit: null, displays: null });
    await app.wallpaper.decide({ kind: 'next' });
    expect(world.shown).toEqual(['2026-11-20', '2024-02-29', '2026-11-18']);
    await app.dispose();
  });
});

describe('startWallpaper, with pictures for other displays', () => {
  const wanting = (others: Settings['wallpaper']['others']) => ({
    ...defaultSettings.wallpaper,
    others,
  });

  it('shows the same picture on a display that is connected again, also after a restart', async () => {
    const { world, app } = await start();
    const third = {
      ...rightDisplay,
      id: 3,
      label: 'B',
      bounds: { ...rightDisplay.bounds, x: 4000 },
    };
    const both = [leftDisplay, { ...rightDisplay, label: 'A' }, third];
    world.displays = both;
    await app.wallpaper.update();
    expect(world.others).toEqual({ 2: '2026-11-19', 3: '2026-11-18' });
    world.displays = [leftDisplay, third];
    await app.wallpaper.update();
    expect(world.others).toEqual({ 3: '2026-11-18' });
    await app.dispose();
    world.displays = both;
    const again = await world.run();
    await again.wallpaper.update();
    expect(world.others).toEqual({ 2: '2026-11-19', 3: '2026-11-18' });
    await again.dispose();
  });

  it('shows two pictures on two displays by default, also on the first day', async () => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
    world.displays = [leftDisplay, rightDisplay];
    const app = await world.run();
    await vi.waitFor(() => expect(world.others).toEqual({ 2: '2026-11-19' }));
    expect(world.shown).toEqual(['2026-11-20']);
    expect([...world.archive.kept.keys()]).toEqual(['2026-11-20', '2026-11-19']);
    await world.clock.advance(24 * hour);
    expect([world.shown.at(-1), world.others]).toEqual(['2026-11-21', { 2: '2026-11-20' }]);
    await app.dispose();
  });

  it.each<[number, Partial<Settings['wallpaper']>, Partial<PictureWorld>]>([
    [1, { others: 'archive' }, { displays: [leftDisplay, rightDisplay] }],
    [0, { others: 'archive' }, { displays: [leftDisplay] }],
    [0, { others: 'archive', displays: 'primary' }, { displays: [leftDisplay, rightDisplay] }],
    [0, { others: 'archive' }, { displays: [leftDisplay, rightDisplay], perDisplay: false }],
    [0, { others: 'archive' }, { displays: [leftDisplay, rightDisplay], enabled: false }],
    [0, { others: 'archive' }, { displays: [leftDisplay, rightDisplay], paused: true }],
    [5, { others: 'this-day' }, {}],
  ])('fetches %i missing pictures with the settings %j', async (count, settings, given) => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
    Object.assign(world, given, { settings: { ...defaultSettings.wallpaper, ...settings } });
    world.archive.save(dayPicture('2026-11-20'));
    const app = await world.run();
    await world.clock.advance(1_000);
    const days = world.requests.filter((one) => one.startsWith('image'));
    expect(days).toHaveLength(count);
    await app.dispose();
  });

  it('shows no missing picture that arrives during a pause', async () => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    world.displays = [leftDisplay, rightDisplay];
    world.answers.successor = (date, now) => {
      if (date === '2026-11-19') world.paused = true;
      return ok(pictureRecord(date ?? easternDate(now)));
    };
    const app = await world.run();
    await vi.waitFor(() => expect([...world.archive.kept.keys()]).toContain('2026-11-19'));
    await world.clock.advance(1_000);
    expect(world.others).toEqual({});
    await app.dispose();
  });

  it('keeps the same picture on all displays if the user chose that', async () => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
    world.settings = wanting('same');
    world.displays = [leftDisplay, rightDisplay];
    const app = await world.run();
    await world.clock.advance(24 * hour);
    expect([world.shown.at(-1), world.others]).toEqual(['2026-11-21', {}]);
    expect([...world.archive.kept.keys()]).toEqual(['2026-11-20', '2026-11-21']);
    await app.dispose();
  });

  it('shows the picture of the primary display on all displays while there are no favourites', async () => {
    const { world, app } = await start();
    world.settings = wanting('favourites');
    world.displays = [leftDisplay, rightDisplay];
    await app.wallpaper.refresh();
    expect([world.shown.at(-1), world.others]).toEqual(['2026-11-20', {}]);
    await app.wallpaper.decide({ kind: 'favour', date: '2026-11-18', favourite: true });
    await app.wallpaper.refresh();
    expect(world.others).toEqual({ 2: '2026-11-18' });
    await app.dispose();
  });
});

describe('startWallpaper, with rules that hide pictures', () => {
  const hiding = (show: Partial<ShowRules>) => ({
    ...defaultSettings.wallpaper,
    show: { ...unrestrictedRules, ...show },
  });

  it('shows the newest picture that passes the rules', async () => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    world.archive.save(dayPicture('2026-11-19'));
    world.archive.save(dayPicture('2026-11-20', { title: 'A diagram' }));
    world.settings = hiding({ without: ['diagram'] });
    const app = await world.run();
    expect(world.shown).toEqual(['2026-11-19']);
    expect(app.wallpaper.countHidden(world.settings.show)).toEqual({ hidden: 1, of: 2 });
    await app.dispose();
  });

  it('shows a picture of at least 1280 pixels after a skip, but today’s at any size', async () => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    const large = dayPicture('2026-11-18');
    if (large.file === null) throw new Error('no file');
    world.archive.save({ ...large, file: { ...large.file, width: 1280 } });
    world.archive.save(dayPicture('2026-11-19'));
    world.archive.save(dayPicture('2026-11-20'));
    const app = await world.run();
    expect(world.shown).toEqual(['2026-11-20']);
    await app.wallpaper.decide({ kind: 'skip', date: '2026-11-20' });
    await app.wallpaper.refresh();
    expect(world.shown).toEqual(['2026-11-20', '2026-11-18']);
    await app.dispose();
  });

  it('keeps the wallpaper if the rules hide all pictures, and publishes `allHidden`', async () => {
    const { world, app } = await start();
    world.settings = hiding({ without: ['stars'] });
    await app.wallpaper.refresh();
    await world.clock.advance(24 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    expect(world.state.current.selection.allHidden).toBe(true);
    world.settings = hiding({});
    await app.wallpaper.refresh();
    expect(world.state.current.selection.allHidden).toBe(false);
    expect(world.shown).toEqual(['2026-11-20', '2026-11-21']);
    await app.dispose();
  });
});
