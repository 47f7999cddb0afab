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
