import type { Failure } from '#shared/failure.ts';
import { failedRemote, readyRemote } from '#shared/remote.ts';
import type { Fix, Polling, Station } from '#shared/station/station.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { Clock } from '#runtime/clock.ts';
import type { WaitReason } from '#shared/state.ts';
import { retryRound, type NextRound } from '#runtime/poller.ts';
import { startServiceLoop } from '#runtime/service-loop.ts';
import type { ActivityOptions } from '#runtime/service-loop.ts';
import type { OrbitEstimator } from './orbit-estimator.ts';
import { checkAgainstOrbit, checkFixAlone, contradictsRecentFixes } from './plausibility.ts';
import { dailyBudget, frugalPollSeconds, choosePolling, type PollingSituation } from './polling.ts';
import type { PositionSource } from './position-client.ts';

/** The service's documentation limits each client to one request per 5 s. */
const minGapMs = 5_000;
const dayMs = 24 * 3600_000;
const watchedBackoff = { baseMs: minGapMs, capMs: 60_000 };
const newOrbitBackoff = { baseMs: 30_000, capMs: 30 * 60_000 };
/** The longest delay before a retry while the orbit is known. */
const sparseCapMs = 60 * 60_000;

interface StationTrackerOptions extends ActivityOptions {
  readonly source: PositionSource;
  readonly estimator: OrbitEstimator;
  /** Called with the parts of the state that may have changed. The estimator has received a plausible fix before. */
  readonly publish: (part: Partial<Station>) => void;
}

const waitReasons: Readonly<Record<Polling['mode'], WaitReason>> = {
  watched: 'station-watched',
  learning: 'station-learning',
  sparse: 'station-known',
  paused: 'resuming',
};

/**
 * The delays after failed requests. While the orbit is known, no user waits for an answer, and a failed request is
 * repeated after at least half of the usual delay, so that an outage hardly raises the number of requests.
 */
function backoffFor({ mode, everySeconds }: Polling): typeof newOrbitBackoff {
  if (mode === 'watched') return watchedBackoff;
  if (mode !== 'sparse' || everySeconds === null) return newOrbitBackoff;
  return { baseMs: everySeconds * 1000, capMs: sparseCapMs };
}

/** Polls the position as often as `choosePolling` decides and gives each plausible fix to the estimator. */
export function startStationTracker(options: StationTrackerOptions) {
  const { clock, random, source, state, estimator, publish } = options;
  const requests = createRequestLog(clock);
  const accept = createFixFilter(estimator);
  let isOnScreen = false;
  let isPollingPaused = false;
  /** Whether the user has asked for a poll now. */
  let isDemanded = false;
  let failureCount = 0;
  /** Monotonic time of the next try after a failure. */
  let retryAt: number | null = null;

  const plan = (): Polling =>
    pollingPlanOf(estimator, {
      paused: isPollingPaused,
      watched: isOnScreen,
      requestsInADay: requests.inADay(),
      current: state.current.station.polling,
    });

  function nextRound(): NextRound {
    const polling = plan();
    const { mode, everySeconds } = polling;
    const elapsedMs = requests.elapsed(estimator.latest, failureCount > 0);
    const delayMs = everySeconds === null ? null : Math.max(0, everySeconds * 1000 - elapsedMs);
    // If a poll follows at once, the state is published only after the answer, when the orbit is newer.
    if (delayMs !== 0) publish({ polling });
    return { delayMs, reason: waitReasons[mode] };
  }

  function afterFailure(failure: Failure, now: number): NextRound {
    failureCount += 1;
    const polling = plan();
    const isWatched = polling.mode === 'watched';
    publish({ polling });
    const waitMs = backoffMs(failureCount, backoffFor(polling), random());
    const leastMs = requests.inADay() >= dailyBudget && !isWatched ? frugalPollSeconds * 1000 : 0;
    const nextRoundPlan = retryRound(failure, now, Math.max(waitMs, leastMs));
    retryAt = clock.monotonic() + (nextRoundPlan.delayMs ?? 0);
    return nextRoundPlan;
  }

  async function poll(signal: AbortSignal): Promise<NextRound> {
    isDemanded = false;
    retryAt = null;
    requests.add();
    const answer = await source.fetch(signal);
    const now = clock.now();
    const { failure, isKept } = answer.ok
      ? accept(answer.value)
      : { failure: answer.failure, isKept: false };
    if (failure === null && answer.ok) {
      failureCount = 0;
      state.noteOutcome('position', now, null);
      publish({ fix: readyRemote(answer.value, now) });
      return nextRound();
    }
    if (failure === null || failure.kind === 'cancelled') return nextRound();
    state.noteOutcome('position', now, failure);
    publish({ fix: failedRemote(state.current.station.fix, failure, now) });
    // The service answers, and the fix is kept: a fix that only contradicts other fixes causes no back-off.
    if (isKept) return nextRound();
    return afterFailure(failure, now);
  }

  async function round(signal: AbortSignal): Promise<NextRound> {
    const nextPlan = nextRound();
    if (nextPlan.delayMs === null) return nextPlan;
    if (isDemanded) return poll(signal);
    if (retryAt !== null) {
      const restMs = retryAt - clock.monotonic();
      return restMs > 0 ? { ...nextPlan, delayMs: restMs } : poll(signal);
    }
    return nextPlan.delayMs > 0 ? nextPlan : poll(signal);
  }

  const { latest } = estimator;
  if (latest !== null) publish({ fix: readyRemote(latest, latest.receivedAt) });
  const poller = startServiceLoop(options, 'position', minGapMs, round);
  return {
    watch(isWatched: boolean) {
      if (isWatched === isOnScreen) return;
      isOnScreen = isWatched;
      // The user waits for the answer: skip the rest of a long back-off.
      if (isWatched) retryAt = null;
      poller.poke();
    },
    pause(isPaused: boolean) {
      if (isPaused === isPollingPaused) return;
      isPollingPaused = isPaused;
      poller.poke();
    },
    check() {
      isDemanded = true;
      poller.poke();
    },
    wake: () => poller.poke(),
    dispose: () => poller.dispose(),
  };
}

