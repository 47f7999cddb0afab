import { describe, expect, it } from 'vitest';
import { runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import type { ServiceName } from '#shared/state.ts';
import { createSuspension, noStoredPause } from './suspension.ts';
import { startServiceLoop } from './service-loop.ts';
import type { NextRound } from './poller.ts';
import { memoryValue } from '#test/support/memory-value.ts';

const later: NextRound = { delayMs: 600_000, reason: 'picture-here' };

/**
 * Starts a loop whose rounds take `roundMs` milliseconds, with the app's own gate. Each change of the gate by the user
 * pokes the loop, as in the app.
 */
function start(service: ServiceName, minGapMs: number, { roundMs = 0, end = later } = {}) {
  const surroundings = fakeActivityOptions();
  const { clock, state } = surroundings;
  const store = memoryValue(noStoredPause);
  const suspension = createSuspension({ clock, state, store });
  const rounds: number[] = [];
  const loop = startServiceLoop(
    { ...surroundings, gate: suspension },
    service,
    minGapMs,
    async (signal) => {
      rounds.push(clock.monotonic());
      if (roundMs > 0) await clock.sleep(roundMs, signal);
      return end;
    },
  );
  suspension.onChange(({ by }) => {
    if (by === 'user') loop.poke();
  });
  const activity = () => state.current.activities[service];
  const dispose = () => Promise.all([loop.dispose(), suspension.dispose()]);
  return { clock, suspension, rounds, loop, activity, dispose };
}

const soon = 'resuming';
const suspended = { at: null, reason: soon };

describe.each([
  ['picture', 5_000],
  ['position', 5_000],
  ['posts', 0],
] as const)('the time of the next round in the state of the %s loop', (service, minGapMs) => {
  it('is null with the reason `resuming` during a pause, and is set again after the pause', async () => {
    const { clock, suspension, rounds, activity, dispose } = start(service, minGapMs);
    await clock.advance(60_000);
    suspension.pause('indefinite');
    expect(activity().next).toEqual(suspended);
    const since = clock.now();
    await clock.advance(1_000);
    // The round that does nothing, because the gate is closed, changes nothing.
    expect(activity()).toMatchObject({ next: suspended, since });

    suspension.resume();
    expect(activity().next.reason).toBe(soon);
    await runPromiseCallbacks();
    if (minGapMs > 0) {
      expect(activity().next).toEqual({ at: since + minGapMs, reason: soon });
      await clock.advance(minGapMs - 1_000);
    }
    expect(activity().next).toEqual({ at: clock.now() + 600_000, reason: later.reason });
    expect(rounds).toHaveLength(2);
    await dispose();
  });
});

describe('the time of the next round in the state of a loop', () => {
  it('respects the minimum gap after a pause that is shorter than the gap', async () => {
    const { clock, suspension, activity, dispose } = start('picture', 5_000);
    await clock.advance(1_000);
    suspension.pause('indefinite');
    await clock.advance(1_000);
    expect(activity().next.reason).toBe(soon);
    suspension.resume();
    expect(activity().next).toEqual({ at: clock.now() + 3_000, reason: soon });
    await dispose();
  });

  it('stays null when a round ends that was running at the start of the pause', async () => {
    const { clock, suspension, rounds, activity, dispose } = start('picture', 5_000, {
      roundMs: 2_000,
    });
    await clock.advance(1_000);
    suspension.pause('indefinite');
    expect(activity().next).toEqual(suspended);
    await clock.advance(2_000);
    expect(activity().next).toEqual(suspended);
    suspension.resume();
    await clock.advance(0);
    expect(activity().next).toEqual({ at: clock.now() + 2_000, reason: soon });
    await clock.advance(4_000);
    expect(activity().next.reason).toBe(later.reason);
    expect(rounds).toHaveLength(2);
    await dispose();
  });

  it('is the time planned by the current round if a pause began and ended during that round', async () => {
    const { clock, suspension, rounds, loop, activity, dispose } = start('picture', 5_000, {
      roundMs: 2_000,
    });
    await clock.advance(1_000);
    suspension.pause('indefinite');
    suspension.resume();
    await clock.advance(1_000);
    expect(activity().next.reason).toBe(later.reason);
    // A poke after the gate has opened neither starts another round nor changes the shown reason.
    loop.poke();
    await runPromiseCallbacks();
    expect(activity().next.reason).toBe(later.reason);
    expect(rounds).toHaveLength(1);
    await dispose();
  });

  it('is null while the screen is locked', async () => {
    const { clock, suspension, activity, loop, dispose } = start('picture', 5_000);
    await clock.advance(10_000);
    suspension.power('locked');
    expect(activity().next).toEqual(suspended);
    loop.poke();
    await clock.advance(60_000);
    suspension.power('awake');
    expect(activity().next).toEqual({ at: null, reason: soon });
    await dispose();
  });

  it('does not change for the posts while the screen is locked', async () => {
    const { clock, suspension, activity, dispose } = start('posts', 0, {
      end: { delayMs: null, reason: 'posts-none' },
    });
    await clock.advance(10_000);
    const before = activity();
    suspension.power('locked');
    suspension.power('awake');
    await clock.advance(0);
    expect(activity()).toBe(before);
    await dispose();
  });

  it('is null with the reason of the round if a round after a pause plans no other', async () => {
    const end = { delayMs: null, reason: 'posts-none' } as const;
    const { clock, suspension, rounds, activity, dispose } = start('posts', 5_000, {
      roundMs: 2_000,
      end,
    });
    await clock.advance(1_000);
    suspension.pause('indefinite');
    suspension.resume();
    await clock.advance(1_000);
    // The poke at the end of the pause starts another round.
    expect([rounds.length, activity().next.reason]).toEqual([1, soon]);
    await clock.advance(5_000);
    expect([rounds.length, activity().next]).toEqual([2, { at: null, reason: 'posts-none' }]);
    await dispose();
  });

  it('does not change after the end of the loop', async () => {
    const { clock, suspension, rounds, loop, activity, dispose } = start('picture', 5_000);
    await clock.advance(0);
    await loop.dispose();
    const before = activity();
    suspension.pause('indefinite');
    await clock.advance(3600_000);
    expect([activity(), rounds.length]).toEqual([before, 1]);
    await dispose();
  });
});
