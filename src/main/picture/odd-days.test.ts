import { describe, expect, it } from 'vitest';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { pictureWorld, type Answers, type PictureWorld } from '#test/support/picture-world.ts';
import { fail, ok, type Failure } from '#shared/failure.ts';
import type { PictureFile } from '#shared/picture/picture.ts';
import { sameForAllSources } from '#shared/picture/providers.ts';
import { easternDate } from './eastern.ts';

// Days that differ from the rule: shown again, published weeks ago, or with a file that cannot be had.

const punctual: Answers = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
const failing =
  (failure: Failure): Answers =>
  () =>
    fail(failure);
const unavailable = failing({ kind: 'unavailable', status: 500, retryAt: null });
/** Answers as if nothing was published after a day. */
const until =
  (newest: string): Answers =>
  (date) =>
    date !== null && date > newest
      ? fail({ kind: 'not-found' })
      : ok(pictureRecord(date ?? newest));

function start(answers: Partial<PictureWorld['answers']> = {}): PictureWorld {
  const world = pictureWorld('2026-11-27T12:00:00Z');
  Object.assign(world.answers, { successor: punctual, legacy: punctual }, answers);
  return world;
}
const asked = (world: PictureWorld, name: string): number =>
  world.requests.filter((request) => request.startsWith(name)).length;
/** The waits of the two sources that answer; the feed and the editors' site are down in most tests. */
const waits = (world: PictureWorld) =>
  world.state.current.supply.providers.filter(
    ({ name, notBefore }) => notBefore !== null && ['successor', 'legacy'].includes(name),
  );
const bytesOf = (date: string, hash: string): PictureFile => ({
  name: `${date}-${hash}.jpg`,
  format: 'jpeg',
  bytes: 900,
  width: 1024,
  height: 768,
});

describe('a picture that the editors show again', () => {
  it('is accepted as today’s picture, although the user had opened its earlier day', async () => {
    const world = start();
    world.archive.save({ ...dayPicture('2025-11-27'), file: bytesOf('2025-11-27', 'aaaaaaaa') });
    world.file = ({ date }) => ok(bytesOf(date, 'aaaaaaaa'));
    const picture = await world.run();
    expect(world.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: '2026-11-27' } },
    });
    expect(waits(world)).toEqual([]);
    await picture.dispose();
  });

  it('is accepted as the picture of its earlier day, although today shows it, too', async () => {
    const world = start();
    world.file = ({ date }) => ok(bytesOf(date, 'aaaaaaaa'));
    const picture = await world.run();
    for (const date of ['2025-11-27', '2026-11-26', '2012-03-04'])
      expect(await picture.day(date)).toMatchObject({ ok: true });
    expect(waits(world)).toEqual([]);
    await picture.dispose();
  });
});

describe('a service that stands still, and shows the picture of yesterday as that of today', () => {
  it('is refused, and days of the archive can still be opened', async () => {
    const world = start();
    world.archive.save({ ...dayPicture('2026-11-26'), file: bytesOf('2026-11-26', 'aaaaaaaa') });
    const good = world.file;
    world.file = (record) =>
      record.date === '2026-11-27' ? ok(bytesOf(record.date, 'aaaaaaaa')) : good(record);
    const picture = await world.run();
    expect(world.state.current.picture).toMatchObject({
      status: 'failed',
      failure: { kind: 'malformed' },
      last: { record: { date: '2026-11-26' } },
    });
    expect(await picture.day('2020-01-02')).toMatchObject({ ok: true });
    await picture.dispose();
  });
});

