import { describe, expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { pictureWorld, type Answers, type PictureWorld } from '#test/support/picture-world.ts';
import { fail, ok, type Failure } from '#shared/failure.ts';
import { sameForAllSources, type ProviderName } from '#shared/picture/providers.ts';
import { defaultSettings, isSourceAsked } from '#shared/settings/settings.ts';
import { easternDate } from '../eastern.ts';

const hour = 3600_000;
const punctual: Answers = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
const failing =
  (failure: Failure): Answers =>
  () =>
    fail(failure);
const asked = (world: PictureWorld, name: ProviderName): number =>
  world.requests.filter((request) => request.startsWith(name)).length;
const providers = (world: PictureWorld) => world.state.current.supply.providers;

function start(successor: Answers, legacy: Answers = punctual): PictureWorld {
  const world = pictureWorld('2026-11-20T12:00:00Z');
  world.answers.successor = successor;
  world.answers.legacy = legacy;
  return world;
}

describe('ProviderChain', () => {
  it('asks the next source if one has a defect, for today and for any other day', async () => {
    const world = start(() => {
      throw new Error('not expected');
    });
    const picture = await world.run();
    expect(world.state.current.picture).toMatchObject({
      status: 'ready',
      last: { record: { date: '2026-11-20', servedBy: 'legacy' } },
    });
    expect(await picture.day('2020-01-01')).toMatchObject({
      ok: true,
      value: { record: { servedBy: 'legacy' } },
    });
    expect(providers(world)[0]?.failure).toMatchObject({ kind: 'malformed' });
    const defects = reportedDefects.splice(0);
    expect(defects.length).toBeGreaterThan(1);
    for (const defect of defects) expect(defect).toEqual(new Error('not expected'));
    await picture.dispose();
  });

  it.each(['successor', 'legacy'] as const)(
    'asks only %s if the settings choose it',
    async (providers) => {
      const world = start(failing({ kind: 'not-found' }), failing({ kind: 'not-found' }));
      const picture = await world.run({
        isAsked: (name) => isSourceAsked({ ...defaultSettings.picture, providers }, name),
      });
      expect(world.requests).toHaveLength(1);
      expect(asked(world, providers)).toBe(1);
      await picture.dispose();
    },
  );

  describe('when a picture has no address', () => {
    const withoutFile: Answers = (date, now) =>
      ok(pictureRecord(date ?? easternDate(now), { url: null, hdUrl: null }));
    const servedBy = (world: PictureWorld) => world.state.current.picture.last?.record.servedBy;

    it.each<[string, Answers]>([
      ['it has no address', withoutFile],
      ['it is unavailable', failing({ kind: 'unavailable', status: 503, retryAt: null })],
    ])(
      'returns the record without a picture if the next source has no picture either: %s',
      async (_name, legacy) => {
        const world = start(withoutFile, legacy);
        const picture = await world.run();
        expect(world.state.current.picture).toMatchObject({
          status: 'ready',
          last: { file: null },
        });
        expect(servedBy(world)).toBe('successor');
        const asked = world.requests.length;
        await world.clock.advance(12 * hour);
        expect(world.requests).toHaveLength(asked);
        expect(await picture.day('2020-01-01')).toMatchObject({ ok: true, value: { file: null } });
        await picture.dispose();
      },
    );

    it('checks again if the next source is late', async () => {
      const world = start(withoutFile, () => ok(pictureRecord('2026-11-19')));
      world.archive.save(dayPicture('2026-11-19'));
      const picture = await world.run();
      expect(world.state.current.picture.last?.record.date).toBe('2026-11-19');
      world.answers.legacy = punctual;
      await world.clock.advance(hour);
      expect(world.state.current.picture.last).toMatchObject({
        record: { date: '2026-11-20', servedBy: 'legacy' },
      });
      await picture.dispose();
    });
  });

  describe('when the still image of a video cannot be downloaded', () => {
    const video: Answers = (date, now) =>
      ok(
        pictureRecord(date ?? easternDate(now), {
          mediaType: 'video',
          url: 'https://www.youtube.com/embed/x',
          thumbnailUrl: 'https://img.youtube.com/vi/x/0.jpg',
        }),
      );
    const gone = fail({ kind: 'not-found' });
    const blocked = fail({ kind: 'offline', reason: 'refused' });

    it('shows the day without the still, and counts no service as failed', async () => {
      const world = start(video);
      world.file = () => gone;
      const picture = await world.run();
      expect(world.state.current.picture).toMatchObject({
        status: 'ready',
        last: { record: { mediaType: 'video', servedBy: 'successor' }, file: null },
      });
      expect(providers(world)[0]?.failure).toBeNull();
      expect(world.state.current.activities.picture.next.reason).toBe('picture-video');
      await picture.dispose();
    });

    it('tries again if the host may be back soon, and then shows the day without the still', async () => {
      const world = start(video, failing({ kind: 'not-found' }));
      world.archive.save(dayPicture('2026-11-19'));
      world.file = () => blocked;
      const picture = await world.run();
      expect(world.state.current.picture.last?.record.date).toBe('2026-11-19');
      await world.clock.advance(hour);
      expect(world.state.current.picture).toMatchObject({
        status: 'ready',
        last: { record: { date: '2026-11-20' }, file: null },
      });
      const asked = world.requests.length;
      await world.clock.advance(6 * hour);
      expect(world.requests).toHaveLength(asked);
      await picture.dispose();
    });

    it('downloads the still in a later check', async () => {
      const world = start(video);
      const { file } = world;
      world.file = () => gone;
      await (await world.run()).dispose();
      world.file = file;
      const picture = await world.run();
      await world.clock.advance(10_000);
      expect(world.state.current.picture.last?.file).not.toBeNull();
      expect(world.archive.get('2026-11-20')?.file).not.toBeNull();
      // Only the still is requested.
      expect(world.requests.slice(2)).toEqual(['image 2026-11-20 by successor']);
      await picture.dispose();
    });

    it('opens another day without the still, and downloads the still when that day is opened again', async () => {
      const world = start(punctual);
      const picture = await world.run();
      world.answers.successor = video;
      world.answers.legacy = video;
      const { file } = world;
      world.file = () => blocked;
      expect(await picture.day('2020-01-01')).toMatchObject({ ok: true, value: { file: null } });
      world.file = file;
      const before = world.requests.length;
      expect(await picture.day('2020-01-01')).toMatchObject({ ok: true, value: { file: null } });
      await world.clock.advance(0);
      expect(world.archive.get('2020-01-01')?.file).not.toBeNull();
      await picture.day('2020-01-01');
      expect(world.requests).toHaveLength(before + 1);
      await picture.dispose();
    });
  });

  it('rejects a logo that another day showed too, and does not ask its provider again for a day', async () => {
    const world = start(punctual);
    const good = world.file;
    const logo = { format: 'png', bytes: 7, width: 400, height: 400 } as const;
    world.archive.save({
      ...dayPicture('2025-05-01'),
      file: { ...logo, name: '2025-05-01-aaaaaaaa.png' },
    });
    world.file = (record) =>
      record.servedBy === 'successor'
        ? ok({ ...logo, name: `${record.date}-aaaaaaaa.png` })
        : good(record);
    const picture = await world.run();
    expect(world.state.current.picture.last?.record.servedBy).toBe('legacy');
    expect(providers(world)[0]).toMatchObject({
      name: 'successor',
      failure: { kind: 'placeholder' },
    });
    await world.clock.advance(24 * hour);
    await picture.dispose();
    const images = world.requests.filter((request) => request.startsWith('image'));
    expect(images).toEqual([
      'image 2026-11-20 by successor',
      'image 2026-11-20 by legacy',
      // A day later, the source is asked again.
      'image 2026-11-21 by successor',
      'image 2026-11-21 by legacy',
    ]);
  });

  it('rejects the picture of the day before', async () => {
    const world = start(punctual);
    const yesterday = dayPicture('2026-11-19');
    world.archive.save({
      ...yesterday,
      file: { name: '2026-11-19-aaaaaaaa.jpg', format: 'jpeg', bytes: 7, width: 900, height: 900 },
    });
    world.file = ({ date, servedBy }) =>
      ok({
        name: `${date}-${servedBy === 'successor' ? 'aaaaaaaa' : 'bbbbbbbb'}.jpg`,
        format: 'jpeg',
        bytes: 7,
        width: 900,
        height: 900,
      });
    const picture = await world.run();
    expect(world.state.current.picture.last?.record).toMatchObject({
      date: '2026-11-20',
      servedBy: 'legacy',
    });
    await picture.dispose();
  });

  it('reports a refused key if no source answers, and asks again when the user starts a check', async () => {
    const world = start(failing({ kind: 'key-refused' }), failing({ kind: 'not-found' }));
    const picture = await world.run({ isAsked: (name) => name === 'successor' });
    expect(world.state.current.picture).toMatchObject({ failure: { kind: 'key-refused' } });
    const { at } = world.state.current.activities.picture.next;
    expect(at).toBe(world.clock.now() + hour);
    world.answers.successor = punctual;
    picture.check();
    await world.clock.advance(5_000);
    expect(world.state.current.picture.status).toBe('ready');
    await picture.dispose();
  });

  it('sends no request before the time set by the service, also for a check started by the user', async () => {
    const retryAt = Date.parse('2026-11-20T15:00:00Z');
    const world = start(failing({ kind: 'quota', retryAt }));
    const picture = await world.run({ isAsked: (name) => name === 'successor' });
    expect(world.state.current.activities.picture.next.at).toBe(retryAt);
    picture.check();
    await world.clock.advance(2 * hour);
    expect(world.requests).toHaveLength(1);
    await picture.dispose();
    // The wait also applies after a restart.
    const again = await world.run({ isAsked: (name) => name === 'successor' });
    expect(world.requests).toHaveLength(1);
    world.answers.successor = punctual;
    await world.clock.advance(hour);
    expect(world.state.current.picture.status).toBe('ready');
    await again.dispose();
  });

  it('sends the legacy service no request while its quota is used up, until an hour is over', async () => {
    const world = start(failing({ kind: 'unavailable', status: 500, retryAt: null }));
    world.quotas.legacy = { limit: 30, remaining: 0, at: Date.parse('2026-11-20T12:00:00Z') };
    world.answers.legacy = failing({ kind: 'not-found' });
    const picture = await world.run();
    expect(world.state.current.supply.quota).toMatchObject({ remaining: 0 });
    world.answers.legacy = punctual;
    await world.clock.advance(0.9 * hour);
    expect(asked(world, 'legacy')).toBe(1);
    expect(asked(world, 'successor')).toBeGreaterThan(1);
    await world.clock.advance(2 * hour);
    expect(asked(world, 'legacy')).toBe(2);
    expect(world.state.current.picture.last?.record.servedBy).toBe('legacy');
    await picture.dispose();
  });

  it('asks a provider less and less often while it fails for days, and clears the wait after an answer', async () => {
    const world = start(failing({ kind: 'unavailable', status: 500, retryAt: null }));
    world.answers.legacy = failing({ kind: 'unavailable', status: 500, retryAt: null });
    const picture = await world.run();
    await world.clock.advance(48 * hour);
    expect(asked(world, 'successor')).toBeLessThan(20);
    expect(providers(world)[0]?.notBefore).not.toBeNull();
    expect(providers(world)[0]?.failedAt).toBeGreaterThan(world.clock.now() - 24 * hour);
    world.answers.successor = punctual;
    await world.clock.advance(7 * hour);
    expect(world.state.current.picture.status).toBe('ready');
    expect(providers(world)[0]).toMatchObject({
      name: 'successor',
      failure: null,
      failedAt: null,
      notBefore: null,
      answeredAt: expect.any(Number) as number,
    });
    await picture.dispose();
  });

  it('reports the time of each answer, and stores it if the stored one is older than an hour', async () => {
    const world = start(punctual);
    const picture = await world.run();
    const first = world.clock.now();
    expect(providers(world)[0]?.answeredAt).toBe(first);
    await world.clock.advance(hour / 2);
    await picture.day('2020-01-01');
    expect(providers(world)[0]?.answeredAt).toBe(first + hour / 2);
    const storedAt = () => world.pictureState?.circuits.successor?.answeredAt;
    for (const [ms, date, expected] of [
      [hour / 2, '2020-01-02', first],
      [1, '2020-01-03', first + hour + 1],
    ] as const) {
      await world.clock.advance(ms);
      await picture.day(date);
      expect(storedAt()).toBe(expected);
    }
    world.clock.setWallClock(new Date(first).toISOString());
    await picture.day('2020-01-04');
    expect(storedAt()).toBe(first);
    await picture.dispose();
  });

  it('counts the failure of a day again at another address', async () => {
    const down: Answers = (date, now) =>
      date === null
        ? punctual(date, now)
        : fail({ kind: 'unavailable', status: 503, retryAt: null });
    const world = start(down, down);
    const picture = await world.run();
    const failures = () => providers(world).map(({ failure }) => failure?.kind);
    await picture.day('2020-01-01');
    expect(failures()[1]).toBe('unavailable');
    picture.useAddress('http://127.0.0.1:1/');
    await world.clock.advance(10_000);
    expect(failures()[1]).toBeUndefined();
    await picture.day('2020-01-01');
    expect(failures()[1]).toBe('unavailable');
    await picture.dispose();
  });

  it('does not count a missing network as a failure of a provider', async () => {
    const world = start(punctual);
    Object.assign(world.answers, sameForAllSources(failing({ kind: 'offline', reason: 'dns' })));
    const picture = await world.run();
    await world.clock.advance(6 * hour);
    expect(providers(world).every(({ notBefore }) => notBefore === null)).toBe(true);
    world.answers.successor = punctual;
    picture.check();
    await world.clock.advance(5_000);
    expect(world.state.current.picture.last?.record.servedBy).toBe('successor');
    await picture.dispose();
  });

  describe('with all four sources', () => {
    const isLate: Answers = () => ok(pictureRecord('2026-11-19'));
    const sources = (world: PictureWorld): string[] =>
      world.requests
        .map((one) => one.split(' ')[0] ?? '')
        .filter((name) => ['successor', 'legacy', 'feed', 'editors'].includes(name));
    function four(answers: Partial<Record<ProviderName, Answers>>): PictureWorld {
      const world = pictureWorld('2026-11-20T12:00:00Z');
      const none = failing({ kind: 'unavailable', status: 503, retryAt: null });
      Object.assign(world.answers, sameForAllSources(none), answers);
      return world;
    }

    it.each<[string, Partial<Record<ProviderName, Answers>>, string[], ProviderName]>([
      [
        'the first source has the day',
        { successor: punctual, legacy: punctual },
        ['successor'],
        'successor',
      ],
      [
        'the second source has the day',
        { legacy: punctual, feed: punctual },
        ['successor', 'legacy'],
        'legacy',
      ],
      ['the feed has the day', { feed: punctual }, ['successor', 'legacy', 'feed'], 'feed'],
      [
        'only the editors have the day',
        { editors: punctual },
        ['successor', 'legacy', 'feed', 'editors'],
        'editors',
      ],
      [
        'the successor is late, and the feed is at the same host',
        { successor: isLate, feed: punctual, editors: punctual },
        ['successor', 'legacy', 'editors'],
        'editors',
      ],
      [
        'two sources agree that the day is not published, but a third source has it',
        { successor: isLate, legacy: isLate, editors: punctual },
        ['successor', 'legacy', 'editors'],
        'editors',
      ],
      [
        'two sources return only an old day',
        {
          successor: () => ok(pictureRecord('2026-11-17')),
          legacy: () => ok(pictureRecord('2026-11-18')),
          editors: punctual,
        },
        ['successor', 'legacy', 'editors'],
        'editors',
      ],
      [
        'two sources return only the day before yesterday',
        {
          successor: () => ok(pictureRecord('2026-11-18')),
          legacy: () => ok(pictureRecord('2026-11-18')),
          editors: punctual,
        },
        ['successor', 'legacy', 'editors'],
        'editors',
      ],
    ])('asks no more sources than necessary: %s', async (_name, answers, expected, servedBy) => {
      const world = four(answers);
      const picture = await world.run();
      expect(sources(world)).toEqual(expected);
      expect(world.state.current.picture.last?.record.servedBy).toBe(servedBy);
      await picture.dispose();
    });

    it('asks the third source at one of three checks while two agree that the day is not published', async () => {
      const world = four({ successor: isLate, legacy: isLate, editors: isLate });
      world.archive.save(dayPicture('2026-11-19'));
      const picture = await world.run();
      for (let n = 0; n < 5; n += 1) {
        const { at } = world.state.current.activities.picture.next;
        await world.clock.advance((at ?? 0) - world.clock.now());
      }
      expect(
        (['successor', 'legacy', 'editors'] as const).map((name) => asked(world, name)),
      ).toEqual([6, 6, 2]);
      await picture.dispose();
    });

    it.each([
      ['back', '2026-11-19T12:00:00Z'],
      ['forward', '2026-11-21T12:00:00Z'],
    ])(
      'does not ask a source before the end of its wait, also if the clock is set %s',
      async (_, time) => {
        const retryAt = Date.parse('2026-11-20T12:10:00Z');
        const busy = failing({ kind: 'unavailable', status: 503, retryAt });
        const world = four({ successor: busy, legacy: busy, editors: punctual });
        const picture = await world.run();
        expect(asked(world, 'successor')).toBe(1);
        world.clock.setWallClock(time);
        await world.clock.advance(80_000);
        picture.ask();
        await world.clock.advance(10_000);
        expect(asked(world, 'editors')).toBe(2);
        expect(asked(world, 'successor')).toBe(1);
        await world.clock.advance(600_000);
        picture.ask();
        await world.clock.advance(10_000);
        expect(asked(world, 'successor')).toBe(2);
        await picture.dispose();
      },
    );

    it('asks a source whose wait ended while the machine slept', async () => {
      const retryAt = Date.parse('2026-11-20T12:10:00Z');
      const busy = failing({ kind: 'unavailable', status: 503, retryAt });
      const world = four({ successor: busy, legacy: busy, editors: punctual });
      const picture = await world.run();
      world.clock.sleepMachine(3600_000);
      await world.clock.advance(10_000);
      picture.ask();
      await world.clock.advance(10_000);
      expect(asked(world, 'successor')).toBe(2);
      await picture.dispose();
    });

    it.each<[string, Failure, string[]]>([
      ['does not have', { kind: 'not-found' }, ['successor', 'legacy', 'editors']],
      [
        'cannot send',
        { kind: 'unavailable', status: 503, retryAt: null },
        ['successor', 'legacy', 'feed', 'editors'],
      ],
    ])('asks these sources for a day that the successor %s', async (_name, failure, expected) => {
      const world = four({
        successor: (date, now) => (date === null ? punctual(date, now) : fail(failure)),
      });
      const picture = await world.run();
      world.requests.length = 0;
      expect(await picture.day('2020-01-01')).toMatchObject({ ok: false });
      expect(sources(world)).toEqual(expected);
      await picture.dispose();
    });

    it('asks only the source that was chosen', async () => {
      const world = four({ successor: punctual, editors: punctual });
      const picture = await world.run({ isAsked: (name) => name === 'editors' });
      expect(sources(world)).toEqual(['editors']);
      expect(providers(world).map(({ name }) => name)).toEqual(['editors']);
      await picture.dispose();
    });

    it('asks a source again one day after a placeholder, and later after each further placeholder', async () => {
      const placeholder = failing({ kind: 'placeholder' });
      const world = four({ legacy: placeholder, editors: punctual });
      const picture = await world.run();
      await world.clock.advance(23 * hour);
      expect(asked(world, 'legacy')).toBe(1);
      expect(providers(world)[1]).toMatchObject({ failure: { kind: 'placeholder' } });
      await world.clock.advance(60 * 24 * hour);
      const before = asked(world, 'legacy');
      expect(before).toBeLessThan(15);
      await world.clock.advance(28 * 24 * hour);
      expect(asked(world, 'legacy') - before).toBeGreaterThanOrEqual(3);
      expect(asked(world, 'legacy') - before).toBeLessThanOrEqual(4);
      // The source is in use again after its first answer with a picture.
      world.answers.legacy = punctual;
      await world.clock.advance(8 * 24 * hour);
      expect(providers(world)[1]).toMatchObject({ failure: null, notBefore: null });
      expect(world.state.current.picture.last?.record.servedBy).toBe('legacy');
      await picture.dispose();
    });
  });
});
