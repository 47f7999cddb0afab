import type { ServiceName } from '../../shared/state.ts';
import type { Surroundings } from './surroundings.ts';
import { startPoller, type Poller, type PollerOptions } from './time/poller.ts';

/** The loop of one service; what it waits for is told in AppState. Rounds start at least `minGapMs` apart. */
export function startServiceLoop(
  { clock, begin, state, onDefect }: Surroundings,
  service: ServiceName,
  minGapMs: number,
  round: PollerOptions['round'],
): Poller {
  const onPlan: PollerOptions['onPlan'] = (next) => state.notePlan(service, next);
  return startPoller({ clock, begin, round, onPlan, onDefect, minGapMs });
}
