import { expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { fail, ok, type Result, type StorageFailure } from '#shared/failure.ts';
import type { Backup } from '#platform/database/backups.ts';
import { startBackups } from './backups.ts';

const hour = 3600_000;

const backupAt = (at: number): Promise<Result<Backup>> =>
  Promise.resolve(ok({ path: '/backups/overhead.sqlite', at }));

it('startBackups makes a backup once a day, and tries again each hour after a failure', async () => {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const made: number[] = [];
  const lines: string[] = [];
  let failure: StorageFailure | null = null;
  const end = startBackups({
    clock,
    database: {
      msUntilBackup: (now) => Math.max((made.at(-1) ?? 0) + 24 * hour - now, 0),
      backUp(now) {
        if (failure !== null) return Promise.resolve(fail(failure));
        made.push(now);
        return backupAt(now);
      },
    },
    log: (line) => lines.push(line),
  });
  await clock.advance(30_000);
  expect(made).toEqual([]);
  await clock.advance(25 * hour);
  expect(made.map((at) => (at - startedAt) / 60_000)).toEqual([1, 1441]);
  expect(lines).toEqual([]);
  failure = { kind: 'storage', code: 'SQLITE_FULL' };
  await clock.advance(26 * hour);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^no backup was made: .*SQLITE_FULL/);
  await end();
  await clock.advance(100 * hour);
  expect(lines).toHaveLength(3);
});

it('startBackups waits an hour between two backups, also when the second is due earlier', async () => {
  const clock = new FakeClock();
  const startedAt = clock.now();
  const made: number[] = [];
  const end = startBackups({
    clock,
    database: {
      msUntilBackup: () => 0,
      backUp(now) {
        made.push((now - startedAt) / 60_000);
        return backupAt(now);
      },
    },
    log: () => undefined,
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
    database: {
      msUntilBackup() {
        if (reportedDefects.length === 0) throw new Error('bug');
        return 0;
      },
      backUp(now) {
        made += 1;
        return backupAt(now);
      },
    },
    log: () => undefined,
  });
  await clock.advance(hour);
  expect([reportedDefects.length, made]).toEqual([1, 0]);
  await clock.advance(hour);
  expect(made).toBe(1);
  expect(reportedDefects.splice(0)).toEqual([new Error('bug')]);
  await end();
});
