import { noSuspension } from '#shared/app.ts';
import type { Failure } from '#shared/failure.ts';
import { emptyJournalStatus } from '#shared/journal/journal.ts';
import { emptyArchive } from '#shared/picture/archive.ts';
import { noPictureChoice, noPictureSupply } from '#shared/picture/picture.ts';
import { idleRemote } from '#shared/remote.ts';
import { unknownStation } from '#shared/station/station.ts';
import { isStanding } from '#shared/status/standing.ts';
import type { Activity, AppState, ServiceName } from '#shared/state.ts';
import { noSelection } from '#shared/wallpaper/selection.ts';
import { reportingDefects } from './defects.ts';

/** The whole state except its revision, which only the holder counts. */
export type StateContent = Omit<AppState, 'revision'>;
type StateChange = Partial<StateContent>;

/** Holds the one AppState. A part of the state that does not change keeps its identity. */
export interface StateHolder {
  readonly current: AppState;
  update(change: (state: AppState) => StateChange): void;
  noteOutcome(service: ServiceName, at: number, failure: Failure | null): void;
  /** Forgets when a service last succeeded and failed, because its address has changed. */
  forgetOutcomes(service: ServiceName): void;
  /**
   * Records that a service last succeeded at `at` (milliseconds since the Unix epoch; null: unknown) in an earlier run.
   * Ignores a time after `now`: it was stored while the clock was wrong, and would hide failures.
   */
  restoreSuccess(service: ServiceName, at: number | null, now: number): void;
  /** Records the next round of a service's loop, and the time since which the loop has waited for the same reason. */
  notePlan(service: ServiceName, next: Activity['next'], at: number): void;
  /** Calls the listener once after each update. Returns a function that stops these calls. */
  subscribe(listener: (state: AppState) => void): () => void;
}

/** Creates the holder of AppState. An error in a listener affects neither the change nor the other listeners. */
export function createStateHolder(initial: StateContent): StateHolder {
  let currentState: AppState = { ...initial, revision: 0 };
  const listeners = new Set<(state: AppState) => void>();

  const update: StateHolder['update'] = (change) => {
    currentState = {
      ...currentState,
      ...change(currentState),
      revision: currentState.revision + 1,
    };
    for (const listener of listeners) reportingDefects(listener)(currentState);
  };
  const updateActivity = (service: ServiceName, part: Partial<Activity>): void =>
    update(({ activities }) => ({
      activities: { ...activities, [service]: { ...activities[service], ...part } },
    }));

  return {
    get current() {
      return currentState;
    },
    update,
    noteOutcome(service, at, failure) {
      const { lastSuccessAt, lastFailure } = currentState.activities[service];
      // If the clock was set back, the earlier event has the later date. The order of the calls decides, not the dates.
      if (failure !== null) {
        const successAt = lastSuccessAt === null ? null : Math.min(lastSuccessAt, at - 1);
        const isFailing = isStanding(currentState.activities[service]) && lastFailure !== null;
        const firstAt = isFailing ? Math.min(lastFailure.firstAt, at) : at;
        updateActivity(service, {
          lastFailure: { at, firstAt, failure },
          lastSuccessAt: successAt,
        });
      } else {
        const earlierFailure = lastFailure && { ...lastFailure, at: Math.min(lastFailure.at, at) };
        updateActivity(service, { lastSuccessAt: at, lastFailure: earlierFailure });
      }
    },
    forgetOutcomes(service) {
      const { lastSuccessAt, lastFailure } = initialActivity;
      updateActivity(service, { lastSuccessAt, lastFailure });
    },
    restoreSuccess(service, at, now) {
      if (at !== null && at <= now) updateActivity(service, { lastSuccessAt: at });
    },
    notePlan(service, next, at) {
      const activity = currentState.activities[service];
      // Another round with the same reason keeps the start of the wait, because another failed attempt is not a new
      // state.
      const isSame = activity.since !== null && activity.next.reason === next.reason;
      // A failure with a time in the future means that the system clock was ahead, and that no round has failed since
      // the clock was corrected.
      const isAhead = activity.lastFailure !== null && activity.lastFailure.at > at;
      updateActivity(service, {
        next,
        since: isSame ? activity.since : at,
        ...(isAhead ? { lastFailure: null } : {}),
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The state before the first request to a service. */
const initialActivity: Activity = {
  lastSuccessAt: null,
  lastFailure: null,
  next: { at: null, reason: 'starting' },
  since: null,
};

/** The initial values of the parts of the state that the features fill. */
export const initialContent = {
  apiKey: { isSet: false, storage: null },
  suspension: noSuspension,
  loginItem: 'unsupported',
  archive: emptyArchive,
  activities: { picture: initialActivity, position: initialActivity, posts: initialActivity },
  picture: idleRemote,
  supply: noPictureSupply,
  choice: noPictureChoice,
  wallpaper: { kind: 'untouched' },
  selection: noSelection,
  ownWallpaper: 'shown',
  ownIsSpotlight: false,
  wallpaperCommandFailure: null,
  lockScreen: { offer: 'none', failure: null },
  station: unknownStation,
  journal: emptyJournalStatus,
  update: { status: 'off', reason: 'no-feed' },
} satisfies Partial<StateContent>;
