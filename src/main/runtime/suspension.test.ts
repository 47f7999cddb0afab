import { describe, expect, it, vi } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import {
  createSuspension,
  endOfPause,
  noStoredPause,
  type StoredPause,
  type SuspensionChange,
} from './suspension.ts';
import { memoryValue } from '#test/support/memory-value.ts';

function start(stored: StoredPause = noStoredPause, at = '2026-11-20T12:00:00Z') {
  const { clock, state } = fakeActivityOptions(at);
  const written: StoredPause[] = [];
  const store = memoryValue(stored, (pause) => written.push(pause));
  const suspension = createSuspension({ clock, state, store });
  const changes: SuspensionChange[] = [];
  suspension.onChange((change) => changes.push(change));
  return { clock, state, suspension, changes, written };
}

describe('a pause of the app', () => {
  it('stops requests to all services, and ends by itself', async () => {
    const { clock, state, suspension, changes, written } = start();
    suspension.pause('hour');
    expect(suspension.isClosed('picture')).toBe(true);
    expect(suspension.isClosed('posts')).toBe(true);
    expect(state.current.suspension).toEqual({
      paused: Date.parse('2026-11-20T13:00:00Z'),
      power: 'awake',
    });
    await clock.advance(3599_000);
    expect(suspension.isPaused).toBe(true);
    await clock.advance(1_000);
    expect([suspension.isPaused, suspension.isClosed('picture')]).toEqual([false, false]);
    expect(state.current.suspension.paused).toBeNull();
    expect(changes).toEqual([
      { suspended: true, by: 'user' },
      { suspended: false, by: 'user' },
    ]);
    expect(written).toEqual([
      { paused: Date.parse('2026-11-20T13:00:00Z'), lengthMs: 3600_000 },
      noStoredPause,
    ]);
    await suspension.dispose();
  });

  it('calls no listener that was removed', async () => {
    const { suspension, changes } = start();
    const later: SuspensionChange[] = [];
    const stop = suspension.onChange((change) => later.push(change));
    suspension.pause('indefinite');
    stop();
    suspension.resume();
    expect([later.length, changes.length]).toEqual([1, 2]);
    await suspension.dispose();
  });

  it('writes nothing at a start without a stored pause, nor with one that lasts', async () => {
    const paused = Date.parse('2026-11-20T12:30:00Z');
    for (const stored of [noStoredPause, { paused, lengthMs: 3600_000 }]) {
      const { suspension, written, state } = start(stored);
      expect([written, state.current.suspension]).toEqual([
        [],
        { paused: stored.paused, power: 'awake' },
      ]);
      await suspension.dispose();
    }
  });

  it('for an hour ends an hour later, and one without end never', () => {
    expect([endOfPause('hour', 5), endOfPause('indefinite', 5)]).toEqual([3600_005, 'indefinite']);
  });

  it('does not end after the end of the app', async () => {
    const { clock, suspension, changes } = start();
    suspension.pause('hour');
    await suspension.dispose();
    await clock.advance(3600_000);
    expect(changes).toHaveLength(1);
  });

  it('lasts until the user resumes if it has no end, even if the pause before it had an end', async () => {
    const { clock, suspension } = start();
    suspension.pause('hour');
    suspension.pause('indefinite');
    await clock.advance(72 * 3600_000);
    expect(suspension.isClosed('position')).toBe(true);
    suspension.resume();
    expect(suspension.isClosed('position')).toBe(false);
    await suspension.dispose();
  });

  it('continues after a restart until its planned end', async () => {
    const { clock, suspension, changes } = start({
      paused: Date.parse('2026-11-20T12:30:00Z'),
      lengthMs: 3600_000,
    });
    expect(suspension.isPaused).toBe(true);
    await clock.advance(30 * 60_000);
    expect(suspension.isPaused).toBe(false);
    expect(changes).toEqual([{ suspended: false, by: 'user' }]);
    await suspension.dispose();
  });

  it('lasts no longer after a restart than planned, even if the clock was ahead when the pause began', async () => {
    const ahead = start(noStoredPause, '2026-11-20T22:00:00Z');
    ahead.suspension.pause('hour');
    const [stored] = ahead.written;
    expect(stored?.lengthMs).toBe(3600_000);
    await ahead.suspension.dispose();
    const { clock, suspension, written } = start(stored, '2026-11-20T12:10:00Z');
    expect(written).toEqual([{ paused: Date.parse('2026-11-20T13:10:00Z'), lengthMs: 3600_000 }]);
    await clock.advance(3600_000);
    expect(suspension.isPaused).toBe(false);
    await suspension.dispose();
  });

  it('does not continue after a restart if its end has passed', async () => {
    const { suspension, state } = start({
      paused: Date.parse('2026-11-20T11:00:00Z'),
      lengthMs: 3600_000,
    });
    expect(state.current.suspension).toEqual({ paused: null, power: 'awake' });
    await suspension.dispose();
  });

  it('is ignored if a wrong clock has put its end too far into the future, even after a restart', async () => {
    const paused = Date.parse('2027-11-20T13:00:00Z');
    const { suspension, state, clock, written } = start({ paused, lengthMs: null });
    expect([suspension.isPaused, state.current.suspension.paused, written]).toEqual([
      false,
      null,
      [noStoredPause],
    ]);
    suspension.pause('hour');
    clock.setWallClock('2025-11-20T12:00:00Z');
    expect(suspension.isClosed('picture')).toBe(false);
    suspension.wake();
    expect(state.current.suspension.paused).toBeNull();
    await suspension.dispose();
  });

  it.each([
    ['2026-11-21T13:00:00Z', true],
    ['2026-11-21T13:00:01Z', false],
  ])('until %s is restored after a restart: %s (the limit is 25 hours)', async (end, holds) => {
    const { suspension } = start({ paused: Date.parse(end), lengthMs: null });
    expect(suspension.isPaused).toBe(holds);
    await suspension.dispose();
  });

  it('ends when the computer wakes if its end passed during sleep', async () => {
    const { clock, suspension, state, changes, written } = start();
    suspension.pause('hour');
    clock.setWallClock('2026-11-20T13:00:00Z');
    suspension.wake();
    expect(changes).toEqual([
      { suspended: true, by: 'user' },
      { suspended: false, by: 'system' },
    ]);
    expect([state.current.suspension.paused, written.at(-1)]).toEqual([null, noStoredPause]);
    await clock.advance(2 * 3600_000);
    expect(changes).toHaveLength(2);
    await suspension.dispose();
  });

  it('ends on time after a short sleep, and no later if the clock was set back', async () => {
    const { clock, suspension, state } = start();
    suspension.pause('hour');
    suspension.power('asleep');
    clock.setWallClock('2026-11-20T12:40:00Z');
    suspension.power('awake');
    expect(suspension.isPaused).toBe(true);
    await clock.advance(20 * 60_000);
    expect(state.current.suspension.paused).toBeNull();
    suspension.pause('hour');
    clock.setWallClock('2026-11-20T03:00:00Z');
    suspension.wake();
    await clock.advance(3600_000);
    expect(state.current.suspension.paused).toBeNull();
    await suspension.dispose();
  });

  it('for the rest of today ends at local midnight', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const midnight = new Date(Number(endOfPause('today', now)));
    expect([midnight.getHours(), midnight.getMinutes(), midnight.getSeconds()]).toEqual([0, 0, 0]);
    expect(midnight.getTime()).toBeGreaterThan(now);
    expect(midnight.getTime() - now).toBeLessThanOrEqual(25 * 3600_000);
  });

  it.each([
    ['Asia/Tokyo', '2026-11-20T15:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-21T08:00:00.000Z'],
    ['UTC', '2026-11-21T00:00:00.000Z'],
  ])('for the rest of today ends at midnight of %s', (zone, end) => {
    vi.stubEnv('TZ', zone);
    try {
      const midnight = endOfPause('today', Date.parse('2026-11-20T12:00:00Z'));
      expect(new Date(Number(midnight)).toISOString()).toBe(end);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('the suspension of a computer that sleeps or is locked', () => {
  it('stops requests to all services during sleep, and to all but the posts while locked', async () => {
    const { suspension, changes } = start();
    suspension.power('locked');
    expect([suspension.isClosed('position'), suspension.isClosed('posts')]).toEqual([true, false]);
    suspension.power('asleep');
    expect(suspension.isClosed('posts')).toBe(true);
    suspension.power('awake');
    suspension.power('awake');
    expect(changes.map(({ suspended, by }) => `${suspended} ${by}`)).toEqual([
      'true system',
      'true system',
      'false system',
    ]);
    await suspension.dispose();
  });

  it('continues after a wake during a pause', async () => {
    const { suspension, changes } = start();
    suspension.pause('indefinite');
    suspension.power('asleep');
    suspension.power('awake');
    expect(changes.at(-1)).toEqual({ suspended: true, by: 'system' });
    await suspension.dispose();
  });
});

it('createSuspension calls every listener, even if one throws', async () => {
  const { suspension, changes } = start();
  suspension.onChange(() => {
    throw new Error('bug');
  });
  const later: SuspensionChange[] = [];
  suspension.onChange((change) => later.push(change));
  suspension.pause('hour');
  expect(later).toEqual(changes);
  expect(reportedDefects.splice(0)).toEqual([new Error('bug')]);
  await suspension.dispose();
});
