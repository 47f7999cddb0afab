import type { Polling } from '#shared/station/station.ts';

export interface PollingSituation {
  readonly paused: boolean;
  /** Whether the map is on screen. */
  readonly watched: boolean;
  readonly orbit: {
    /** One standard deviation, estimated from the fixes, of the position that the service computes, km. */
    readonly fitKm: number;
    /** Unexplained distance of the newest fixes from the orbit, km. */
    readonly doubtKm: number;
    /** The time from the oldest fix in the fit to the newest. */
    readonly spanSeconds: number;
  } | null;
  readonly requestsInADay: number;
  readonly current: Polling;
}

/** The `fitKm` below which more fixes do not improve the orbit, in km: the service's own error is about 2 km. */
const goodFitKm = 3;
/**
 * Hysteresis: after the orbit was unknown, it counts as known again only if `fitKm` is below this fraction of
 * `goodFitKm`.
 */
const goodFitHysteresis = 0.7;
const hourSeconds = 3600;

/**
 * After this many requests in 24 hours, the interval is at least `frugalPollSeconds`, except in the mode `watched`. At
 * that interval, at most 144 more requests follow in a day. The sum, 288, is 1/60 of the requests of a client that polls
 * every 5 s.
 */
export const dailyBudget = 144;
export const frugalPollSeconds = 10 * 60;
/** Hysteresis: after the budget was spent, it is available again once this many requests are older than 24 hours. */
const regainedRequests = 12;

/**
 * The interval of requests by the time span of the fit, both in seconds. The service uses one element set for hours:
 * once the orbit is known, more than one fix an hour adds next to nothing, and one fix an hour still detects a new set
 * within the hour.
 */
function pollSecondsOf(spanSeconds: number): number {
  if (spanSeconds >= 24 * hourSeconds) return hourSeconds;
  return spanSeconds >= 6 * hourSeconds ? 15 * 60 : 5 * 60;
}

/** Decides how often the position is polled. Pure. */
export function choosePolling(situation: PollingSituation): Polling {
  const { paused, watched, orbit, current } = situation;
  if (paused) return { mode: 'paused', everySeconds: null };
  const limitKm = current.mode === 'sparse' ? goodFitKm : goodFitHysteresis * goodFitKm;
  if (watched && (orbit === null || orbit.fitKm > limitKm)) {
    return { mode: 'watched', everySeconds: 5 };
  }
  const isSpent = isBudgetSpent(situation);
  if (orbit === null || orbit.fitKm > limitKm || orbit.doubtKm > 0) {
    return { mode: 'learning', everySeconds: isSpent ? frugalPollSeconds : 60 };
  }
  const pollSeconds = pollSecondsOf(orbit.spanSeconds);
  return {
    mode: 'sparse',
    everySeconds: isSpent ? Math.max(pollSeconds, frugalPollSeconds) : pollSeconds,
  };
}

function isBudgetSpent({ requestsInADay, current }: PollingSituation): boolean {
  const isFrugal = current.everySeconds !== null && current.everySeconds >= frugalPollSeconds;
  return requestsInADay >= (isFrugal ? dailyBudget - regainedRequests : dailyBudget);
}
