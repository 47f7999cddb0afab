import { describe, expect, it, vi } from 'vitest';
import { fail, ok } from '#shared/failure.ts';
import { dayPicture, pictureRecord } from '#test/support/pictures.ts';
import { pictureWorld, type Answers } from '#test/support/picture-world.ts';
import { providerNames } from '#shared/picture/providers.ts';
import { easternDate } from './eastern.ts';
import type { PictureDownloader } from './download/download.ts';

const minute = 60_000;
const hour = 3600_000;
const day = 24 * hour;
const answersOnTime: Answers = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
const newestIs =
  (newest: () => string): Answers =>
  (date) =>
    ok(pictureRecord(date ?? newest()));
const count = (requests: readonly string[], what: RegExp): number =>
  requests.filter((request) => what.test(request)).length;

describe('startPictureOfTheDay', () => {
  it('checks once a day, shortly after publication, through the end of summer time', async () => {
    const app = pictureWorld('2026-10-30T12:00:00Z');
    app.answers.successor = answersOnTime;
    const picture = await app.run();
    await app.clock.advance(4 * day);
    const at = (midnight: string): string =>
      `successor ${new Date(Date.parse(midnight) + 43.5 * 60_000).toISOString()}`;
    const asked = app.requests.filter((request) => request.startsWith('successor'));
    expect(asked).toEqual([
      'successor 2026-10-30T12:00:00.000Z',
      at('2026-10-31T04:00:00Z'),
      at('2026-11-01T04:00:00Z'),
      at('2026-11-02T05:00:00Z'),
      at('2026-11-03T05:00:00Z'),
    ]);
    expect(app.requests).toHaveLength(10);
    expect(app.shown).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ]);
    await picture.dispose();
  });

  it('sends no request after a restart if today’s picture is stored, even if the user starts a check', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    await (await app.run()).dispose();
    const second = await app.run();
    second.check();
    await app.clock.advance(10_000);
    expect(app.requests).toHaveLength(2);
    expect(app.state.current.picture).toMatchObject({ status: 'ready' });
    await second.dispose();
  });

  it('sends requests if the user asks to test the services, and keeps the picture if the requests fail', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const picture = await app.run();
    picture.ask();
    await app.clock.advance(10_000);
    expect(count(app.requests, /^successor/)).toBe(2);
    expect(app.state.current.activities.picture.lastFailure).toBeNull();
    app.answers.successor = () => fail({ kind: 'offline', reason: 'reset' });
    picture.ask();
    await app.clock.advance(10_000);
    expect(app.state.current.activities.picture.lastFailure).not.toBeNull();
    expect(app.state.current.picture.last?.record.date).toBe('2026-11-20');
    await picture.dispose();
  });

  it('plans the next check at the same time in each round of a day, and at another time on the next day', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    let draws = 0;
    const random = (): number => (draws += 1) / 10;
    const picture = await app.run({ random });
    const minutesAfterMidnight = (midnight: string): number =>
      ((app.state.current.activities.picture.next.at ?? NaN) - Date.parse(midnight)) / 60_000;
    const firstPlan = minutesAfterMidnight('2026-11-21T05:00:00Z');
    await app.clock.advance(10_000);
    picture.check();
    await app.clock.advance(10_000);
    picture.ask();
    await app.clock.advance(10_000);
    expect(minutesAfterMidnight('2026-11-21T05:00:00Z')).toBeCloseTo(firstPlan, 3);
    await app.clock.advance(day);
    expect(minutesAfterMidnight('2026-11-22T05:00:00Z')).not.toBeCloseTo(firstPlan, 3);
    await picture.dispose();
  });

  it('restores the time of the last answer of an earlier run without a request', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    await (await app.run()).dispose();
    const { lastSuccessAt } = app.state.current.activities.picture;
    expect(lastSuccessAt).not.toBeNull();
    app.state.forgetOutcomes('picture');
    app.requests.length = 0;
    const picture = await app.run();
    expect(app.requests).toEqual([]);
    expect(app.state.current.activities.picture.lastSuccessAt).toBe(lastSuccessAt);
    await picture.dispose();
  });

  it('forgets the failures of the sources when the address changes, and asks the new address', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.legacy = answersOnTime;
    const picture = await app.run();
    const failures = (): unknown[] =>
      app.state.current.supply.providers.flatMap(({ failure }) => failure ?? []);
    expect(failures()).not.toEqual([]);
    app.answers.successor = answersOnTime;
    app.requests.length = 0;
    picture.useAddress('http://127.0.0.1:1');
    expect(failures()).toEqual([]);
    expect(app.state.current.supply.providers.map(({ answeredAt }) => answeredAt)).not.toContain(
      expect.any(Number),
    );
    await app.clock.advance(10_000);
    expect(count(app.requests, /^successor/)).toBe(1);
    await picture.dispose();
  });

  it('asks a new address although the old one has asked for a wait', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    const retryAt = app.clock.now() + 3600_000;
    for (const name of providerNames)
      app.answers[name] = () => fail({ kind: 'unavailable', status: 503, retryAt });
    const picture = await app.run();
    app.requests.length = 0;
    app.answers.successor = answersOnTime;
    picture.ask();
    await app.clock.advance(minute);
    expect(app.requests).toEqual([]);
    picture.useAddress('http://127.0.0.1:1');
    await app.clock.advance(10_000);
    expect(count(app.requests, /^successor/)).toBe(1);
    await picture.dispose();
  });

  it('aborts a check of the old address when the address changes, and asks the new address after it', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const signals: AbortSignal[] = [];
    const downloader: PictureDownloader = {
      async download(record, signal) {
        signals.push(signal);
        const isOver = await app.clock.sleep(minute, signal);
        return isOver ? app.file(record) : fail({ kind: 'cancelled' });
      },
    };
    const picture = await app.run({ downloader });
    picture.useAddress('http://127.0.0.1:1');
    await app.clock.advance(10_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(app.state.current.activities.picture).toMatchObject({
      lastSuccessAt: null,
      lastFailure: null,
    });
    await app.clock.advance(minute);
    expect(app.state.current.activities.picture.lastSuccessAt).not.toBeNull();
    await picture.dispose();
  });

  it('keeps the last picture, reports the failure, and recovers automatically', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.archive.save(dayPicture('2026-11-19'));
    const picture = await app.run();
    expect(app.state.current.picture).toMatchObject({
      status: 'failed',
      failure: { kind: 'offline' },
      last: { record: { date: '2026-11-19' } },
    });
    expect(app.state.current.activities.picture.next.reason).toBe('retrying');
    app.answers.successor = answersOnTime;
    await app.clock.advance(60_000);
    expect(app.state.current.picture).toMatchObject({ status: 'ready' });
    expect(app.shown).toEqual(['2026-11-19', '2026-11-20']);
    await picture.dispose();
  });

  it('shows yesterday’s picture while today’s is late, and today’s when it is published', async () => {
    const app = pictureWorld('2026-11-20T05:05:00Z');
    let newest = '2026-11-19';
    app.answers.successor = newestIs(() => newest);
    app.answers.legacy = newestIs(() => newest);
    const picture = await app.run();
    await app.clock.advance(hour);
    expect(app.shown).toEqual(['2026-11-19']);
    expect(app.state.current.activities.picture.next.reason).toBe('picture-unpublished');
    expect(app.state.current.picture.status).toBe('ready');
    newest = '2026-11-20';
    await app.clock.advance(3 * hour);
    expect(app.shown).toEqual(['2026-11-19', '2026-11-20']);
    expect(count(app.requests, /^image/)).toBe(2);
    await picture.dispose();
  });

  it('resets the backoff of late days after a day with a picture on time', async () => {
    const app = pictureWorld('2026-11-16T05:05:00Z');
    const newest = (): string => {
      const today = easternDate(app.clock.now());
      const isLate = today === '2026-11-18' || app.clock.now() < Date.parse('2026-11-16T17:00:00Z');
      return isLate ? easternDate(app.clock.now() - day) : today;
    };
    app.answers.successor = newestIs(newest);
    app.answers.legacy = newestIs(newest);
    const picture = await app.run();
    await app.clock.advance(3 * day);
    const gapsOn = (date: string): number[] => {
      const times = app.requests
        .filter((request) => request.startsWith(`successor ${date}`))
        .map((request) => Date.parse(request.slice('successor '.length)));
      return times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / 60_000);
    };
    expect(gapsOn('2026-11-16').at(-1)).toBeGreaterThanOrEqual(60);
    expect(gapsOn('2026-11-17')).toEqual([]);
    expect(gapsOn('2026-11-18')[0]).toBeLessThanOrEqual(20);
    await picture.dispose();
  });

  it('shows today’s picture from the legacy service if no other source has it yet', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = newestIs(() => '2026-11-19');
    app.answers.legacy = answersOnTime;
    const picture = await app.run();
    expect(app.state.current.picture.last?.record).toMatchObject({
      date: '2026-11-20',
      servedBy: 'legacy',
    });
    // A late picture does not count as a failure of the service.
    expect(app.state.current.supply.providers.slice(0, 2)).toMatchObject([
      { failure: null },
      { failure: null },
    ]);
    await picture.dispose();
  });

  it('keeps the record of a day without a picture, and does not change the wallpaper', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.archive.save(dayPicture('2026-11-19'));
    app.answers.successor = (_date, now) =>
      ok(pictureRecord(easternDate(now), { mediaType: 'video' }));
    const picture = await app.run();
    await app.clock.advance(hour);
    expect(app.archive.get('2026-11-20')).toMatchObject({ file: null });
    expect(app.shown).toEqual(['2026-11-19']);
    expect(app.requests).toHaveLength(1);
    expect(app.state.current.activities.picture.next.reason).toBe('picture-video');
    await picture.dispose();
  });

  it('calls `onPicture` again, without a request, when the user starts a check', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    let refreshed = 0;
    const picture = await app.run({
      onPicture: () => {
        refreshed += 1;
        return Promise.resolve();
      },
    });
    await app.clock.advance(10_000);
    picture.check();
    await app.clock.advance(0);
    expect(refreshed).toBe(2);
    expect(app.requests).toHaveLength(2);
    await picture.dispose();
  });

  it('downloads nothing again while the database is full, and saves the day when there is room', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    app.archive.full = { kind: 'storage', code: 'SQLITE_FULL' };
    const picture = await app.run();
    expect(app.shown).toEqual(['2026-11-20']);
    expect(app.state.current.activities.picture.lastFailure).toMatchObject({
      failure: { code: 'SQLITE_FULL' },
    });
    await app.clock.advance(2 * hour);
    expect(app.requests).toHaveLength(2);
    app.archive.full = null;
    await app.clock.advance(hour);
    expect(app.archive.get('2026-11-20')).not.toBeNull();
    expect(app.state.current.activities.picture.next.reason).toBe('picture-here');
    expect(app.requests).toHaveLength(2);
    await picture.dispose();
  });

  it('does not fetch the record again if only the download of its picture was interrupted', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const good = app.file;
    app.file = () => fail({ kind: 'offline', reason: 'reset' });
    const picture = await app.run();
    expect(app.state.current.picture.status).toBe('failed');
    app.file = good;
    await app.clock.advance(60_000);
    expect(app.state.current.picture.status).toBe('ready');
    expect(count(app.requests, /^successor/)).toBe(1);
    await picture.dispose();
  });

  it.each([
    ['a day behind', '2026-11-21'],
    ['a day ahead', '2026-11-19'],
  ])('shows only the newest picture while the system clock is %s', async (_name, newest) => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = newestIs(() => newest);
    app.answers.legacy = newestIs(() => newest);
    const picture = await app.run();
    await app.clock.advance(2 * hour);
    expect(app.shown).toEqual([newest]);
    expect(count(app.requests, /^image/)).toBe(1);
    expect(count(app.requests, /^successor/)).toBeLessThan(8);
    await picture.dispose();
  });

  it('needs no further request for a day that is dated tomorrow, and asks again for a later one', async () => {
    for (const [stored, requests] of [
      ['2026-11-21', 0],
      ['2026-11-22', 1],
    ] as const) {
      const app = pictureWorld('2026-11-20T12:00:00Z');
      app.archive.save(dayPicture(stored));
      app.answers.successor = newestIs(() => stored);
      const picture = await app.run();
      expect(count(app.requests, /^successor/)).toBe(requests);
      await picture.dispose();
    }
  });

  it('asks at each check while both sources agree on a day that is dated after tomorrow', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    const later = newestIs(() => '2026-11-22');
    Object.assign(app.answers, { successor: later, legacy: later });
    const picture = await app.run();
    expect(app.state.current.picture.last?.record.date).toBe('2026-11-22');
    app.requests.length = 0;
    picture.check();
    await app.clock.advance(10_000);
    expect(count(app.requests, /^successor/)).toBe(1);
    // The picture is not downloaded again.
    expect(count(app.requests, /^image/)).toBe(0);
    await picture.dispose();
  });

  it('fetches a day with two requests and then from the disk, and sends no request for days without a picture', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const picture = await app.run();
    app.requests.length = 0;
    expect(await picture.day('2020-02-29')).toMatchObject({ ok: true });
    expect(await picture.day('2020-02-29')).toMatchObject({ ok: true });
    expect(app.requests).toEqual(['successor 2020-02-29', 'image 2020-02-29 by successor']);
    for (const date of ['1995-06-17', '1995-06-19', '1990-01-01', '2026-11-21'])
      expect(await picture.day(date)).toEqual({ ok: false, failure: { kind: 'not-found' } });
    expect(app.requests).toHaveLength(2);
    await picture.dispose();
  });

  it('waits longer after each failure, and as long as at first after an answer', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    let isDown = true;
    const answers: Answers = (date) =>
      isDown ? fail({ kind: 'offline', reason: 'reset' }) : ok(pictureRecord(date ?? '2026-11-19'));
    for (const name of providerNames) app.answers[name] = answers;
    const waits: number[] = [];
    const noteWait = (): void => {
      const { next } = app.state.current.activities.picture;
      waits.push(((next.at ?? NaN) - app.clock.now()) / 1000);
    };
    const picture = await app.run();
    for (let failures = 0; failures < 3; failures += 1) {
      noteWait();
      await app.clock.advance((waits.at(-1) ?? 0) * 1000);
    }
    expect(waits.splice(0)).toEqual([7.5, 15, 30]);
    isDown = false;
    picture.ask();
    await app.clock.advance(6_000);
    expect(app.state.current.activities.picture.next.reason).toBe('picture-unpublished');
    isDown = true;
    picture.ask();
    await app.clock.advance(5_000);
    noteWait();
    expect(waits[0]).toBeLessThanOrEqual(7.5);
    await picture.dispose();
  });

  it.each([
    [0, 2_000],
    [0.25, 9_000],
  ])('checks after a wake, with the random number %d after %d ms', async (drawn, delayMs) => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const picture = await app.run({ random: () => drawn });
    const shownAt: number[] = [];
    await app.clock.advance(hour);
    app.state.subscribe(() => shownAt.push(app.clock.now()));
    for (let wakes = 0; wakes < 2; wakes += 1) {
      shownAt.length = 0;
      const wokenAt = app.clock.now();
      picture.wake();
      await app.clock.advance(minute);
      expect((shownAt[0] ?? 0) - wokenAt).toBe(delayMs);
    }
    picture.wake();
    await picture.dispose();
    shownAt.length = 0;
    await app.clock.advance(2 * day);
    expect(shownAt).toEqual([]);
  });

  it('sends another request after a round in which the user asked for one', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const downloader: PictureDownloader = {
      async download(record, signal) {
        await app.clock.sleep(minute, signal);
        return app.file(record);
      },
    };
    const picture = await app.run({ downloader });
    picture.ask();
    expect(app.state.current.picture.status).toBe('loading');
    await app.clock.advance(minute);
    await app.clock.advance(1);
    expect(count(app.requests, /^successor/)).toBe(2);
    await picture.dispose();
  });

  it('reports a failure if no source has any day', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    for (const name of providerNames) app.answers[name] = () => fail({ kind: 'not-found' });
    const picture = await app.run();
    expect(app.state.current.activities.picture.next.reason).toBe('retrying');
    await picture.dispose();
  });

  const video = (date: string) => ({
    record: pictureRecord(date, { mediaType: 'video', thumbnailUrl: 'https://example.org/v.jpg' }),
    file: null,
  });

  it('downloads the missing still of today’s video, without a request for its record', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.archive.save(video('2026-11-20'));
    app.withoutPicture = 'still';
    const { file } = app;
    app.file = () => fail({ kind: 'truncated' });
    const picture = await app.run();
    expect(app.archive.get('2026-11-20')?.file).toBeNull();
    expect(app.state.current.supply.download).toBeNull();
    app.file = file;
    picture.check();
    await app.clock.advance(10_000);
    expect(app.requests).toEqual(Array(2).fill('image 2026-11-20 by successor'));
    expect(app.archive.get('2026-11-20')?.file).not.toBeNull();
    expect(app.state.current.picture.last?.file).not.toBeNull();
    expect(app.state.current.supply.download).toBeNull();
    expect(app.shown).toEqual(['2026-11-20']);
    await picture.dispose();
  });

  it('downloads the missing still of an opened video once, and does not wait for it', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    for (const date of ['2026-11-10', '2026-11-11']) app.archive.save(video(date));
    const noteShown = vi.spyOn(app.archive, 'noteShown');
    const { file } = app;
    const picture = await app.run();
    app.requests.length = 0;
    for (const [date, answer] of [
      ['2026-11-10', file],
      ['2026-11-11', () => fail({ kind: 'truncated' } as const)],
    ] as const) {
      app.file = answer;
      expect(await picture.day(date)).toEqual(ok(video(date)));
      expect(noteShown).toHaveBeenLastCalledWith(date, app.clock.now());
      await app.clock.advance(minute);
      await picture.day(date);
    }
    expect(app.requests).toEqual(
      ['2026-11-10', '2026-11-11'].map((date) => `image ${date} by successor`),
    );
    expect(app.archive.get('2026-11-10')?.file).not.toBeNull();
    expect(app.archive.get('2026-11-11')).toEqual(video('2026-11-11'));
    expect(app.state.current.supply.download).toBeNull();
    await picture.dispose();
  });

  it('fetches a changed file again, and reports a day that cannot be saved', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    for (const date of ['2026-11-10', '2026-11-11']) app.archive.save(dayPicture(date));
    const picture = await app.run();
    app.requests.length = 0;
    app.archive.isIntact = () => Promise.resolve(false);
    expect(await picture.day('2026-11-10')).toMatchObject({ ok: true });
    expect(app.requests).toEqual(['image 2026-11-10 by successor']);
    const full = { kind: 'storage', code: 'ENOSPC' } as const;
    app.archive.full = full;
    expect(await picture.day('2026-11-11')).toEqual(fail(full));
    const aborted = AbortSignal.abort();
    expect(await picture.day('2026-11-09', aborted)).toEqual(fail({ kind: 'cancelled' }));
    expect(app.requests).toHaveLength(2);
    await picture.dispose();
  });

  it('checks once after many wake events in quick succession', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    const picture = await app.run();
    await app.clock.advance(3 * hour);
    const before = app.state.current.activities.picture.lastFailure?.at;
    const checks = new Set<number | undefined>();
    app.state.subscribe(({ activities }) => checks.add(activities.picture.lastFailure?.at));
    for (let flap = 0; flap < 30; flap += 1) {
      picture.wake();
      await app.clock.advance(100);
    }
    await app.clock.advance(30_000);
    checks.delete(before);
    expect(checks.size).toBe(1);
    await picture.dispose();
  });

  it('reports the progress of a download at most four times a second until it ends', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const reported = new Set<number | undefined>();
    app.state.subscribe(({ supply }) => reported.add(supply.download?.bytes));
    const downloader: PictureDownloader = {
      async download(record, signal, { onProgress } = {}) {
        for (let bytes = 0; bytes < 500; bytes += 1) {
          onProgress?.(bytes, null);
          await app.clock.sleep(2, signal);
        }
        return app.file(record);
      },
    };
    const picture = await app.run({ downloader });
    await app.clock.advance(5_000);
    expect([...reported].filter((bytes) => bytes !== undefined)).toEqual([0, 124, 249, 374, 499]);
    expect(app.state.current.supply.download).toBeNull();
    await picture.dispose();
  });
});

