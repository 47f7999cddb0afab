import { describe, expect, it } from 'vitest';
import { dayPicture, pictureRecord } from '../../../../../test/support/pictures.ts';
import { pictureWorld } from '../../../../../test/support/picture-world.ts';
import { ok } from '../../../../shared/failure.ts';
import { easternDate } from '../eastern.ts';

const hour = 3600_000;
async function start() {
  const world = pictureWorld('2026-11-20T12:00:00Z');
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20'])
    world.archive.save(dayPicture(date));
  world.answers.specified = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
  return { world, app: await world.run() };
}

describe('a decision about the desktop', () => {
  it('skips the picture that is shown, and takes that back', async () => {
    const { world, app } = await start();
    await app.desk.skip();
    await app.desk.skip();
    await app.desk.undoSkip();
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-19']);
    await app.dispose();
  });

  it('goes back day by day, and forward when a new day comes', async () => {
    const { world, app } = await start();
    await app.desk.previous();
    await app.desk.previous();
    await app.desk.previous();
    expect(world.shown).toEqual(['2026-11-20', '2026-11-19', '2026-11-18']);
    await world.clock.advance(24 * hour);
    expect(world.shown.at(-1)).toBe('2026-11-21');
    await app.desk.previous();
    await app.desk.newest();
    expect(world.shown.slice(-2)).toEqual(['2026-11-20', '2026-11-21']);
    await app.dispose();
  });

  it('pins, over new days and a restart, until it is let go', async () => {
    const { world, app } = await start();
    await app.desk.pin(true);
    await world.clock.advance(48 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    await app.dispose();
    const again = await world.run();
    expect(world.state.current.choice.pinned).toBe('2026-11-20');
    await again.desk.pin(false);
    expect(world.shown).toEqual(['2026-11-20', '2026-11-22']);
    await again.dispose();
  });

  it('pauses: what comes meanwhile is kept, and shown when the pause ends', async () => {
    const { world, app } = await start();
    await world.clock.advance(16.9 * hour);
    app.desk.pause('hour');
    await world.clock.advance(0.9 * hour);
    expect(world.archive.newest()?.record.date).toBe('2026-11-21');
    expect(world.shown).toEqual(['2026-11-20']);
    await world.clock.advance(0.2 * hour);
    expect(world.shown).toEqual(['2026-11-20', '2026-11-21']);
    expect(world.state.current.choice.paused).toBeNull();
    await app.dispose();
  });

  it('pauses until the person resumes, over a restart', async () => {
    const { world, app } = await start();
    app.desk.pause('resumed');
    await world.clock.advance(48 * hour);
    await app.dispose();
    const again = await world.run();
    await world.clock.advance(24 * hour);
    expect(world.shown).toEqual(['2026-11-20']);
    await again.desk.resume();
    expect(world.shown).toEqual(['2026-11-20', '2026-11-23']);
    await again.dispose();
  });

  it('leaves the pause running when another one replaces it', async () => {
    const { world, app } = await start();
    app.desk.pause('hour');
    app.desk.pause('resumed');
    await world.clock.advance(3 * hour);
    expect(world.state.current.choice.paused).toBe('resumed');
    expect(world.defects).toEqual([]);
    await app.dispose();
  });
});
