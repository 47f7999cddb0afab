import type { Failure } from '#shared/failure.ts';
import { isStanding } from '#shared/status/standing.ts';
import type { Activity, AppState, ServiceName } from '#shared/state.ts';
import { guarded } from './defects.ts';

/** Everything of the state but its revision, which only the holder counts. */
export type Content = Omit<AppState, 'revision'>;
type Change = Partial<Content>;

/** Holds the one AppState. What has not changed keeps its identity. */
export interface StateHolder {
  readonly current: AppState;
  update(change: (state: AppState) => Change): void;
  /** Notes how a request to a service ended. */
  noteOutcome(service: ServiceName, at: number, failure: Failure | null): void;
  /** Notes what a service's loop waits for, since `at`, or since it began to wait for the same. */
  notePlan(service: ServiceName, next: Activity['next'], at: number): void;
  /** Gives back its unsubscribe. The listener is called once per update, after it. */
  subscribe(listener: (state: AppState) => void): () => void;
}

/** What a listener throws goes to `onDefect`: it must spoil neither the change nor the other listeners. */
export function createStateHolder(
  initial: Content,
  onDefect: (error: unknown) => void,
): StateHolder {
  let current: AppState = { ...initial, revision: 0 };
  const listeners = new Set<(state: AppState) => void>();

  const update: StateHolder['update'] = (change) => {
    current = { ...current, ...change(current), revision: current.revision + 1 };
    for (const listener of listeners) guarded(onDefect, listener)(current);
  };
  const updateActivity = (service: ServiceName, part: Partial<Activity>): void =>
    update(({ activities }) => ({
      activities: { ...activities, [service]: { ...activities[service], ...part } },
    }));

  return {
    get current() {
      return current;
    },
    update,
    noteOutcome(service, at, failure) {
      const { lastSuccessAt, lastFailure } = current.activities[service];
      // What came before cannot be later: the clock was set back since, and only the order counts.
      if (failure !== null) {
        const before = lastSuccessAt === null ? null : Math.min(lastSuccessAt, at - 1);
        const fails = isStanding(current.activities[service]) && lastFailure !== null;
        const firstAt = fails ? Math.min(lastFailure.firstAt, at) : at;
        updateActivity(service, { lastFailure: { at, firstAt, failure }, lastSuccessAt: before });
      } else {
        const before = lastFailure && { ...lastFailure, at: Math.min(lastFailure.at, at) };
        updateActivity(service, { lastSuccessAt: at, lastFailure: before });
      }
    },
    notePlan(service, next, at) {
      const before = current.activities[service];
      // What is said again has been so since it was said first: one more failed attempt begins nothing new.
      const isSame = before.since !== null && before.next.reason === next.reason;
      // A failure dated in the future: the system clock was ahead, and the round since then has not failed.
      const isAhead = before.lastFailure !== null && before.lastFailure.at > at;
      updateActivity(service, {
        next,
        since: isSame ? before.since : at,
        ...(isAhead ? { lastFailure: null } : {}),
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Nothing is known of the service yet. */
export const freshActivity: Activity = {
  lastSuccessAt: null,
  lastFailure: null,
  next: { at: null, reason: 'starting' },
  since: null,
};