/**
 * The mode and the interval of polling. If both are unchanged, the same object is returned and the state does not
 * change.
 */
function pollingPlanOf(
  { estimate }: OrbitEstimator,
  situation: Omit<PollingSituation, 'orbit'>,
): Polling {
  const { current } = situation;
  const orbit = estimate && {
    fitKm: estimate.orbit.fitKm,
    doubtKm: estimate.orbit.doubtKm,
    spanSeconds: estimate.orbit.epoch - estimate.orbit.from,
  };
  const nextPolling = choosePolling({ ...situation, orbit });
  const isSame =
    current.mode === nextPolling.mode && current.everySeconds === nextPolling.everySeconds;
  return isSame ? current : nextPolling;
}

/** The requests of the last 24 hours. */
function createRequestLog(clock: Clock) {
  /** Monotonic times of the requests. */
  let times: readonly number[] = [];
  return {
    add() {
      times = [...times, clock.monotonic()];
    },
    inADay(): number {
      const dayAgo = clock.monotonic() - dayMs;
      times = times.filter((at) => at > dayAgo);
      return times.length;
    },

    /**
     * Milliseconds since the last request by the monotonic clock, which may stop during sleep. Unless requests are
     * failing, the time since the latest fix by the wall clock counts if it is longer.
     */
    elapsed(latest: Fix | null, isFailing: boolean): number {
      const lastTime = times.at(-1);
      const wallMs = latest === null ? Infinity : clock.now() - latest.receivedAt;
      if (lastTime === undefined) return wallMs >= 0 ? wallMs : Infinity;
      const requestMs = clock.monotonic() - lastTime;
      return isFailing ? requestMs : Math.max(requestMs, wallMs);
    },
  };
}

/**
 * Returns a function that gives a fix to the estimator unless the fix is implausible on its own. `failure`: why the fix
 * is implausible, or null; `isKept`: whether the estimator has received the fix.
 */
function createFixFilter(estimator: OrbitEstimator) {
  /** The last answer, plausible or not. */
  let lastAnswer = estimator.latest;
  return (fix: Fix): { readonly failure: Failure | null; readonly isKept: boolean } => {
    const flaw = checkFixAlone(fix, lastAnswer);
    lastAnswer = fix;
    if (flaw !== null) return { failure: flaw, isKept: false };
    const oldOrbit = estimator.estimate?.orbit ?? null;
    const recentFixes = estimator.newest;
    estimator.assimilate(fix);
    const newOrbit = estimator.estimate?.orbit ?? null;
    const isOrbitKnown = oldOrbit !== null || newOrbit !== null;
    const failure = isOrbitKnown
      ? checkAgainstOrbit(fix, oldOrbit, newOrbit)
      : contradictsRecentFixes(fix, recentFixes);
    return { failure, isKept: true };
  };
}
