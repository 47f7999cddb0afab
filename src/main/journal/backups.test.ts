import { expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { fail, ok, type Result } from '#shared/failure.ts';
import { startBackups } from './backups.ts';

const hour = 3600_000;

it('startBackups makes a backup once a day, and tries again each hour after a failure', async () => {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const made: number[] = [];
  const outcomes: boolean[] = [];
  let answer: Result<unknown> = ok(null);
  const end = startBackups({
    clock,
    backups: {
      until: (now) => Math.max((made.at(-1) ?? 0) + 24 * hour - now, 0),
      make(now) {
        if (answer.ok) made.push(now);
        return Promise.resolve(answer);
      },
    },
    onOutcome: ({ ok: taken }) => outcomes.push(taken),
  });
  await clock.advance(30_000);
  expect(made).toEqual([]);
  await clock.advance(25 * hour);
  expect(made.map((at) => (at - startedAt) / 60_000)).toEqual([1, 1441]);
  answer = fail({ kind: 'storage', code: 'SQLITE_FULL' });
  await clock.advance(26 * hour);
  expect(outcomes).toEqual([true, true, false, false, false]);
  await end();
  await clock.advance(100 * hour);
  expect(outcomes).toHaveLength(5);
});

it('startBackups waits an hour between two backups, also when the second is due earlier', async () => {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const made: number[] = [];
  const end = startBackups({
    clock,
    backups: {
      until: () => 0,
      make(now) {
        made.push((now - startedAt) / 60_000);
        return Promise.resolve(ok(null));
      },
    },
    onOutcome: () => undefined,
  });
  await clock.advance(2.5 * hour);
  expect(made).toEqual([1, 61, 121]);
  await end();
});

it('startBackups tries again an hour after an unexpected error', async () => {
  const clock = new FakeClock();
  let made = 0;
  const end = startBackups({
    clock,
    backups: {
      until() {
        if (reportedDefects.length === 0) throw new Error('bug');
        return 0;
      },
      make: () => Promise.resolve(ok((made += 1))),
    },
    onOutcome: () => undefined,
  });
  await clock.advance(hour);
  expect([reportedDefects.length, made]).toEqual([1, 0]);
  await clock.advance(hour);
  expect(made).toBe(1);
  expect(reportedDefects.splice(0)).toEqual([new Error('bug')]);
  await end();
});
