import type { ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startServer } from '#test/support/http-server.ts';
import { pictureRig } from '#test/support/picture-rig.ts';
import { pictureWorld } from '#test/support/picture-world.ts';
import { dayPicture } from '#test/support/pictures.ts';
import { fail, ok } from '#shared/failure.ts';
import { pictureUrlsOf } from '#shared/settings/settings.ts';
import { createHttp } from '#platform/http/http.ts';
import { createDownloader } from './download/download.ts';
import { createPictureSources } from './providers/sources.ts';
import { createDayRequests, debounceMs } from './picture-handlers.ts';
import { addDays } from './eastern.ts';

const superseded = fail({ kind: 'superseded' });

/** Creates day requests over a fake service, which records the fetched days and the aborted fetches. */
function rig(kept: readonly string[] = []) {
  const clock = new FakeClock();
  const fetched: string[] = [];
  const aborted: string[] = [];
  const answers = new Map<string, (date: string) => void>();
  const request = createDayRequests({
    clock,
    kept: (date) => (kept.includes(date) ? dayPicture(date) : null),
    day(date, signal) {
      fetched.push(date);
      signal.addEventListener('abort', () => aborted.push(date));
      return new Promise((resolve) => {
        const answer = () => resolve(ok(dayPicture(date)));
        if (kept.includes(date)) answer();
        answers.set(date, answer);
        signal.addEventListener('abort', () => resolve(fail({ kind: 'cancelled' })));
      });
    },
  });
  return { clock, fetched, aborted, request, answer: (date: string) => answers.get(date)?.(date) };
}

describe('createDayRequests', () => {
  it('fetches a day when its page has stayed open for 350 ms', async () => {
    const { clock, fetched, request, answer } = rig();
    const asked = request('2020-01-01', 1);
    await clock.advance(debounceMs - 1);
    expect(fetched).toEqual([]);
    await clock.advance(1);
    expect(fetched).toEqual(['2020-01-01']);
    answer('2020-01-01');
    expect(await asked).toEqual(ok(dayPicture('2020-01-01')));
  });

  it('returns a stored day without delay', async () => {
    const { fetched, request } = rig(['2020-01-01']);
    expect(await request('2020-01-01', 1)).toEqual(ok(dayPicture('2020-01-01')));
    expect(fetched).toEqual(['2020-01-01']);
  });

  it.each([0, 100, debounceMs - 1])(
    'fetches only the last of 30 days that are requested %i ms apart',
    async (stepMs) => {
      const { clock, fetched, request, answer } = rig();
      const asked = [];
      for (let step = 0; step < 30; step += 1) {
        asked.push(request(addDays('2020-01-30', -step), 1));
        await clock.advance(stepMs);
      }
      await clock.advance(debounceMs);
      answer('2020-01-01');
      const answers = await Promise.all(asked);
      expect(answers.slice(0, -1)).toEqual(Array(29).fill(superseded));
      expect(answers.at(-1)).toEqual(ok(dayPicture('2020-01-01')));
      expect(fetched).toEqual(['2020-01-01']);
    },
  );

  it('aborts a running fetch when the page that requested the day requests another day', async () => {
    const { clock, aborted, request } = rig(['2020-01-02']);
    const first = request('2020-01-01', 1);
    await clock.advance(debounceMs);
    expect(await request('2020-01-02', 1)).toMatchObject({ ok: true });
    expect(await first).toEqual(superseded);
    expect(aborted).toEqual(['2020-01-01']);
  });

  it('does not abort the requests of another page', async () => {
    const { clock, aborted, request, answer } = rig();
    const first = request('2020-01-01', 1);
    const second = request('2020-01-02', 2);
    await clock.advance(debounceMs);
    answer('2020-01-01');
    answer('2020-01-02');
    expect(await first).toMatchObject({ ok: true });
    expect(await second).toMatchObject({ ok: true });
    expect(aborted).toEqual([]);
  });
});

describe('createDayRequests over real sockets, for a user who flips through days', () => {
  it('makes 2 requests for 30 quick steps: the record and the picture of the last day', async () => {
    const app = await pictureRig('2026-11-20T12:00:00Z');
    onTestFinished(() => app.close());
    await app.scenarios([{ name: 'image' }]);
    await app.start();
    const before = app.requests.length;
    const request = createDayRequests({
      clock: app.clock,
      kept: (date) => app.archive.get(date),
      day: (date, signal) => app.day(date, signal),
    });
    const asked = [];
    for (let step = 1; step <= 30; step += 1) {
      asked.push(request(addDays('2026-11-20', -step), 1));
      await app.clock.advance(100);
    }
    await app.clock.advance(debounceMs);
    const answers = await Promise.all(asked);
    expect(answers.at(-1)).toMatchObject({ ok: true, value: { record: { date: '2026-10-21' } } });
    expect(answers.slice(0, -1)).toEqual(Array(29).fill(superseded));
    expect(app.requests.slice(before)).toEqual(['successor', 'image']);
  });

  it('closes the connection of a superseded request', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'overhead-flipping-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const waiting = Promise.withResolvers<ServerResponse>();
    // The service never answers.
    const server = await startServer((_request, response) => waiting.resolve(response));
    onTestFinished(() => server.close());
    const http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
    onTestFinished(() => http.close());
    const world = pictureWorld('2026-11-20T12:00:00Z');
    // Today's picture is kept, so that the daily check sends no request.
    world.archive.save(dayPicture('2026-11-20'));
    const picture = await world.run({
      sources: createPictureSources({
        http,
        urls: () => pictureUrlsOf({ picture: server.url }),
        apiKey: () => '',
        now: world.clock.now,
      }),
      isAsked: (name) => name === 'successor',
      downloader: createDownloader({
        http,
        folder,
        serviceUrls: () => [server.url],
        now: Date.now,
      }),
    });
    onTestFinished(() => picture.dispose());
    world.archive.save(dayPicture('2020-01-02'));
    const request = createDayRequests({
      clock: world.clock,
      kept: (date) => world.archive.get(date),
      day: (date, signal) => picture.day(date, signal),
    });
    const first = request('2020-01-01', 1);
    await world.clock.advance(debounceMs);
    const response = await waiting.promise;
    const closed = new Promise((resolve) => response.once('close', resolve));
    expect(await request('2020-01-02', 1)).toMatchObject({ ok: true });
    expect(await first).toEqual(superseded);
    await closed;
    expect(response.writableFinished).toBe(false);
    // An aborted request does not count as a failure of the service.
    expect(world.state.current.supply.providers[0]).toMatchObject({ failure: null });
  });
});