describe('when nothing was published for weeks', () => {
  it.each(['2026-11-19', '2026-10-15'])(
    'a first start shows the newest day there is: %s',
    async (newest) => {
      const world = start({ successor: until(newest), legacy: until(newest) });
      const picture = await world.run();
      expect(world.state.current.picture).toMatchObject({
        status: 'ready',
        last: { record: { date: newest } },
      });
      expect(world.state.current.activities.picture.next.reason).toBe('picture-unpublished');
      expect(waits(world)).toEqual([]);
      expect(await picture.day('2025-05-05')).toMatchObject({ ok: true });
      await picture.dispose();
    },
  );

  it('the app waits without a failure, and gets the first day after the pause', async () => {
    const world = start({ successor: until('2026-11-26'), legacy: until('2026-11-26') });
    const picture = await world.run();
    await world.clock.advance(43 * 24 * 3600_000);
    expect(world.state.current.picture.status).toBe('ready');
    expect(waits(world)).toEqual([]);
    world.answers.successor = punctual;
    await world.clock.advance(2 * 3600_000 + 60_000);
    expect(world.state.current.picture.last?.record.date).toBe('2027-01-09');
    await picture.dispose();
  });

  it('a source whose newest day is older than the kept one hides no failure of the others', async () => {
    const world = start({ successor: unavailable, legacy: until('2026-09-30') });
    world.archive.save(dayPicture('2026-11-26'));
    const picture = await world.run();
    expect(world.state.current.picture).toMatchObject({
      status: 'failed',
      failure: { kind: 'unavailable' },
      last: { record: { date: '2026-11-26' } },
    });
    await picture.dispose();
  });

  it('a source whose newest day is older than the kept one does not count as failed if no other source failed', async () => {
    const world = start({ successor: until('2026-09-30') });
    world.archive.save(dayPicture('2026-11-26'));
    const picture = await world.run({ isAsked: (name) => name === 'successor' });
    expect(world.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: '2026-11-26' } },
    });
    await picture.dispose();
  });
});

describe('a system clock that is three days behind at the first start', () => {
  const real = '2026-11-30';
  const published = until(real);

  it('shows the day on which sources agree, and needs no further picture when the clock is right', async () => {
    const world = start({ successor: published, legacy: published });
    const picture = await world.run();
    expect(world.shown).toEqual([real]);
    expect(waits(world)).toEqual([]);
    world.clock.setWallClock(`${real}T12:00:00Z`);
    const images = asked(world, 'image');
    picture.check();
    await world.clock.advance(5_000);
    expect(world.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: real } },
    });
    expect([asked(world, 'image'), world.shown]).toEqual([images, [real]]);
    await picture.dispose();
  });

  it('does not show a future day that only one source has, and opens the circuit of that source', async () => {
    const world = start({ successor: published });
    const picture = await world.run();
    expect(world.shown).toEqual(['2026-11-27']);
    expect(waits(world)).toMatchObject([{ name: 'successor', failure: { kind: 'malformed' } }]);
    await picture.dispose();
  });

  it('shows each next day, although the clock stays behind', async () => {
    const world = start({ successor: published, legacy: published });
    const picture = await world.run();
    Object.assign(world.answers, { successor: until('2026-12-01'), legacy: until('2026-12-01') });
    await world.clock.advance(30 * 3600_000);
    expect(world.shown).toEqual([real, '2026-12-01']);
    await picture.dispose();
  });
});

describe('a system clock that is three days ahead at the first start', () => {
  it('shows the newest day, which is still today’s picture after the clock is corrected', async () => {
    const world = pictureWorld('2026-11-30T12:00:00Z');
    Object.assign(world.answers, { successor: until('2026-11-27'), legacy: until('2026-11-27') });
    const picture = await world.run();
    expect(world.shown).toEqual(['2026-11-27']);
    expect(waits(world)).toEqual([]);
    world.clock.setWallClock('2026-11-27T13:00:00Z');
    await world.clock.advance(3 * 3600_000);
    const requests = world.requests.length;
    await world.clock.advance(3600_000);
    expect(world.requests.length).toBe(requests);
    expect(world.state.current.picture).toMatchObject({ status: 'ready' });
    await picture.dispose();
  });
});

describe('two sources that disagree on today', () => {
  it('result in the picture of the source that has it', async () => {
    const world = start({ successor: until('2026-11-26') });
    const picture = await world.run();
    expect(world.state.current.picture.last).toMatchObject({
      record: { date: '2026-11-27', servedBy: 'legacy' },
    });
    await picture.dispose();
  });
});

