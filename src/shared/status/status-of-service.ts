import { m } from '#words';
import { failureSentence } from '../failure-words.ts';
import { isNoNetwork, networkDownSince } from '../network.ts';
import { lastAnswerInWords } from '../picture/picture-sources.ts';
import { providers } from '../picture/providers.ts';
import { isStanding } from './standing.ts';
import type { Activity, AppState, ServiceName } from '../state.ts';
import { sinceTime, untilInWords, untilTime } from '../time-words.ts';
import { countUnsent } from '../journal/unsent.ts';
import { joinSentences } from '../words.ts';

/**
 * The state of a service in one word; every text about the service follows from it.
 * - `untried`: there was no request yet;
 * - `working`: its last request succeeded, and no part of it has failed since;
 * - `degraded`: it works, but a part of it failed last: a source of the picture, or a post that no longer exists;
 * - `failing`: its last request failed, or every source of the picture fails;
 * - `no-network`: its last request failed because there is no network;
 * - `suspended`: no requests are sent to it at present;
 * - `needs-you`: it waits for the user.
 */
export const serviceStates = [
  'untried',
  'working',
  'degraded',
  'failing',
  'no-network',
  'suspended',
  'needs-you',
] as const;
export type ServiceState = (typeof serviceStates)[number];

/** The last failure; `at` is null where its time is not known. */
interface LastFailure {
  readonly at: number | null;
  readonly words: string;
}

/** The status of one service for display. Times are whole milliseconds since the Unix epoch. */
export interface ServiceStatus {
  readonly state: ServiceState;
  /** The state in whole sentences. */
  readonly words: string;
  /** The time or event that the service waits for, as a sentence. */
  readonly waitsFor: string;
  readonly since: number | null;
  /** Null: the service waits for an event, not for a time. */
  readonly nextAt: number | null;
  /**
   * The event that the service waits for, as the end of a sentence: `when you resume`. Null where it waits for a
   * time.
   */
  readonly nextWhen: string | null;
  /** Whether the service has a problem now. */
  readonly hasProblem: boolean;
  /** The time of the last success, also in an earlier run if this time was stored; null if none is known. */
  readonly lastSuccessAt: number | null;
  /** Null only if no failure of the service or of a part of it is known. */
  readonly lastFailure: LastFailure | null;
  /** The quota of the key that the service last reported. */
  readonly quota: {
    readonly remaining: number;
    readonly limit: number | null;
    readonly at: number;
  } | null;
}

/** The status of one service. Pure; `now` is in milliseconds since the Unix epoch. */
export function serviceStatusOf(state: AppState, name: ServiceName, now: number): ServiceStatus {
  const { next, lastSuccessAt } = state.activities[name];
  const quota = name === 'picture' ? state.supply.quota : null;
  const serviceState = stateOf(state, name, now);
  const waitWords = waitWordsOf(state, name, now);
  const isSuspended = serviceState === 'suspended';
  return {
    state: serviceState,
    words: wordsOf(state, name, serviceState, waitWords, now),
    waitsFor: waitWords,
    since: roundToMs(stateStartOf(state, name, serviceState)),
    nextAt: isSuspended ? null : roundToMs(next.at),
    nextWhen: isSuspended || next.at === null ? eventOf(state, name, now) : null,
    hasProblem:
      serviceState === 'failing' || serviceState === 'no-network' || serviceState === 'needs-you',
    lastSuccessAt: roundToMs(lastSuccessAt),
    lastFailure: lastFailureOf(state, name),
    quota: quota && { ...quota, at: Math.round(quota.at) },
  };
}

/** Rounded, because the system clock has fractions of a millisecond. */
const roundToMs = (at: number | null): number | null => at && Math.round(at);

function stateOf(state: AppState, name: ServiceName, now: number): ServiceState {
  const { activities, journal } = state;
  const activity = activities[name];
  // A rejected post that was deleted or changed since does not make the service fail.
  const isAnswered = name === 'posts' && isRefusal(activity);
  if (name === 'posts' && (!journal.durable || journal.counts.refused > 0)) return 'needs-you';
  if (suspensionOf(state, name, now) !== null) return 'suspended';
  if (isStanding(activity) && !isAnswered)
    return isNetworkFailure(activity) && networkDownSince(state) !== null
      ? 'no-network'
      : 'failing';
  const failedCount = name === 'picture' ? failedSources(state) : 0;
  if (failedCount > 0 && failedCount === state.supply.providers.length) return 'failing';
  if (isStanding(activity) || failedCount > 0) return 'degraded';
  return activity.lastSuccessAt === null ? 'untried' : 'working';
}

const failedSources = ({ supply }: AppState): number =>
  supply.providers.filter(({ failure }) => failure !== null).length;

function wordsOf(
  state: AppState,
  name: ServiceName,
  serviceState: ServiceState,
  waitsFor: string,
  now: number,
): string {
  const { lastSuccessAt, lastFailure } = state.activities[name];
  const since = sinceTime(stateStartOf(state, name, serviceState) ?? now, now);
  switch (serviceState) {
    case 'untried':
    case 'working':
    case 'suspended':
    case 'needs-you':
      return waitsFor;
    case 'degraded': {
      const count = name === 'picture' ? failedSources(state) : 0;
      return count === 0 ? waitsFor : joinSentences([waitsFor, m.status_sources_fail({ count })]);
    }
    case 'failing':
      return joinSentences([
        m.status_failing_since({ since }),
        ...(lastFailure === null ? [] : [failureSentence(lastFailure.failure)]),
      ]);
    case 'no-network':
      return joinSentences([
        m.status_no_network_since({ since }),
        lastAnswerInWords(lastSuccessAt, now),
      ]);
  }
}