describe('startPictureOfTheDay, for a day of the archive', () => {
  it('downloads only the file of an evicted day, and sends no request for dates without a picture', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const picture = await app.run();
    app.requests.length = 0;
    app.archive.evicted.set('2020-02-29', dayPicture('2020-02-29', { title: 'Actual' }));
    expect(await picture.day('2020-02-29')).toMatchObject({
      value: { record: { title: 'Actual' }, file: {} },
    });
    expect(app.requests).toEqual(['image 2020-02-29 by successor']);
    for (const date of ['2026-02-30', '1995-06-15', '2026-11-21', '0000-00-00'])
      expect(await picture.day(date)).toEqual(fail({ kind: 'not-found' }));
    expect(app.requests).toHaveLength(1);
    await picture.dispose();
  });

  it('fetches the record again if its address no longer serves the picture, but not while offline', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const picture = await app.run();
    app.requests.length = 0;
    app.archive.evicted.set('2020-02-29', dayPicture('2020-02-29', { title: 'Actual' }));
    const good = app.file;
    app.file = () => fail({ kind: 'offline', reason: 'dns' });
    expect(await picture.day('2020-02-29')).toMatchObject({ failure: { kind: 'offline' } });
    app.file = (record) => (record.title === 'Actual' ? fail({ kind: 'not-found' }) : good(record));
    expect(await picture.day('2020-02-29')).toMatchObject({ ok: true });
    expect(app.requests).toEqual([
      'image 2020-02-29 by successor',
      'image 2020-02-29 by successor',
      'successor 2020-02-29',
      'image 2020-02-29 by successor',
    ]);
    // A failure of the picture's host does not count as a failure of the service.
    expect(app.state.current.supply.providers[0]).toMatchObject({ failure: null });
    await picture.dispose();
  });

  it('fetches the day once for simultaneous requests', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    const picture = await app.run();
    app.requests.length = 0;
    const opened = await Promise.all(Array.from({ length: 5 }, () => picture.day('2020-02-29')));
    expect(opened.every(({ ok: isThere }) => isThere)).toBe(true);
    expect(app.requests).toHaveLength(2);
    await picture.dispose();
  });

  it('continues a fetch for one request when another request of the day is aborted, and aborts it with the last', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = answersOnTime;
    app.archive.save(dayPicture('2026-11-20'));
    const signals: AbortSignal[] = [];
    const picture = await app.run({
      downloader: {
        async download(record, signal) {
          signals.push(signal);
          return (await app.clock.sleep(minute, signal))
            ? app.file(record)
            : fail({ kind: 'cancelled' });
        },
      },
    });
    const controller = new AbortController();
    const aborted = picture.day('2020-02-29', controller.signal);
    const other = picture.day('2020-02-29');
    await app.clock.advance(1000);
    controller.abort();
    expect(await aborted).toEqual(fail({ kind: 'cancelled' }));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await app.clock.advance(minute);
    expect(await other).toMatchObject({ ok: true });
    const last = new AbortController();
    const alone = picture.day('2020-02-28', last.signal);
    await app.clock.advance(1000);
    last.abort();
    expect(await alone).toEqual(fail({ kind: 'cancelled' }));
    expect(signals[1]?.aborted).toBe(true);
    await picture.dispose();
  });

  it('reserves the requests of the quota that the daily check needs', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.legacy = answersOnTime;
    app.quotas.legacy = { limit: 30, remaining: 7, at: app.clock.now() };
    const picture = await app.run({ isAsked: (name) => name === 'legacy' });
    app.requests.length = 0;
    const browse = async (date: string, remaining: number) => {
      app.quotas.legacy = { limit: 30, remaining, at: app.clock.now() };
      return picture.day(date);
    };
    expect((await browse('2020-01-01', 6)).ok).toBe(true);
    expect((await browse('2020-01-02', 5)).ok).toBe(true);
    expect(await browse('2020-01-03', 4)).toEqual(
      fail({ kind: 'quota', retryAt: app.clock.now() + hour }),
    );
    expect(count(app.requests, /^legacy/)).toBe(2);
    // The reserve does not delay the daily check.
    await app.clock.advance(day);
    expect(app.shown.at(-1)).toBe('2026-11-21');
    await picture.dispose();
  });

  it('fetches the day from another source while the rest of the legacy service’s quota is reserved', async () => {
    const app = pictureWorld('2026-11-20T12:00:00Z');
    app.answers.successor = (date, now) =>
      date === null ? answersOnTime(date, now) : fail({ kind: 'not-found' });
    app.answers.legacy = answersOnTime;
    app.answers.editors = answersOnTime;
    app.quotas.legacy = { limit: 30, remaining: 5, at: app.clock.now() };
    await (await app.run({ isAsked: (name) => name === 'legacy' })).dispose();
    const picture = await app.run();
    app.requests.length = 0;
    expect(await picture.day('2020-01-01')).toMatchObject({
      value: { record: { servedBy: 'editors' } },
    });
    expect(count(app.requests, /^legacy/)).toBe(0);
    await picture.dispose();
  });
});
