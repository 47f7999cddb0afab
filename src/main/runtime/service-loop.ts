import type { Activity, ServiceName } from '#shared/state.ts';
import { startPoller, type Poller, type PollerOptions } from './poller.ts';
import type { StateHolder } from './app-state.ts';
import type { Gate } from './suspension.ts';
import type { Clock } from './clock.ts';

/** What every activity needs. */
export interface Surroundings {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly state: StateHolder;
  /** Says when a service is not to be asked. */
  readonly gate: Gate;
  /** The first requests wait for this; it never rejects. */
  readonly begin: Promise<void>;
  readonly onDefect: (error: unknown) => void;
}

/** What a service waits for from the moment that the gate opens until the next round has looked. */
const goingOn = 'about to go on';

/**
 * The loop of one service; what it waits for is told in AppState. Rounds start at least `minGapMs` apart. While the
 * gate is closed a round does nothing, and the next one comes when it is poked. What the gate says is told as soon as
 * it changes: the next round may have to wait for its gap, and the last one may still be under way.
 */
export function startServiceLoop(
  { clock, begin, state, gate, onDefect }: Surroundings,
  service: ServiceName,
  minGapMs: number,
  round: PollerOptions['round'],
): Poller {
  /** What the gate said when that was told last. */
  let closed: string | null = null;
  /** The gate was closed, and no round has looked behind it since. */
  let wasClosed = false;
  /** When a poke has the next round come; null while none does. */
  let pokedTo: number | null = null;

  const tell = (next: Activity['next']): void => state.notePlan(service, next, clock.now());

  /** Tells why nothing is asked. False while the gate is open. */
  function tellClosed(): boolean {
    const reason = gate.closed(service);
    // Said again it would seem to wait since now.
    if (reason !== null && reason !== closed) tell({ at: null, reason });
    closed = reason;
    wasClosed ||= reason !== null;
    return reason !== null;
  }

  const goOn = (): void => tell({ at: pokedTo, reason: goingOn });

  const unsubscribe = gate.onChange(() => {
    const before = closed;
    if (!tellClosed() && before !== null) goOn();
  });

  const poller = startPoller({
    clock,
    begin,
    onDefect,
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
      // It may speak of a gate that has opened since; then the poke of the opening has another round come.
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
