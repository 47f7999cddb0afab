import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { left, right } from '#test/support/backends.ts';
import { pictureWorld, type PictureWorld, type Running } from '#test/support/picture-world.ts';
import { fail, ok } from '#shared/failure.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import {
  showAll,
  type RotationHold,
  type RotationSettings,
  type ShowRules,
} from '#shared/wallpaper/selection.ts';
import { easternDate } from '#picture/eastern.ts';
import type { WallpaperSelection } from './selection.ts';

const hour = 3600_000;
const skip = { kind: 'skip', date: null } as const;
async function start() {
  const world = pictureWorld('2026-11-20T12:00:00Z');
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20'])
    world.archive.save(dayPicture(date));
  world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
  return { world, app: await world.run() };
}

describe('a decision about the desktop', () => {
  it('skips the shown picture, and undoes that', async () => {
    const { world, app } = await start();
    await app.selection.decide(skip);
    await app.selection.decide(skip);
    await app.selection.decide({ kind: 'undo-skip' });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-19']);
    await app.dispose();
  });

  it('restores the own wallpaper when no other picture follows a skipped one', async () => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    world.archive.save(dayPicture('2026-11-20'));
    world.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
    const app = await world.run();
    await app.selection.decide(skip);
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    await app.selection.decide({ kind: 'undo-skip' });
    await app.selection.decide(skip);
    await world.clock.advance(24 * hour);
    expect(world.shown.slice(2)).toEqual(['2026-11-20', 'own', '2026-11-21']);
    await app.dispose();
  });

  it('restores the own wallpaper after a skip while automatic pictures are off', async () => {
    const { world, app } = await start();
    world.enabled = false;
    await app.selection.decide(skip);
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    await app.dispose();
  });

  it('restores the own wallpaper until a newer day comes, also after a restart', async () => {
    const { world, app } = await start();
    await app.selection.decide({ kind: 'pin', pinned: true });
    expect(await app.selection.restore()).toEqual(ok({ verified: true }));
    await app.selection.refresh();
    await app.selection.decide({ kind: 'skip', date: '2026-11-20' });
    await app.selection.decide({ kind: 'undo-skip' });
    await app.dispose();
    const again = await world.run();
    await again.selection.refresh();
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await again.dispose();
  });

  it.each<[string, (app: WallpaperSelection) => Promise<void>, string]>([
    [
      'a picture of an earlier day',
      (selection) => {
        selection.choose(dayPicture('2026-11-18'));
        return selection.refresh();
      },
      '2026-11-18',
    ],
    [
      'today’s picture',
      (selection) => {
        selection.choose(dayPicture('2026-11-20'));
        return selection.refresh();
      },
      '2026-11-20',
    ],
    ['the newest', (selection) => selection.decide({ kind: 'newest' }), '2026-11-20'],
  ])('shows %s again when the person wants it after a restore', async (_what, wants, date) => {
    const { world, app } = await start();
    await app.selection.restore();
    await wants(app.selection);
    expect(world.shown.at(-1)).toBe(date);
    await app.dispose();
  });

  it('keeps the choice if the own wallpaper cannot be restored', async () => {
    const { world, app } = await start();
    await app.selection.decide({ kind: 'pin', pinned: true });
    world.refuses = { kind: 'wallpaper', backend: 'feh', detail: 'it does not say' };
    expect(await app.selection.restore()).toEqual(fail(world.refuses));
    expect(world.state.current.choice).toMatchObject({ pinned: '2026-11-20', back: null });
    await app.dispose();
  });

  it('keeps a choice that is made while a restore is under way and then fails', async () => {
    const { world, app } = await start();
    const failure = { kind: 'wallpaper', backend: 'feh', detail: 'it does not say' } as const;
    const { promise, resolve } =
      Promise.withResolvers<Awaited<ReturnType<WallpaperSelection['restore']>>>();
    world.restoring = promise;
    const restored = app.selection.restore();
    await app.selection.decide({ kind: 'pin', pinned: true });
    const { choice } = world.state.current;
    expect(choice.pinned).not.toBeNull();
    resolve(fail(failure));
    expect(await restored).toEqual(fail(failure));
    expect(world.state.current.choice).toEqual(choice);
    await app.dispose();
  });

  it('goes back day by day, and forward when a new day comes', async () => {
    const { world, app } = await start();
    await app.selection.decide({ kind: 'previous' });
    await app.selection.decide({ kind: 'previous' });
    await app.selection.decide({ kind: 'previous' });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19', '2026-11-18']);
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.selection.decide({ kind: 'previous' });
    await app.selection.decide({ kind: 'newest' });
    expect(world.shown.slice(-2)).toEqual(['2026-11-20', '2026-11-21']);
    await app.dispose();
  });

  it('goes forward to a new day after the system clock was a year ahead', async () => {
    const { world, app } = await start();
    await app.selection.decide({ kind: 'previous' });
    await app.dispose();
    const choice = world.pictureState?.choice;
    world.pictureState = {
      ...world.pictureState,
      choice: { ...choice, back: { to: '2026-11-19', since: '2027-11-20' } },
    } as typeof world.pictureState;
    const again = await world.run();
    await again.selection.refresh();
    expect(world.shown.at(-1)).toBe('2026-11-19');
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await again.dispose();
  });

  it('pins over new days and a restart, until it is unpinned', async () => {
    const { world, app } = await start();
    await app.selection.decide({ kind: 'pin', pinned: true });
    await world.clock.advance(48 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    await app.dispose();
    const again = await world.run();
    expect(world.state.current.choice.pinned).toBe('2026-11-20');
    await again.selection.decide({ kind: 'pin', pinned: false });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-22']);
    await again.dispose();
  });

  it('leaves the wallpaper alone while paused, unless the person decides something', async () => {
    const { world, app } = await start();
    world.paused = true;
    await world.clock.advance(24 * hour);
    expect(world.archive.newest()?.record.date).toBe('2026-11-21');
    expect(world.shown).toEqual(['2026-11-20']);
    await app.selection.decide({ kind: 'skip', date: '2026-11-21' });
    await app.selection.decide({ kind: 'previous' });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19']);
    world.paused = false;
    await app.selection.decide({ kind: 'newest' });
    await app.selection.decide({ kind: 'undo-skip' });
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.dispose();
  });

  it('keeps what the person chose until a newer day comes, skipped before or not', async () => {
    const { world, app } = await start();
    await app.selection.decide({ kind: 'skip', date: '2026-11-18' });
    app.selection.choose(dayPicture('2026-11-18'));
    await app.selection.refresh();
    expect(world.shown.at(-1)).toBe('2026-11-18');
    expect(world.state.current.choice.skipped).toEqual([]);
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.dispose();
  });
});

