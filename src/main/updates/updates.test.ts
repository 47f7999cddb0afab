import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { ok } from '#shared/failure.ts';
import {
  noUpdateRecord,
  refusedUpdate,
  type UpdateRecord,
  type UpdateFailure,
  type UpdateResult,
} from '#shared/updates/update.ts';
import type { InstallingUpdater } from './install/install.ts';
import { disabledUpdates, startUpdates, type Updates } from './updates.ts';
import { memoryValue } from '#test/support/memory-value.ts';
import type { StoredValue } from '#runtime/value.ts';

const hour = 3600_000;
const release = {
  version: '1.1.0',
  notes: '',
  releasedAt: 1,
  bytes: 1,
  installedBy: 'app',
} as const;
const offline = refusedUpdate({ kind: 'feed', failure: { kind: 'offline', reason: 'dns' } });

let clock: FakeClock;
let record: StoredValue<UpdateRecord>;
/** Times of the checks in hours since the start. */
let checks: number[];
let check: InstallingUpdater['check'];
let download: InstallingUpdater['download'];
let install: InstallingUpdater['install'];
let updates: Updates;
let worksOnQuit: boolean;
/** The states that were reported, in this order. */
let states: string[];
const quit = vi.fn();
const finish = vi.fn<InstallingUpdater['finish']>(() => Promise.resolve());

beforeEach(() => {
  clock = new FakeClock();
  record = memoryValue(noUpdateRecord);
  checks = [];
  states = [];
  worksOnQuit = false;
  check = () => Promise.resolve(ok(null));
  download = () => Promise.resolve(ok(null));
  install = () => ok(null);
  vi.clearAllMocks();
});
afterEach(() => updates.dispose());

function start(random = 0.5, automatic = true): void {
  const begun = clock.monotonic();
  updates = startUpdates({
    clock,
    random: () => random,
    automatic: () => automatic,
    loadUpdater: () =>
      Promise.resolve({
        worksOnQuit,
        check() {
          checks.push((clock.monotonic() - begun) / hour);
          return check();
        },
        download: (...args) => download(...args),
        install: () => install(),
        finish,
      }),
    record,
    onState: ({ status }) => states.push(status),
    quit,
  });
}

