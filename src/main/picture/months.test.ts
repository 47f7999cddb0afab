import { expect, it } from 'vitest';
import { pictureRecord } from '#test/support/pictures.ts';
import { pictureWorld } from '#test/support/picture-world.ts';
import { ok } from '#shared/failure.ts';
import { addDays, easternDate, easternMidnight } from './eastern.ts';

const hour = 3600_000;
const day = 24 * hour;

it('a year: one picture each day and two requests, through both changes of summer time', async () => {
  const app = pictureWorld('2026-01-01T12:00:00Z');
  app.answers.successor = (date, now) => ok(pictureRecord(date ?? easternDate(now)));
  const picture = await app.run();
  await app.clock.advance(364 * day);
  expect(app.shown).toEqual(Array.from({ length: 365 }, (_, n) => addDays('2026-01-01', n)));
  expect(app.requests).toHaveLength(2 * 365);
  await picture.dispose();
});

it('a service that publishes at six in the morning is asked rarely before, once that is known', async () => {
  const app = pictureWorld('2026-11-01T12:00:00Z');
  const published = (now: number): string => {
    const today = easternDate(now);
    return now - easternMidnight(today) >= 6 * hour ? today : addDays(today, -1);
  };
  app.answers.successor = (date, now) => ok(pictureRecord(date ?? published(now)));
  app.answers.legacy = app.answers.successor;
  const picture = await app.run();
  const perDay: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const before = app.requests.length;
    await app.clock.advance(day);
    expect(app.shown.at(-1)).toBe(addDays('2026-11-02', n));
    perDay.push(app.requests.length - before);
  }
  expect(Math.min(...perDay.slice(0, 3))).toBeGreaterThan(10);
  expect(Math.max(...perDay.slice(10))).toBeLessThanOrEqual(8);
  await picture.dispose();
});
