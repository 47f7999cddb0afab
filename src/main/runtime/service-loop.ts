import type { Activity, ServiceName, WaitReason } from '#shared/state.ts';
import { startPoller, type Poller, type PollerOptions } from './poller.ts';
import type { StateHolder } from './app-state.ts';
import type { Gate } from './suspension.ts';
import type { Clock } from './clock.ts';

/** What every background activity needs. */
export interface Surroundings {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly state: StateHolder;
  /** Says when a service must not be asked. */
  readonly gate: Gate;
  /** The first requests wait for this; it never rejects. */
  readonly begin: Promise<void>;
}

/**
 * Runs the loop of one service and records in AppState what it waits for. Rounds start at least `minGapMs` apart.
 * While the gate is closed a round does nothing, and the next one comes when it is poked. A change of the gate's reason
 * is recorded without waiting for a round: the current one may still run, and the next one may have to wait for its gap.
 */
export function startServiceLoop(
  { clock, begin, state, gate }: Surroundings,
  service: ServiceName,
  minGapMs: number,
  round: PollerOptions['round'],
): Poller {
  /** The reason of the gate that was recorded last. */
  let closed: WaitReason | null = null;
  /** Whether the gate was closed and no round has asked since. */
  let wasClosed = false;
  /** When a poke brings the next round; null: no poke. */
  let pokedTo: number | null = null;

  const tell = (next: Activity['next']): void => state.notePlan(service, next, clock.now());

  /** Records why nothing is asked. False while the gate is open. */
  function tellClosed(): boolean {
    const reason = gate.closed(service);
    // Recording the same reason again would restart its time.
    if (reason !== null && reason !== closed) tell({ at: null, reason });
    closed = reason;
    wasClosed ||= reason !== null;
    return reason !== null;
  }

  const goOn = (): void => tell({ at: pokedTo, reason: 'resuming' });

  const unsubscribe = gate.onChange(() => {
    const before = closed;
    if (!tellClosed() && before !== null) goOn();
  });

  const poller = startPoller({
    clock,
    begin,
    minGapMs,
    async round(signal) {
      pokedTo = null;
      const reason = gate.closed(service);
      if (reason !== null) return { delayMs: null, reason };
      wasClosed = false;
      return round(signal);
    },
    onPlan(next) {
      if (tellClosed()) return;
      // The round may have met a gate that has opened since; then the opening's poke brings another round.
      if (wasClosed && next.at === null) {
        goOn();
        return;
      }
      wasClosed = false;
      tell(next);
    },
    onPoke(at) {
      pokedTo = at;
      if (wasClosed && closed === null) goOn();
    },
  });
  return {
    poke: () => poller.poke(),
    dispose() {
      unsubscribe();
      return poller.dispose();
    },
  };
}