describe('startUpdates', () => {
  it('checks only on request when automatic checks are off', async () => {
    start(0.5, false);
    await clock.advance(72 * hour);
    expect(checks).toEqual([]);
    updates.check();
    await clock.advance(72 * hour);
    expect(checks).toHaveLength(1);
    expect(states).toEqual(['checking', 'idle']);
  });

  it.each([
    [ok(null), 'ready'],
    [offline, 'failed'],
  ])('reports each state until the download has ended: %j', async (answer, end) => {
    check = () => Promise.resolve(ok(release));
    download = (onProgress) => {
      onProgress(1);
      return Promise.resolve(answer);
    };
    start();
    updates.check();
    await clock.advance(0);
    expect(states).toEqual(['checking', 'available']);
    await updates.download();
    expect(states.slice(2)).toEqual(['downloading', 'downloading', end]);
  });

  it.each([0, 0.5, 0.999])('checks once a day with jitter (random: %s)', async (random) => {
    start(random);
    await clock.advance(30 * 24 * hour);
    expect(checks.length).toBeGreaterThan(26);
    expect(checks[0]).toBeCloseTo((1 + random) / 60, 9);
    for (const [index, at] of checks.slice(1).entries())
      expect(at - (checks[index] ?? 0)).toBeCloseTo(24 + 4 * (random - 0.5), 6);
  });

  it('records the time of a check, and of one that succeeded', async () => {
    check = () => Promise.resolve(offline);
    start();
    await clock.advance(90_000);
    const askedAt = clock.now();
    expect(record.get()).toEqual({ ...noUpdateRecord, askedAt });
    check = () => Promise.resolve(ok(release));
    updates.check();
    await clock.advance(5_000);
    const at = clock.now();
    expect(record.get()).toEqual({ ...noUpdateRecord, askedAt: at, checkedAt: at });
    expect(updates.state).toEqual({ status: 'available', checkedAt: at, release });
  });

  it('does not check again within a day after a restart', async () => {
    start();
    await clock.advance(hour);
    await updates.dispose();
    start();
    await clock.advance(20 * hour);
    expect(checks).toHaveLength(1);
    expect(updates.state).toMatchObject({ status: 'idle', checkedAt: record.get().checkedAt });
    await clock.advance(10 * hour);
    expect(checks).toHaveLength(2);
    // Since the second start: a day after the first check ends at 23 h and 90 s, and the check comes 90 s later.
    expect((checks[1] ?? 0) * hour).toBeCloseTo(23 * hour + 180_000, 3);
  });

  it('waits a day after a check in the same millisecond', async () => {
    record.set({ ...noUpdateRecord, askedAt: clock.now() });
    start();
    await clock.advance(24 * hour);
    expect(checks).toEqual([]);
    await clock.advance(hour);
    expect(checks).toHaveLength(1);
  });

  it('ignores the time of the last check if it is in the future because the system clock was set back', async () => {
    record.set({ ...noUpdateRecord, askedAt: clock.now() + 400 * 24 * hour });
    start();
    await clock.advance(hour / 2);
    expect(checks).toHaveLength(1);
  });

  it('checks immediately on request, and only once for two simultaneous requests', async () => {
    start();
    updates.check();
    updates.check();
    await clock.advance(4_000);
    expect(checks).toEqual([0]);
  });

  it('waits longer after each failure, up to a day', async () => {
    check = () => Promise.resolve(offline);
    start();
    await clock.advance(30 * 24 * hour);
    const gaps = checks.slice(1).map((at, index) => at - (checks[index] ?? 0));
    expect(gaps.slice(0, 3).map((gap) => Math.round(gap * 100) / 100)).toEqual([0.75, 1.5, 3]);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(24.1);
  });

  it('waits for a short time again after a check that succeeded between two failures', async () => {
    const results = [offline, offline, offline, ok(null), offline];
    check = () => Promise.resolve(results.shift() ?? ok(null));
    start();
    await clock.advance(40 * hour);
    expect(checks).toHaveLength(6);
    expect((checks[5] ?? 0) - (checks[4] ?? 0)).toBeCloseTo(0.75);
  });

  it('records no check that ends after `dispose`', async () => {
    const result = Promise.withResolvers<typeof offline>();
    check = () => result.promise;
    start();
    updates.check();
    await clock.advance(5_000);
    const disposed = updates.dispose();
    result.resolve(offline);
    await disposed;
    expect(checks).toHaveLength(1);
    expect(record.get()).toEqual(noUpdateRecord);
  });

  it('ends after a running download', async () => {
    check = () => Promise.resolve(ok(release));
    const downloadEnd = Promise.withResolvers<UpdateResult<null>>();
    download = () => downloadEnd.promise;
    start();
    updates.check();
    await clock.advance(5_000);
    const downloaded = updates.download();
    const steps: string[] = [];
    const disposed = updates.dispose().then(() => steps.push('end'));
    await clock.advance(5_000);
    steps.push('downloaded');
    downloadEnd.resolve(ok(null));
    await Promise.all([downloaded, disposed]);
    expect(steps).toEqual(['downloaded', 'end']);
  });

  it('downloads once, and installs and checks nothing during a download', async () => {
    check = () => Promise.resolve(ok(release));
    const downloadEnd = Promise.withResolvers<UpdateResult<null>>();
    download = vi.fn(() => downloadEnd.promise);
    install = vi.fn(() => ok(null));
    start();
    updates.check();
    await clock.advance(5_000);
    updates.installNow();
    const downloaded = Promise.all([updates.download(), updates.download()]);
    updates.installNow();
    expect(download).toHaveBeenCalledOnce();
    expect(install).not.toHaveBeenCalled();
    updates.check();
    await clock.advance(48 * hour);
    expect(updates.state.status).toBe('downloading');
    expect(checks).toHaveLength(1);
    downloadEnd.resolve(ok(null));
    await downloaded;
    await clock.advance(hour);
    expect(checks).toHaveLength(2);
  });

  it('reports an unexpected error and treats the check as failed', async () => {
    check = () => Promise.reject(new Error('broken'));
    start();
    await clock.advance(hour / 2);
    expect(reportedDefects.splice(0)).toEqual([new Error('broken')]);
    expect(updates.state.status).toBe('failed');
  });
});

