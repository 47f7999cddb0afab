import { describe, expect, it } from 'vitest';
import { dayPicture, pictureRecord } from '../../../../../test/support/pictures.ts';
import {
  pictureWorld,
  type Answers,
  type PictureWorld,
} from '../../../../../test/support/picture-world.ts';
import { fail, ok, type Failure } from '../../../../shared/failure.ts';
import { easternDate } from '../eastern.ts';

const hour = 3600_000;
const punctual: Answers = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
const failing =
  (failure: Failure): Answers =>
  () =>
    fail(failure);
const asked = (world: PictureWorld, name: string): number =>
  world.requests.filter((request) => request.startsWith(name)).length;
const providers = (world: PictureWorld) => world.state.current.supply.providers;

function start(specified: Answers, successor: Answers = punctual): PictureWorld {
  const world = pictureWorld('2026-11-20T12:00:00Z');
  world.answers.specified = specified;
  world.answers.successor = successor;
  return world;
}

describe('the chain', () => {
  it.each<[string, Failure]>([
    ['its key is refused', { kind: 'key-refused' }],
    ['its quota is used up', { kind: 'quota', retryAt: null }],
    ['it is archived', { kind: 'refused', status: 410, message: 'Gone' }],
    ['it knows no day', { kind: 'not-found' }],
    ['it has trouble', { kind: 'unavailable', status: 503, retryAt: null }],
    ['a page answers for it', { kind: 'offline', reason: 'portal' }],
    ['it takes too long', { kind: 'timeout', stage: 'total', afterMs: 1 }],
    ['it makes no sense', { kind: 'malformed', detail: '' }],
  ])('goes on to the successor when %s', async (_name, failure) => {
    const world = start(failing(failure));
    const picture = await world.run();
    expect(world.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: '2026-11-20', servedBy: 'successor' } },
    });
    expect(world.requests).toHaveLength(3);
    await picture.dispose();
  });

  it.each(['specified', 'successor'] as const)('asks only %s when told so', async (providers) => {
    const world = start(failing({ kind: 'not-found' }), failing({ kind: 'not-found' }));
    const picture = await world.run({ providers: () => providers });
    expect(world.requests).toHaveLength(1);
    expect(asked(world, providers)).toBe(1);
    await picture.dispose();
  });

  describe('when a picture has no address', () => {
    const hollow: Answers = (date, now) =>
      ok(pictureRecord(date ?? easternDate(now), { url: null, hdUrl: null }));
    const servedBy = (world: PictureWorld) => world.state.current.picture.last?.record.servedBy;

    it('has it from the successor, of today and of any day', async () => {
      const world = start(hollow);
      const picture = await world.run();
      expect(servedBy(world)).toBe('successor');
      expect(providers(world)[0]?.failure).toBeNull();
      const day = await picture.day('2020-01-01');
      expect(day).toMatchObject({ ok: true, value: { record: { servedBy: 'successor' } } });
      await picture.dispose();
    });

    it.each<[string, Answers]>([
      ['neither', hollow],
      ['down', failing({ kind: 'unavailable', status: 503, retryAt: null })],
    ])('is content with the words where the successor has none (%s)', async (_name, successor) => {
      const world = start(hollow, successor);
      const picture = await world.run();
      expect(world.state.current.picture).toMatchObject({ status: 'ready', last: { file: null } });
      expect(servedBy(world)).toBe('specified');
      const asked = world.requests.length;
      await world.clock.advance(12 * hour);
      expect(world.requests).toHaveLength(asked);
      expect(await picture.day('2020-01-01')).toMatchObject({ ok: true, value: { file: null } });
      await picture.dispose();
    });

    it('looks again when the successor is late', async () => {
      const world = start(hollow, () => ok(pictureRecord('2026-11-19')));
      world.archive.save(dayPicture('2026-11-19'));
      const picture = await world.run();
      expect(world.state.current.picture.last?.record.date).toBe('2026-11-19');
      world.answers.successor = punctual;
      await world.clock.advance(hour);
      expect(world.state.current.picture.last).toMatchObject({
        record: { date: '2026-11-20', servedBy: 'successor' },
      });
      await picture.dispose();
    });
  });

  it('does not believe a placeholder, and leaves its provider alone for a while', async () => {
    const world = start(punctual);
    const good = world.file;
    world.file = (record) => {
      const file = good(record);
      return record.servedBy === 'specified' && file.ok
        ? ok({ ...file.value, width: 400, height: 400 })
        : file;
    };
    const picture = await world.run();
    expect(world.state.current.picture.last?.record.servedBy).toBe('successor');
    expect(providers(world)[0]).toMatchObject({
      name: 'specified',
      failure: { kind: 'malformed' },
    });
    await world.clock.advance(24 * hour);
    await picture.dispose();
    const images = world.requests.filter((request) => request.startsWith('image'));
    expect(images).toEqual([
      'image 2026-11-20 by specified',
      'image 2026-11-20 by successor',
      // A day later it is tried once more.
      'image 2026-11-21 by specified',
      'image 2026-11-21 by successor',
    ]);
  });

  it('does not believe the picture of another day', async () => {
    const world = start(punctual);
    const yesterday = dayPicture('2026-11-19');
    world.archive.save({
      ...yesterday,
      file: { name: '2026-11-19-aaaaaaaa.jpg', format: 'jpeg', bytes: 7, width: 900, height: 900 },
    });
    world.file = ({ date, servedBy }) =>
      ok({
        name: `${date}-${servedBy === 'specified' ? 'aaaaaaaa' : 'bbbbbbbb'}.jpg`,
        format: 'jpeg',
        bytes: 7,
        width: 900,
        height: 900,
      });
    const picture = await world.run();
    expect(world.state.current.picture.last?.record).toMatchObject({
      date: '2026-11-20',
      servedBy: 'successor',
    });
    await picture.dispose();
  });

  it('says that the key was refused when nobody serves, and asks again by hand', async () => {
    const world = start(failing({ kind: 'key-refused' }), failing({ kind: 'not-found' }));
    const picture = await world.run({ providers: () => 'specified' });
    expect(world.state.current.picture).toMatchObject({ failure: { kind: 'key-refused' } });
    const { at } = world.state.current.activities.picture.next;
    expect(at).toBe(world.clock.now() + hour);
    world.answers.specified = punctual;
    picture.check();
    await world.clock.advance(5_000);
    expect(world.state.current.picture.status).toBe('ready');
    await picture.dispose();
  });

  it('asks nobody, not even by hand, before the time that the service named', async () => {
    const retryAt = Date.parse('2026-11-20T15:00:00Z');
    const world = start(failing({ kind: 'quota', retryAt }));
    const picture = await world.run({ providers: () => 'specified' });
    expect(world.state.current.activities.picture.next.at).toBe(retryAt);
    picture.check();
    await world.clock.advance(2 * hour);
    expect(world.requests).toHaveLength(1);
    await picture.dispose();
    // Nor after a restart.
    const again = await world.run({ providers: () => 'specified' });
    expect(world.requests).toHaveLength(1);
    world.answers.specified = punctual;
    await world.clock.advance(hour);
    expect(world.state.current.picture.status).toBe('ready');
    await again.dispose();
  });

  it('does not use up what is left of a quota: the successor serves until the hour is over', async () => {
    const world = start(failing({ kind: 'unavailable', status: 500, retryAt: null }));
    world.quotas.specified = { limit: 30, remaining: 0, at: Date.parse('2026-11-20T12:00:00Z') };
    world.answers.successor = failing({ kind: 'not-found' });
    const picture = await world.run();
    expect(world.state.current.supply.quota).toMatchObject({ remaining: 0 });
    world.answers.specified = punctual;
    await world.clock.advance(0.9 * hour);
    expect(asked(world, 'specified')).toBe(1);
    expect(asked(world, 'successor')).toBeGreaterThan(1);
    await world.clock.advance(2 * hour);
    expect(asked(world, 'specified')).toBe(2);
    expect(world.state.current.picture.last?.record.servedBy).toBe('specified');
    await picture.dispose();
  });

  it('asks a provider that fails for days ever more rarely, and takes it back when it answers', async () => {
    const world = start(failing({ kind: 'unavailable', status: 500, retryAt: null }));
    world.answers.successor = failing({ kind: 'unavailable', status: 500, retryAt: null });
    const picture = await world.run();
    await world.clock.advance(48 * hour);
    expect(asked(world, 'specified')).toBeLessThan(20);
    expect(providers(world)[0]?.restsUntil).not.toBeNull();
    world.answers.specified = punctual;
    await world.clock.advance(7 * hour);
    expect(world.state.current.picture.status).toBe('ready');
    expect(providers(world)[0]).toEqual({ name: 'specified', failure: null, restsUntil: null });
    await picture.dispose();
  });

  it('blames no provider for a network that is not there', async () => {
    const none = failing({ kind: 'offline', reason: 'dns' });
    const world = start(none, none);
    const picture = await world.run();
    await world.clock.advance(6 * hour);
    expect(providers(world).every(({ restsUntil }) => restsUntil === null)).toBe(true);
    world.answers.specified = punctual;
    picture.check();
    await world.clock.advance(5_000);
    expect(world.state.current.picture.last?.record.servedBy).toBe('specified');
    await picture.dispose();
  });

  it('stops at a disk that is full: no other provider would do better', async () => {
    const world = start(punctual);
    world.file = () => fail({ kind: 'storage', code: 'ENOSPC' });
    const picture = await world.run();
    expect(world.state.current.picture).toMatchObject({ failure: { code: 'ENOSPC' } });
    expect(asked(world, 'successor')).toBe(0);
    await picture.dispose();
  });

  it('has a single day from the successor when the specified service has it not', async () => {
    const world = start((date, now) =>
      date === null ? ok(pictureRecord(easternDate(now))) : fail({ kind: 'not-found' }),
    );
    const picture = await world.run();
    const day = await picture.day('2020-01-01');
    expect(day).toMatchObject({ ok: true, value: { record: { servedBy: 'successor' } } });
    // A day that is not there is no fault of the service.
    expect(providers(world)[0]?.failure).toBeNull();
    await picture.dispose();
  });
});
