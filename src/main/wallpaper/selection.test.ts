import { describe, expect, it } from 'vitest';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { pictureWorld } from '#test/support/picture-world.ts';
import { fail, ok } from '#shared/failure.ts';
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
  it('skips the picture that is shown, and takes that back', async () => {
    const { world, app } = await start();
    await app.selection.decide(skip);
    await app.selection.decide(skip);
    await app.selection.decide({ kind: 'undo-skip' });
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-19']);
    await app.dispose();
  });

  it('puts back what was there before where no other picture follows a skipped one', async () => {
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

  it('puts back what was there before where pictures do not come by themselves', async () => {
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
        selection.choose('2026-11-18');
        return selection.refresh();
      },
      '2026-11-18',
    ],
    [
      'today’s picture',
      (selection) => {
        selection.choose('2026-11-20');
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
    app.selection.choose('2026-11-18');
    await app.selection.refresh();
    expect(world.shown.at(-1)).toBe('2026-11-18');
    expect(world.state.current.choice.skipped).toEqual([]);
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.dispose();
  });
});