describe('startUpdates, when the app must quit for the installation', () => {
  beforeEach(async () => {
    check = () => Promise.resolve(ok(release));
    start();
    updates.check();
    await clock.advance(5_000);
    await updates.download();
  });

  it('quits the app once, and finishes the installation with a restart only when the process ends', async () => {
    updates.installNow();
    updates.installNow();
    expect(quit).toHaveBeenCalledOnce();
    await updates.dispose();
    expect(finish).not.toHaveBeenCalled();
    await updates.atEnd();
    expect(finish.mock.calls).toEqual([[true]]);
  });

  it('installs without a restart at the end of the process if the user wishes', async () => {
    worksOnQuit = true;
    check = () => Promise.resolve(ok({ ...release, version: '1.2.0' }));
    await updates.dispose();
    start();
    updates.check();
    await clock.advance(5_000);
    await updates.download();
    updates.installOnQuit(true);
    updates.installOnQuit(false);
    await updates.atEnd();
    expect(finish).not.toHaveBeenCalled();
    updates.installOnQuit(true);
    await updates.atEnd();
    expect([finish.mock.calls, quit.mock.calls]).toEqual([[[false]], []]);
  });

  it('does not finish an installation if nothing was installed', async () => {
    await updates.atEnd();
    install = () => refusedUpdate({ kind: 'install', detail: 'the disk is full' });
    updates.installNow();
    await updates.atEnd();
    expect(quit).not.toHaveBeenCalled();
    expect(finish).not.toHaveBeenCalled();
  });
});

describe('startUpdates, when the operating system runs the installation', () => {
  const failure: UpdateFailure = { kind: 'install', detail: 'the system refused it' };
  let handed: PromiseWithResolvers<UpdateFailure>[];

  beforeEach(async () => {
    handed = [];
    install = () => {
      const refusal = Promise.withResolvers<UpdateFailure>();
      handed.push(refusal);
      return ok(refusal.promise);
    };
    check = () => Promise.resolve(ok(release));
    start();
    updates.check();
    await clock.advance(5_000);
    await updates.download();
    updates.installNow();
  });

  it('does not quit, and installs only once', () => {
    updates.installNow();
    expect(handed).toHaveLength(1);
    expect(quit).not.toHaveBeenCalled();
    expect(updates.state.status).toBe('ready');
  });

  it('does not finish the installation when the process ends', async () => {
    await updates.atEnd();
    expect(finish).not.toHaveBeenCalled();
  });

  it('reports a late failure, and can install again', async () => {
    handed[0]?.resolve(failure);
    await clock.advance(0);
    expect(updates.state).toMatchObject({ status: 'failed', failure });
    await updates.download();
    updates.installNow();
    expect(handed).toHaveLength(2);
    expect(quit).not.toHaveBeenCalled();
  });

  it('ignores a failure after its disposal', async () => {
    await updates.dispose();
    handed[0]?.resolve(failure);
    await clock.advance(0);
    expect(updates.state.status).toBe('ready');
  });
});

it('disabledUpdates do nothing, and say why', async () => {
  updates = disabledUpdates('no-feed');
  updates.check();
  updates.installOnQuit(true);
  updates.installNow();
  await Promise.all([updates.download(), updates.atEnd(), updates.dispose()]);
  expect(updates.state).toEqual({ status: 'off', reason: 'no-feed' });
});