describe('the rotation', () => {
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

  it('adds no wakeup while it is off or held, and one for each change while it is on', async () => {
    const { world, app } = await rotating(defaultSettings.wallpaper);
    const sleeps = vi.spyOn(world.clock, 'sleep');
    await world.clock.advance(3 * hour);
    expect(sleeps).not.toHaveBeenCalled();
    world.settings = every(2);
    await app.selection.refresh();
    await world.clock.advance(minute);
    sleeps.mockClear();
    await world.clock.advance(6 * hour);
    expect([sleeps.mock.calls.length, world.shown.length]).toEqual([3, 5]);
    await app.selection.decide({ kind: 'pin', pinned: true });
    await world.clock.advance(minute);
    sleeps.mockClear();
    await world.clock.advance(3 * hour);
    expect(sleeps).not.toHaveBeenCalled();
    await app.dispose();
  });

  it('is off until it is switched on', async () => {
    const { world, app } = await rotating(defaultSettings.wallpaper);
    await world.clock.advance(10 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'off' });
    await app.dispose();
  });

  it('shows today’s first, then all others, and never one twice in a row', async () => {
    const { world, app } = await rotating();
    expect(world.shown).toEqual(['2026-11-20']);
    expect(rotation(world)).toEqual({ kind: 'planned', at: world.clock.now() + 2 * hour });
    await world.clock.advance(8 * hour + minute);
    expect(world.shown).toHaveLength(5);
    expect([...world.shown].sort()).toEqual(dates);
    await app.dispose();
  });

  it('shows a new day’s picture at once, and goes on from there', async () => {
    const { world, app } = await rotating(every(7));
    await world.clock.advance(24 * hour);
    const at = world.shown.indexOf('2026-11-21');
    // At 19:00 and 2:00 the rotation, after 5:06 the new day, and seven hours later the rotation again.
    expect(at).toBe(3);
    expect(world.shown).toHaveLength(4);
    await world.clock.advance(hour);
    expect(world.shown).toHaveLength(5);
    await app.dispose();
  });

  it('continues after a restart, with one change however long the app was off', async () => {
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

  it('waits its full time again when the clock is set back', async () => {
    const { world, app } = await rotating();
    await world.clock.advance(hour);
    world.clock.setWallClock(new Date(world.clock.now() - 24 * hour).toISOString());
    await app.selection.refresh();
    await world.clock.advance(2 * hour - minute);
    expect(world.shown).toEqual(['2026-11-20']);
    await world.clock.advance(2 * minute);
    expect(world.shown).toHaveLength(2);
    await app.dispose();
  });

  it.each<
    [
      RotationHold,
      (world: PictureWorld, app: Running) => unknown,
      (world: PictureWorld, app: Running) => unknown,
    ]
  >([
    [
      'paused',
      async (world, { selection }) => {
        world.paused = true;
        await selection.refresh();
      },
      async (world, { selection }) => {
        world.paused = false;
        await selection.refresh();
      },
    ],
    [
      'pinned',
      (_world, { selection }) => selection.decide({ kind: 'pin', pinned: true }),
      (_world, { selection }) => selection.decide({ kind: 'pin', pinned: false }),
    ],
    [
      'battery',
      (world, { selection }) => {
        world.onBattery = true;
        selection.wake();
      },
      (world, { selection }) => {
        world.onBattery = false;
        selection.wake();
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
  ])('is held while %s, and goes on afterwards', async (by, hold, release) => {
    const { world, app } = await rotating();
    await hold(world, app);
    await world.clock.advance(5 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    expect(rotation(world)).toEqual({ kind: 'held', by });
    await release(world, app);
    await world.clock.advance(minute);
    expect(world.shown).toHaveLength(2);
    await app.dispose();
  });

  it('leaves the own wallpaper alone once that is restored, until a new day comes', async () => {
    const { world, app } = await rotating();
    await app.selection.restore();
    await world.clock.advance(5 * hour);
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'own-wallpaper' });
    await world.clock.advance(19 * hour);
    expect(world.shown).toContain('2026-11-21');
    await app.dispose();
  });

  it('keeps a picture that is pinned while the desktop is asked for a full-screen window', async () => {
    const { world, app } = await rotating();
    const pins = async (): Promise<boolean> => {
      await app.selection.decide({ kind: 'pin', pinned: true });
      return false;
    };
    world.askFullScreen = vi.fn(pins);
    await world.clock.advance(3 * hour);
    expect(world.askFullScreen).toHaveBeenCalledOnce();
    expect(world.shown).toEqual(['2026-11-20']);
    expect(world.state.current.choice.pinned).toBe('2026-11-20');
    await app.dispose();
  });

  it('asks whether a window fills the screen only when a change is due', async () => {
    const { world, app } = await rotating();
    world.askFullScreen = vi.fn(() => Promise.resolve(false));
    await world.clock.advance(hour);
    await app.selection.refresh();
    await world.clock.advance(minute);
    expect(world.askFullScreen).not.toHaveBeenCalled();
    await world.clock.advance(hour);
    expect(world.askFullScreen).toHaveBeenCalledOnce();
    await app.dispose();
  });

  it('goes on where it was after the picture of a new day', async () => {
    const { world, app } = await rotating(every(5));
    await world.clock.advance(24 * hour + minute);
    const rotated = world.shown.filter((date) => dates.includes(date));
    expect(world.shown).toContain('2026-11-21');
    expect(new Set(rotated).size).toBe(rotated.length);
    await app.dispose();
  });

  it('keeps the own wallpaper on the day of a video', async () => {
    const { world, app } = await rotating();
    world.answers.successor = (date, now) =>
      ok(
        pictureRecord(date ?? easternDate(now), {
          mediaType: 'video',
          thumbnailUrl: 'https://example.org/still.jpg',
        }),
      );
    await app.selection.restore();
    await world.clock.advance(24 * hour);
    expect(world.archive.newest()?.record.date).toBe('2026-11-21');
    expect(world.shown).toEqual(['2026-11-20', 'own']);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'own-wallpaper' });
    await app.dispose();
  });

  it.each<[string, (world: PictureWorld, app: Running) => unknown]>([
    [
      'all favourites are removed while one is shown',
      (_world, { selection }) =>
        selection.decide({ kind: 'favour', date: '2026-11-17', favourite: false }),
    ],
    [
      'a rule hides all favourites',
      (world, { selection }) => {
        const show = { ...showAll, without: ['2026-11-17'] };
        world.settings = { ...every(2, 'favourites'), show };
        return selection.refresh();
      },
    ],
  ])('stops where %s, and shows a new day', async (_what, remove) => {
    const { world, app } = await rotating(every(2, 'favourites'));
    await app.selection.decide({ kind: 'favour', date: '2026-11-17', favourite: true });
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

  it('never shows one twice in a row, and none while it is held, whatever happens', async () => {
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
              await app.selection.decide({ kind: 'pin', pinned: held.pin });
              break;
            case 'pause':
              world.paused = held.pause = !held.pause;
              await app.selection.refresh();
              break;
            case 'battery':
              world.onBattery = held.battery = !held.battery;
              app.selection.wake();
              break;
            case 'full-screen':
              world.fullScreen = held['full-screen'] = !held['full-screen'];
              break;
            case 'next':
              held.pin = false;
              await app.selection.decide({ kind: 'next' });
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
            // Once the wall clock is set back the hours begin later.
            const isDue = (since ?? Infinity) + 2 * hour <= world.clock.now();
            if (isDue) expect(shown).not.toBe(before.shown);
          }
        }
        await app.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it('reports that there is nothing else without favourites, and starts with the first one', async () => {
    const { world, app } = await rotating(every(2, 'favourites'));
    await world.clock.advance(3 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    expect(rotation(world)).toEqual({ kind: 'held', by: 'nothing-else' });
    await app.selection.decide({ kind: 'favour', date: '2026-11-17', favourite: true });
    await world.clock.advance(minute);
    expect(world.shown).toEqual(['2026-11-20', '2026-11-17']);
    await app.dispose();
  });

  it('brings pictures of this day in past years, and no more than it needs', async () => {
    const { world, app } = await rotating(every(2, 'this-day'));
    await world.clock.advance(3 * hour);
    expect(world.requests.filter((one) => one.startsWith('image'))).toHaveLength(5);
    expect(world.shown).toHaveLength(2);
    expect(world.shown[1]).toMatch(/^20(25|24|23|22|21)-11-20$/);
    await app.dispose();
  });

  it('brings a picture of a past year again whose file was removed, and none that is there', async () => {
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

  it('goes back to the newest picture when it is switched off', async () => {
    const { world, app } = await rotating();
    await world.clock.advance(3 * hour);
    world.settings = defaultSettings.wallpaper;
    await app.selection.refresh();
    await world.clock.advance(minute);
    expect(world.shown.at(-1)).toBe('2026-11-20');
    await app.dispose();
  });

  it('shows the next picture at once when the person asks for it, and waits its hours again', async () => {
    const { world, app } = await rotating();
    await world.clock.advance(hour);
    await app.selection.decide({ kind: 'next' });
    expect(world.shown).toHaveLength(2);
    await world.clock.advance(2 * hour - minute);
    expect(world.shown).toHaveLength(2);
    await app.dispose();
  });
});

describe('the next picture without a rotation', () => {
  it('is the one of the day after, as far as there is one', async () => {
    const { world, app } = await start();
    await app.selection.decide({ kind: 'previous' });
    await app.selection.decide({ kind: 'previous' });
    await app.selection.decide({ kind: 'next' });
    await app.selection.decide({ kind: 'next' });
    await app.selection.decide({ kind: 'next' });
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

describe('the pictures of other displays', () => {
  const wanting = (others: Settings['wallpaper']['others']) => ({
    ...defaultSettings.wallpaper,
    others,
  });

  it('are the same for a display that comes back, also after a restart', async () => {
    const { world, app } = await start();
    world.settings = wanting('archive');
    const third = { ...right, id: 3, label: 'B', bounds: { ...right.bounds, x: 4000 } };
    const both = [left, { ...right, label: 'A' }, third];
    world.displays = both;
    await app.selection.refresh();
    expect(world.others).toEqual({ 2: '2026-11-19', 3: '2026-11-18' });
    world.displays = [left, third];
    await app.selection.refresh();
    expect(world.others).toEqual({ 3: '2026-11-18' });
    await app.dispose();
    world.displays = both;
    const again = await world.run();
    await again.selection.refresh();
    expect(world.others).toEqual({ 2: '2026-11-19', 3: '2026-11-18' });
    await again.dispose();
  });

  it('are that of the primary while there are no favourites', async () => {
    const { world, app } = await start();
    world.settings = wanting('favourites');
    world.displays = [left, right];
    await app.selection.refresh();
    expect([world.shown.at(-1), world.others]).toEqual(['2026-11-20', {}]);
    await app.selection.decide({ kind: 'favour', date: '2026-11-18', favourite: true });
    await app.selection.refresh();
    expect(world.others).toEqual({ 2: '2026-11-18' });
    await app.dispose();
  });
});

describe('rules that hide pictures', () => {
  const hiding = (show: Partial<ShowRules>) => ({
    ...defaultSettings.wallpaper,
    show: { ...showAll, ...show },
  });

  it('show the newest picture that passes', async () => {
    const world = pictureWorld('2026-11-20T12:00:00Z');
    world.archive.save(dayPicture('2026-11-19'));
    world.archive.save(dayPicture('2026-11-20', { title: 'A diagram' }));
    world.settings = hiding({ without: ['diagram'] });
    const app = await world.run();
    expect(world.shown).toEqual(['2026-11-19']);
    expect(app.selection.countHidden(world.settings.show)).toEqual({ hidden: 1, of: 2 });
    await app.dispose();
  });

  it('leave the wallpaper alone where they hide all, and say so', async () => {
    const { world, app } = await start();
    world.settings = hiding({ leastPixels: 60_000 });
    await app.selection.refresh();
    await world.clock.advance(24 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    expect(world.state.current.selection.allHidden).toBe(true);
    world.settings = hiding({});
    await app.selection.refresh();
    expect(world.state.current.selection.allHidden).toBe(false);
    expect(world.shown).toEqual(['2026-11-20', '2026-11-21']);
    await app.dispose();
  });
});
