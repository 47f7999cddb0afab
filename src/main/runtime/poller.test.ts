import { describe, expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { FakeClock, runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { startPoller, type NextRound, type PollerOptions } from './poller.ts';

interface Plan {
  at: number | null;
  reason: string;
}

function start(
  round: (signal: AbortSignal, clock: FakeClock) => Promise<NextRound>,
  options: Partial<PollerOptions> = {},
) {
  const clock = new FakeClock();
  const began = clock.now();
  const rounds: number[] = [];
  const plans: Plan[] = [];
  const poller = startPoller({
    clock,
    begin: Promise.resolve(),
    round: (signal) => {
      rounds.push((clock.now() - began) / 1000);
      return round(signal, clock);
    },
    onPlan: (plan) => plans.push(plan),
    minGapMs: 5_000,
    ...options,
  });
  return { clock, poller, rounds, plans, began };
}

const every =
  (seconds: number | null, holdMs: number | null = null) =>
  (): Promise<NextRound> =>
    Promise.resolve({
      delayMs: seconds === null ? null : seconds * 1000,
      holdMs,
      reason: 'picture-here',
    });

describe('startPoller', () => {
  it('starts immediately, and then waits from the end of each round', async () => {
    const { clock, poller, rounds, plans, began } = start(every(60));
    await clock.advance(180_000);
    expect(rounds).toEqual([0, 60, 120, 180]);
    expect(plans[0]).toEqual({ at: began + 60_000, reason: 'picture-here' });
    await poller.dispose();
  });

  it.each([
    [60_000, { held: true }],
    [0, {}],
  ])('plans whether the service holds the round back: for %d ms', async (holdMs, held) => {
    const { clock, poller, plans, began } = start(every(60, holdMs));
    await clock.advance(0);
    expect(plans).toEqual([{ at: began + 60_000, reason: 'picture-here', ...held }]);
    await poller.dispose();
  });

  it('never overlaps rounds, however long a round takes', async () => {
    const clock = new FakeClock();
    let running = 0;
    let most = 0;
    const poller = startPoller({
      clock,
      begin: Promise.resolve(),
      round: async (signal) => {
        most = Math.max(most, (running += 1));
        await clock.sleep(7_000, signal);
        running -= 1;
        return { delayMs: 0 };
      },
      onPlan: () => undefined,
      minGapMs: 0,
    });
    await clock.advance(20_000);
    poller.poke();
    await clock.advance(20_000);
    expect(most).toBe(1);
    await poller.dispose();
  });

  it('starts the next round earlier after `poke`, but not before the minimum gap', async () => {
    const { clock, poller, rounds } = start(every(600));
    await clock.advance(1_000);
    poller.poke();
    poller.poke();
    await clock.advance(3_000);
    expect(rounds).toEqual([0]);
    await clock.advance(2_000);
    expect(rounds).toEqual([0, 5]);
    await clock.advance(100_000);
    poller.poke();
    await clock.advance(0);
    expect(rounds).toEqual([0, 5, 106]);
    await poller.dispose();
  });

  it('waits for `poke` alone when no time is planned', async () => {
    const { clock, poller, rounds, plans } = start(every(null));
    await clock.advance(24 * 3600_000);
    expect(rounds).toEqual([0]);
    expect(plans).toEqual([{ at: null, reason: 'picture-here' }]);
    poller.poke();
    await clock.advance(0);
    expect(rounds).toHaveLength(2);
    await poller.dispose();
  });

  /** Runs rounds of 2 s with the result `end`, and pokes the first round `times` times while it runs. */
  async function pokedInRound(times: number, end: NextRound) {
    const { clock, poller, rounds } = start(async (signal, time) => {
      await time.sleep(2_000, signal);
      return end;
    });
    await clock.advance(1_000);
    for (let time = 0; time < times; time += 1) poller.poke();
    await clock.advance(20_000);
    await poller.dispose();
    return rounds;
  }

  it.each([1, 3])(
    'runs once more after %i calls of `poke` during a round that ends without a planned time',
    async (times) => {
      // The round may have read the data before the change that the poke reports, so another round follows.
      const rounds = await pokedInRound(times, { delayMs: null });
      expect(rounds).toEqual([0, 5]);
    },
  );

  it('runs the round after `poke` only when the wait that the service requested is over', async () => {
    const rounds = await pokedInRound(1, { delayMs: null, holdMs: 10_000 });
    expect(rounds).toEqual([0, 12]);
  });

  it('ignores `poke` during a round that plans the next round', async () => {
    expect(await pokedInRound(1, { delayMs: 60_000 })).toEqual([0]);
  });

  it('starts the round after `restart` although the service has asked for a wait, but not before the gap', async () => {
    const { clock, poller, rounds } = start(every(600, 300_000));
    await clock.advance(1_000);
    poller.restart();
    await clock.advance(10_000);
    expect(rounds).toEqual([0, 5]);
    await poller.dispose();
  });

  it('ends the wait that the service has asked for also if the loop was poked before `restart`', async () => {
    const { clock, poller, rounds } = start(every(600, 300_000));
    await clock.advance(10_000);
    poller.poke();
    await clock.advance(10_000);
    expect(rounds).toEqual([0]);
    poller.restart();
    await clock.advance(0);
    expect(rounds).toEqual([0, 20]);
    await poller.dispose();
  });

  it('runs another round after a round in which `restart` was called, and then follows the plan of the last round', async () => {
    const { clock, poller, rounds } = start(async (signal, time) => {
      await time.sleep(2_000, signal);
      return { delayMs: 60_000, holdMs: 30_000 };
    });
    await clock.advance(1_000);
    poller.restart();
    await clock.advance(60_000);
    expect(rounds).toEqual([0, 5]);
    await clock.advance(10_000);
    expect(rounds).toEqual([0, 5, 67]);
    await poller.dispose();
  });

  it('continues when a round or a listener throws', async () => {
    const bug = new Error('bug');
    const throwing = (): never => {
      throw bug;
    };
    const { clock, poller, rounds } = start(
      (_signal, time) => (time.monotonic() === 0 ? throwing() : every(60)()),
      { onPlan: throwing, onPoke: throwing },
    );
    await clock.advance(0);
    poller.poke();
    await clock.advance(70_000);
    expect(rounds).toEqual([0, 5, 65]);
    expect(reportedDefects.splice(0)).toEqual([bug, bug, bug, bug, bug]);
    await poller.dispose();
  });

  it('does not shorten the wait that the service requested after `poke`', async () => {
    const { clock, poller, rounds } = start(every(600, 60_000));
    await clock.advance(20_000);
    poller.poke();
    await clock.advance(39_000);
    expect(rounds).toEqual([0]);
    // The poke has an effect after the hold: the round starts when the hold ends.
    await clock.advance(1_000);
    expect(rounds).toEqual([0, 60]);
    await clock.advance(599_000);
    expect(rounds).toEqual([0, 60]);
    await clock.advance(1_000);
    expect(rounds).toEqual([0, 60, 660]);
    await poller.dispose();
  });

  it('reports the new time when `poke` starts the round earlier, and nothing when `poke` has no effect', async () => {
    const told: number[] = [];
    const { clock, poller, began } = start(every(600, 60_000), {
      onPoke: (at) => told.push((at - began) / 1000),
    });
    await clock.advance(20_000);
    poller.poke();
    await runPromiseCallbacks();
    poller.poke();
    await clock.advance(700_000);
    expect(told).toEqual([60]);
    poller.poke();
    await clock.advance(0);
    expect(told).toEqual([60, 720]);
    await poller.dispose();
  });

  it('uses the monotonic clock, so that a change of the wall clock has no effect', async () => {
    const { clock, poller, rounds } = start(every(60));
    await clock.advance(30_000);
    clock.setWallClock('2020-01-01T00:00:00Z');
    await clock.advance(29_000);
    expect(rounds).toHaveLength(1);
    await clock.advance(1_000);
    expect(rounds).toHaveLength(2);
    await poller.dispose();
  });

  it('reports errors and continues after 1, 5 and then each 15 minutes, until a round succeeds', async () => {
    const bad = [1, 2, 3, 4, 6];
    const { clock, poller, rounds } = start(() =>
      bad.includes(rounds.length) ? Promise.reject(new Error('bug')) : every(3600)(),
    );
    await clock.advance(2 * 3600_000);
    const minutes = rounds.map((second) => Math.round(second / 60));
    expect(minutes).toEqual([0, 1, 6, 21, 36, 96, 97]);
    expect(reportedDefects.splice(0)).toEqual(bad.map(() => new Error('bug')));
    await poller.dispose();
  });

  it('can be disposed of during a wait or during a round; the round is then aborted', async () => {
    const waiting = start(every(60));
    await waiting.clock.advance(1_000);
    await waiting.poller.dispose();
    await waiting.clock.advance(600_000);
    expect(waiting.rounds).toEqual([0]);

    let aborted = false;
    const busy = start(
      (signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve({ delayMs: 0 });
          }),
        ),
    );
    await runPromiseCallbacks();
    await busy.poller.dispose();
    expect(aborted).toBe(true);
    expect(busy.plans).toEqual([]);
  });

  it('ends when it is disposed of before it has begun', async () => {
    const { poller, rounds } = start(every(60), { begin: new Promise(() => undefined) });
    await poller.dispose();
    expect(rounds).toEqual([]);
  });
});
