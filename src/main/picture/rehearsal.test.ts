import { describe, expect, it } from 'vitest';
import { pictureRecord } from '#test/support/pictures.ts';
import { pictureWorld, type Answers } from '#test/support/picture-world.ts';
import { fail, ok } from '#shared/failure.ts';
import type { ProviderName } from '#shared/picture/providers.ts';
import { addDays, easternDate } from './eastern.ts';

const day = 24 * 3600_000;
const endsAt = Date.parse('2026-12-01T05:00:00Z');
const punctual: Answers = (date, now) => ok(pictureRecord(date ?? easternDate(now)));

/** The answers that a source may give after its service was shut down. */
const ends: [string, Answers][] = [
  ['answers 410 (Gone)', () => fail({ kind: 'refused', status: 410, message: 'Gone' })],
  ['answers 404 for every day', () => fail({ kind: 'not-found' })],
  ['refuses every key', () => fail({ kind: 'key-refused' })],
  ['is not there', () => fail({ kind: 'offline', reason: 'dns' })],
  ['answers with a page', () => fail({ kind: 'malformed', detail: 'it is not JSON' })],
  ['stands still', () => ok(pictureRecord('2026-11-30'))],
];

describe.each(ends)('the chain of sources, with a first source that %s', (_name, ended) => {
  it('gets the picture from the next source, with few requests', async () => {
    const app = pictureWorld('2026-11-28T12:00:00Z');
    app.answers.successor = (date, now) => (now < endsAt ? punctual : ended)(date, now);
    app.answers.legacy = punctual;
    let picture = await app.run();
    app.requests.length = 0;
    const days = Array.from({ length: 21 }, (_, n) => addDays('2026-11-29', n));
    for (const date of days) {
      const before = app.requests.length;
      await app.clock.advance(day);
      expect(app.state.current.picture).toMatchObject({
        status: 'ready',
        last: { record: { date, servedBy: date < '2026-12-01' ? 'successor' : 'legacy' } },
      });
      const requests = app.requests.length - before;
      expect(requests).toBeGreaterThanOrEqual(2);
      expect(requests).toBeLessThanOrEqual(3);

      await picture.dispose();
      picture = await app.run();
      // A restart causes no request.
      expect(app.requests.length - before).toBe(requests);
    }
    expect(app.shown.slice(1)).toEqual(days);
    expect(app.defects).toEqual([]);
    await picture.dispose();
  });
});

it('the chain of sources sends about one request a week to a source that was shut down two months ago', async () => {
  const app = pictureWorld('2026-12-01T12:00:00Z');
  app.answers.successor = () => fail({ kind: 'refused', status: 410, message: 'Gone' });
  app.answers.legacy = punctual;
  const picture = await app.run();
  await app.clock.advance(60 * day);
  app.requests.length = 0;
  await app.clock.advance(28 * day);
  const asked = app.requests.filter((request) => request.startsWith('successor'));
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.length).toBeLessThanOrEqual(4);
  await picture.dispose();
});

describe('the chain of sources in autumn 2026', () => {
  const placeholder: Answers = () => fail({ kind: 'placeholder' });
  const none: Answers = () => fail({ kind: 'unavailable', status: 503, retryAt: null });

  /** The number of requests on each of the next days, images included. */
  async function daysOf(answers: Partial<Record<ProviderName, Answers>>): Promise<number[]> {
    const app = pictureWorld('2026-09-28T12:00:00Z');
    Object.assign(app.answers, answers);
    const picture = await app.run();
    const counts: number[] = [];
    for (let n = 0; n < 90; n += 1) {
      const before = app.requests.length;
      await app.clock.advance(day);
      const date = addDays('2026-09-29', n);
      expect(app.state.current.picture.last?.record.date).toBe(date);
      counts.push(app.requests.length - before);
    }
    await picture.dispose();
    return counts;
  }

  it('sends two requests a day if the successor answers and the legacy service sends placeholders', async () => {
    const counts = await daysOf({ successor: punctual, legacy: placeholder });
    expect(new Set(counts)).toEqual(new Set([2]));
  });

  it('sends at most five requests a day, and at most 4.5 on average, while only the editors answer', async () => {
    const counts = await daysOf({
      successor: none,
      legacy: placeholder,
      feed: none,
      editors: punctual,
    });
    // Each source with a wait is asked once when its wait is over.
    expect(Math.max(...counts)).toBeLessThanOrEqual(5);
    expect(counts.reduce((sum, count) => sum + count) / counts.length).toBeLessThanOrEqual(4.5);
  });
});