function stateStartOf(
  state: AppState,
  name: ServiceName,
  serviceState: ServiceState,
): number | null {
  const { since, lastFailure } = state.activities[name];
  if (serviceState === 'no-network') return networkDownSince(state);
  return serviceState === 'failing' ? (lastFailure?.firstAt ?? since) : since;
}

function waitWordsOf(state: AppState, name: ServiceName, now: number): string {
  if (name === 'posts' && hasOnlyRefusedPosts(state)) return refusedWords(state);
  return suspensionOf(state, name, now) ?? waitSentence(state.activities[name]);
}

/** Why no request is sent to a service before the next time, or which event it waits for. */
export function waitSentence({ next, lastFailure }: Activity): string {
  switch (next.reason) {
    case 'starting':
      return m.status_wait_starting();
    case 'resuming':
      return m.status_wait_resuming();
    case 'after-defect':
      return m.status_wait_defect();
    case 'retrying':
      return lastFailure === null
        ? m.status_wait_retrying()
        : joinSentences([failureSentence(lastFailure.failure), m.status_wait_retrying()]);
    case 'picture-here':
      return m.status_wait_picture_here();
    case 'picture-video':
      return m.status_wait_picture_video();
    case 'picture-none':
      return m.status_wait_picture_none();
    case 'picture-unpublished':
      return m.status_wait_picture_unpublished();
    case 'station-watched':
      return m.status_wait_station_watched();
    case 'station-learning':
      return m.status_wait_station_learning();
    case 'station-known':
      return m.status_wait_station_known();
    case 'posts-unsaved':
      return m.status_wait_posts_unsaved();
    case 'posts-held':
      return m.status_wait_posts_held();
    case 'posts-undo':
      return m.status_wait_posts_undo();
    case 'posts-none':
      return m.status_wait_posts_none();
  }
}

/** Why requests to a service are suspended; null when they are not. */
function suspensionOf(state: AppState, name: ServiceName, now: number): string | null {
  const { paused, power } = state.suspension;
  if (paused === 'indefinite') return m.status_wait_paused();
  if (paused !== null && paused > now)
    return m.status_wait_paused_until({ until: untilTime(paused, now) });
  if (power === 'asleep') return m.status_wait_asleep();
  // Posts are also sent while the screen is locked; the data of the other services are not needed then.
  if (power === 'locked' && name !== 'posts') return m.status_wait_locked();
  return name === 'posts' && state.journal.paused ? m.status_wait_posts_held() : null;
}

/** The time and the text of a failure; only the text if the time is unknown. */
export const lastFailureInWords = ({ at, words }: LastFailure, now: number): string =>
  at === null ? words : m.status_timed({ when: untilInWords(at, now), sentence: words });

/** The newest known failure of the service or of a part of it. */
function lastFailureOf(state: AppState, name: ServiceName): LastFailure | null {
  const { lastFailure } = state.activities[name];
  const ownFailures: readonly LastFailure[] =
    lastFailure === null
      ? []
      : [{ at: Math.round(lastFailure.at), words: failureSentence(lastFailure.failure) }];
  const [newest] = [...ownFailures, ...failuresOfParts(state, name)].sort(
    (a, b) => (b.at ?? -Infinity) - (a.at ?? -Infinity),
  );
  return newest ?? null;
}

function failuresOfParts(state: AppState, name: ServiceName): readonly LastFailure[] {
  const { supply, journal } = state;
  if (name === 'picture')
    return supply.providers.flatMap(({ name: source, failure, failedAt }) =>
      failure === null
        ? []
        : [
            {
              at: roundToMs(failedAt),
              words: m.status_of_service({
                service: providers[source].label(),
                sentence: failureSentence(failure),
              }),
            },
          ],
    );
  if (name !== 'posts') return [];
  return [
    ...(journal.counts.refused === 0 ? [] : [{ at: null, words: refusedWords(state) }]),
    ...(journal.durable ? [] : [{ at: null, words: m.status_wait_posts_unsaved() }]),
  ];
}

/** Whether the last failure is a post that the service understood and rejected. */
export const isRefusal = ({ lastFailure }: Activity): boolean =>
  lastFailure !== null &&
  ['refused', 'not-found', 'key-refused'].includes(lastFailure.failure.kind);

const isNetworkFailure = ({ lastFailure }: Activity): boolean =>
  lastFailure !== null && isNoNetwork(lastFailure.failure);

const isSuspended = ({ suspension }: AppState): boolean =>
  suspension.paused !== null || suspension.power !== 'awake';

/** Nothing is waiting or being sent, but some posts were rejected. */
const hasOnlyRefusedPosts = (state: AppState): boolean =>
  state.journal.counts.refused > 0 &&
  countUnsent(state.journal.counts) === 0 &&
  state.journal.durable &&
  !state.journal.paused &&
  !isSuspended(state);

const refusedWords = ({ journal: { counts } }: AppState): string =>
  m.status_posts_refused({ count: counts.refused });

function eventOf(state: AppState, name: ServiceName, now: number): string {
  const { paused, power } = state.suspension;
  if (paused === 'indefinite') return m.status_when_resumed();
  if (paused !== null && paused > now) return m.status_when_pause_ends();
  if (power === 'asleep') return m.status_when_awake();
  if (name !== 'posts') return power === 'locked' ? m.status_when_back() : m.status_when_changed();
  if (state.journal.paused) return m.status_when_let_out();
  return hasOnlyRefusedPosts(state) ? m.status_when_post_changed() : m.status_when_to_publish();
}
