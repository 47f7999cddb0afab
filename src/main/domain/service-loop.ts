import type { ServiceName } from '../../shared/state.ts';
import type { Surroundings } from './surroundings.ts';
import { startPoller, type Poller, type PollerOptions } from './time/poller.ts';

/**
 * The loop of one service; what it waits for is told in AppState. Rounds start at least `minGapMs` apart. While the
 * gate is closed a round does nothing, and the next one comes when it is poked.
 */
export function startServiceLoop(
  { clock, begin, state, gate, onDefect }: Surroundings,
  service: ServiceName,
  minGapMs: number,
  round: PollerOptions['round'],
): Poller {
  return startPoller({
    ...{ clock, begin, onDefect, minGapMs },
    async round(signal) {
      const closed = gate.closed(service);
      return closed === null ? round(signal) : { delayMs: null, reason: closed };
    },
    onPlan: (next) => state.notePlan(service, next, clock.now()),
  });
}
