import { expect, it } from 'vitest';
import { pictureRecord } from '#test/support/pictures.ts';
import { pictureWorld } from '#test/support/picture-world.ts';
import { ok } from '#shared/failure.ts';
import { addDays, easternDate, easternMidnight } from './eastern.ts';

const hour = 3600_000;
const day = 24 * hour;

it('the picture of the day needs two requests a day for a year, including changes of daylight saving time', async () => {
  const app = pictureWorld('2026-01-01T12:00:00Z');
  app.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
  const picture = await app.run();
  await app.clock.advance(364 * day);
  expect(app.shown).toEqual(Array.from({ length: 365 }, (_, n) => addDays('2026-01-01', n)));
  expect(app.requests).toHaveLength(2 * 365);
  await picture.dispose();
});

it('each picture appears within two hours of its publication, including pictures published up to ten hours late', async () => {
  const app = pictureWorld('2026-02-01T17:00:00Z');
  const publishedAt = (date: string): number => {
    const n = Math.round((Date.parse(date) - Date.parse('2026-02-01')) / day);
    // Pictures of the late days are published 1, 4, 7 or 10 hours late.
    return easternMidnight(date) + (n % 15 === 0 ? (1 + (n % 12)) * hour : 5 * 60_000);
  };
  const newest = (now: number): string => {
    const today = easternDate(now);
    return publishedAt(today) <= now ? today : addDays(today, -1);
  };
  app.answers.successor = (date, now) => ok(pictureRecord(date ?? newest(now)));
  app.answers.legacy = app.answers.successor;
  const delays = new Map<string, number>();
  const picture = await app.run({
    onPicture() {
      const { last } = app.state.current.picture;
      const date = last?.record.date ?? '';
      if (!delays.has(date)) delays.set(date, app.clock.now() - publishedAt(date));
      return Promise.resolve();
    },
  });
  app.requests.length = 0;
  await app.clock.advance(200 * day);
  // The first day was published long before the start.
  delays.delete('2026-02-01');
  expect(delays.size).toBe(200);
  expect(Math.max(...delays.values())).toBeLessThanOrEqual(2 * hour);
  const punctual = [...delays.values()].filter((delay) => delay <= 46 * 60_000);
  expect(punctual.length).toBeGreaterThanOrEqual(186);
  expect(app.requests.length / 200).toBeLessThan(3);
  await picture.dispose();
});

it('the picture of the day needs at most 16 requests a day from a service that is always six hours late', async () => {
  const app = pictureWorld('2026-11-01T12:00:00Z');
  const newest = (now: number): string => {
    const today = easternDate(now);
    return now - easternMidnight(today) >= 6 * hour ? today : addDays(today, -1);
  };
  app.answers.successor = (date, now) => ok(pictureRecord(date ?? newest(now)));
  app.answers.legacy = app.answers.successor;
  const picture = await app.run();
  for (let n = 0; n < 30; n += 1) {
    const before = app.requests.length;
    await app.clock.advance(day);
    expect(app.shown.at(-1)).toBe(addDays('2026-11-02', n));
    expect(app.requests.length - before).toBeLessThanOrEqual(16);
  }
  await picture.dispose();
});
