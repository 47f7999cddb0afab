import type { ServiceName } from '#shared/state.ts';
import { startPoller, type Poller, type PollerOptions } from './poller.ts';
import type { StateHolder } from './app-state.ts';
import type { RequestGate } from './suspension.ts';
import type { Clock } from './clock.ts';

/** The options that all background activities share. */
export interface ActivityOptions {
  readonly clock: Clock;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly state: StateHolder;
  /** No request is sent while the gate is closed. */
  readonly gate: RequestGate;
  /** The first requests wait for this promise, which never rejects. */
  readonly begin: Promise<unknown>;
}

/**
 * Runs the loop of one service and records its plan in AppState. Rounds start at least `minGapMs` apart. While the gate
 * is closed, a round does nothing, the next round starts only when the loop is poked, and the plan is `resuming`. The
 * reason why the gate is closed is not part of the plan, but in `suspension` of AppState.
 */
export function startServiceLoop(
  { clock, begin, state, gate }: ActivityOptions,
  service: ServiceName,
  minGapMs: number,
  round: PollerOptions['round'],
): Poller {
  /** Whether the gate was closed and no round has sent a request since. */
  let mustResume = false;
  /**
   * The time to which a poke has moved the next round, in milliseconds since the Unix epoch; null: there was no poke.
   */
  let pokedStartAt: number | null = null;

  const planResuming = (): void =>
    state.notePlan(service, { at: pokedStartAt, reason: 'resuming' }, clock.now());

  const unsubscribe = gate.onChange(() => {
    mustResume ||= gate.isClosed(service);
    if (mustResume) planResuming();
  });

  const poller = startPoller({
    clock,
    begin,
    minGapMs,
    async round(signal) {
      pokedStartAt = null;
      if (gate.isClosed(service)) return { delayMs: null };
      mustResume = false;
      return round(signal);
    },
    onPlan(next) {
      // If the gate opens during a round that ends without a planned time, the poke of the opening starts another
      // round.
      mustResume = gate.isClosed(service) || (mustResume && next.at === null);
      if (mustResume) planResuming();
      else state.notePlan(service, next, clock.now());
    },
    onPoke(at) {
      pokedStartAt = at;
      if (mustResume) planResuming();
    },
  });
  return {
    poke: () => poller.poke(),
    restart: () => poller.restart(),
    dispose() {
      unsubscribe();
      return poller.dispose();
    },
  };
}
