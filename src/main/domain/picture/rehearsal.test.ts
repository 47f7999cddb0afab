import { describe, expect, it } from 'vitest';
import { pictureRecord } from '../../../../test/support/pictures.ts';
import { pictureWorld, type Answers } from '../../../../test/support/picture-world.ts';
import { fail, ok } from '../../../shared/failure.ts';
import { addDays, easternDate } from './eastern.ts';

const day = 24 * 3600_000;
const archivedAt = Date.parse('2026-12-01T05:00:00Z');
const punctual: Answers = (date, now) => ok(pictureRecord(date ?? easternDate(now)));

/** How the first service may end, and what it is asked afterwards. */
const ends: [string, Answers][] = [
  ['says that it is gone', () => fail({ kind: 'refused', status: 410, message: 'Gone' })],
  ['knows nothing any more', () => fail({ kind: 'not-found' })],
  ['refuses every key', () => fail({ kind: 'key-refused' })],
  ['is not there', () => fail({ kind: 'offline', reason: 'dns' })],
  ['answers with a page', () => fail({ kind: 'malformed', detail: 'it is not JSON' })],
  ['stands still', () => ok(pictureRecord('2026-11-30'))],
];

describe.each(ends)('1 December 2026: the specified service %s', (_name, archived) => {
  it('and every day has its picture all the same, with few requests', async () => {
    const app = pictureWorld('2026-11-28T12:00:00Z');
    app.answers.specified = (date, now) => (now < archivedAt ? punctual : archived)(date, now);
    app.answers.successor = punctual;
    let picture = await app.run();
    app.requests.length = 0;
    const days = Array.from({ length: 21 }, (_, n) => addDays('2026-11-29', n));
    for (const date of days) {
      const before = app.requests.length;
      await app.clock.advance(day);
      expect(app.state.current.picture).toMatchObject({
        status: 'ready',
        last: { record: { date, servedBy: date < '2026-12-01' ? 'specified' : 'successor' } },
      });
      const requests = app.requests.length - before;
      expect(requests).toBeGreaterThanOrEqual(2);
      expect(requests).toBeLessThanOrEqual(3);

      await picture.dispose();
      picture = await app.run();
      // A restart costs none.
      expect(app.requests.length - before).toBe(requests);
    }
    expect(app.shown.slice(1)).toEqual(days);
    expect(app.defects).toEqual([]);
    await picture.dispose();
  });
});

it('a service that is gone is looked for once a week in the end', async () => {
  const app = pictureWorld('2026-12-01T12:00:00Z');
  app.answers.specified = () => fail({ kind: 'refused', status: 410, message: 'Gone' });
  app.answers.successor = punctual;
  const picture = await app.run();
  await app.clock.advance(60 * day);
  app.requests.length = 0;
  await app.clock.advance(28 * day);
  const asked = app.requests.filter((request) => request.startsWith('specified'));
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.length).toBeLessThanOrEqual(4);
  await picture.dispose();
});
