import { isStanding } from './standing.ts';
import type { Activity, AppState, ServiceName } from '../state.ts';
import { countUnsent } from '../journal/unsent.ts';
import { describeFailure } from '../words.ts';

/** What is said of one service. Times are whole milliseconds since the Unix epoch. */
export interface ServiceStatus {
  readonly waitsFor: string;
  readonly since: number | null;
  /** Null: it waits for an event, not for a time. */
  readonly nextAt: number | null;
  /** The event that it waits for, as the end of a sentence: `when you resume`. Null where it waits for a time. */
  readonly nextWhen: string | null;
  /** Something is wrong with it now. */
  readonly troubled: boolean;
  /** Of an earlier run too, as far as that is known. */
  readonly lastSuccessAt: number | null;
  /** Of this run. */
  readonly lastFailure: { readonly at: number; readonly words: string } | null;
  /** What the service said last of the key’s quota. */
  readonly quota: {
    readonly remaining: number;
    readonly limit: number | null;
    readonly at: number;
  } | null;
}

/** Pure; `now` is in milliseconds since the Unix epoch. */
export function serviceStatusOf(state: AppState, name: ServiceName, now: number): ServiceStatus {
  const { next, since, lastSuccessAt, lastFailure } = state.activities[name];
  const quota = name === 'picture' ? state.supply.quota : null;
  return {
    waitsFor: name === 'posts' && hasOnlyRefused(state) ? refusedWords(state) : next.reason,
    since: whole(since),
    nextAt: whole(next.at),
    nextWhen: next.at === null ? eventOf(state, name, now) : null,
    troubled: isTroubled(state, name),
    lastSuccessAt: whole(lastSuccessAt),
    lastFailure: lastFailure && {
      at: Math.round(lastFailure.at),
      words: describeFailure(lastFailure.failure),
    },
    quota: quota && { ...quota, at: Math.round(quota.at) },
  };
}

/** The clock of the machine counts fractions; nobody needs them. */
const whole = (at: number | null): number | null => at && Math.round(at);

/** A post that was refused is no trouble of the service once it is gone, or has been changed. */
function isTroubled({ activities, journal }: AppState, name: ServiceName): boolean {
  const stands = isStanding(activities[name]);
  if (name !== 'posts') return stands;
  return !journal.durable || journal.counts.refused > 0 || (stands && !isRefusal(activities.posts));
}

/** What failed last was a post that the service understood, and did not take. */
export const isRefusal = ({ lastFailure }: Activity): boolean =>
  lastFailure !== null &&
  ['refused', 'not-found', 'key-refused'].includes(lastFailure.failure.kind);

const isResting = ({ rest }: AppState): boolean => rest.paused !== null || rest.power !== 'awake';

/** Nothing is on its way, and not everything has arrived. */
const hasOnlyRefused = (state: AppState): boolean =>
  state.journal.counts.refused > 0 &&
  countUnsent(state.journal.counts) === 0 &&
  state.journal.durable &&
  !state.journal.paused &&
  !isResting(state);

const refusedWords = ({ journal: { counts } }: AppState): string =>
  `the service refused ${counts.refused === 1 ? 'a post' : `${counts.refused} posts`}`;

function eventOf(state: AppState, name: ServiceName, now: number): string {
  const { paused, power } = state.rest;
  if (paused === 'resumed') return 'when you resume';
  if (paused !== null && paused > now) return 'when the pause ends';
  if (power === 'asleep') return 'when the computer wakes up';
  if (name !== 'posts') return power === 'locked' ? 'when you come back' : 'when something changes';
  if (state.journal.paused) return 'when you let posts go out again';
  return hasOnlyRefused(state)
    ? 'when you change what was refused, or try it again'
    : 'when there is something to publish';
}