describe('a day without a title', () => {
  const untitled: Answers = (date, now) =>
    ok(pictureRecord(date ?? easternDate(now), { title: 'Astronomy Picture of the Day' }));

  it('has the title of the next source, and its file is downloaded once', async () => {
    const world = start({ successor: untitled });
    const picture = await world.run();
    expect(world.state.current.picture.last).toMatchObject({
      record: { title: 'The sky of 2026-11-27', servedBy: 'legacy' },
    });
    expect(await picture.day('2025-01-02')).toMatchObject({
      value: { record: { title: 'The sky of 2025-01-02' } },
    });
    expect(asked(world, 'image')).toBe(2);
    await picture.dispose();
  });

  it('has the title of the series if no source has a title', async () => {
    const world = start({ successor: untitled, legacy: untitled });
    const picture = await world.run();
    expect(world.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: '2026-11-27', title: 'Astronomy Picture of the Day' } },
    });
    expect(await picture.day('2025-01-02')).toMatchObject({
      value: { record: { title: 'Astronomy Picture of the Day' } },
    });
    expect(waits(world)).toEqual([]);
    await picture.dispose();
  });

  it('is preferred to the picture of the day before, which has a title', async () => {
    const world = start({ successor: untitled, legacy: until('2026-11-26') });
    const picture = await world.run();
    expect(world.shown).toEqual(['2026-11-27']);
    await picture.dispose();
  });
});

describe('one day of the archive whose picture cannot be had', () => {
  it.each<[string, Failure]>([
    ['no image', { kind: 'not-an-image', found: 'unknown' }],
    ['damaged', { kind: 'damaged' }],
    ['missing', { kind: 'not-found' }],
    ['truncated', { kind: 'truncated' }],
    ['too large', { kind: 'too-large', limit: 1, unit: 'pixels' }],
    ['a placeholder', { kind: 'placeholder' }],
    ['refused', { kind: 'refused', status: 403, message: '' }],
  ])(
    'reports the reason, and the next day opens without a wait: its file is %s',
    async (_name, failure) => {
      const world = start();
      const good = world.file;
      world.file = (record) => (record.date === '2025-01-01' ? fail(failure) : good(record));
      const picture = await world.run();
      for (let n = 0; n < 5; n += 1)
        expect(await picture.day('2025-01-01')).toEqual({ ok: false, failure });
      expect(await picture.day('2025-01-02')).toMatchObject({ ok: true });
      expect(waits(world)).toEqual([]);
      await picture.dispose();
    },
  );

  it.each<[string, Failure]>([
    ['malformed', { kind: 'malformed', detail: '' }],
    ['refused', { kind: 'refused', status: 400, message: 'no such day' }],
    ['an error of the server', { kind: 'unavailable', status: 500, retryAt: null }],
    ['too slow', { kind: 'timeout', stage: 'total', afterMs: 1 }],
  ])('does not close the source whose answer about that day is %s', async (_name, failure) => {
    const world = start();
    const picture = await world.run();
    const day: Answers = (date, now) =>
      date === '2025-01-01' ? fail(failure) : punctual(date, now);
    Object.assign(world.answers, { successor: day, legacy: day });
    for (let n = 0; n < 5; n += 1) expect((await picture.day('2025-01-01')).ok).toBe(false);
    expect(waits(world)).toEqual([]);
    expect(await picture.day('2025-01-02')).toMatchObject({
      ok: true,
      value: { record: { servedBy: 'successor' } },
    });
    await picture.dispose();
  });

  it('reports the fault of the file rather than that of a source that was only asked next', async () => {
    const world = start({ legacy: unavailable });
    world.file = ({ date }) =>
      date === '2025-01-01' ? fail({ kind: 'damaged' }) : ok(bytesOf(date, '12345678'));
    const picture = await world.run();
    expect(await picture.day('2025-01-01')).toEqual({ ok: false, failure: { kind: 'damaged' } });
    await picture.dispose();
  });
});

it('a fault of today’s answers does not keep the days of the archive closed', async () => {
  const world = start();
  Object.assign(world.answers, sameForAllSources(failing({ kind: 'malformed', detail: '' })));
  const picture = await world.run();
  await world.clock.advance(12 * 3600_000);
  expect(waits(world).length).toBeGreaterThan(0);
  world.answers.successor = (date, now) =>
    date === null ? fail({ kind: 'malformed', detail: '' }) : punctual(date, now);
  expect(await picture.day('2025-01-02')).toMatchObject({
    ok: true,
    value: { record: { servedBy: 'successor' } },
  });
  await picture.dispose();
});
