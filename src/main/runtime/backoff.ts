import type { Failure } from '#shared/failure.ts';
import { tryingAgain } from '#shared/words.ts';
import type { NextRound } from './poller.ts';

interface Backoff {
  /** Delay before the first retry, in milliseconds. */
  readonly baseMs: number;
  /** No delay is longer. */
  readonly capMs: number;
}

/**
 * Milliseconds to wait before retry number `attempt` (1 is the first): doubling up to the cap, of which the
 * upper half is random, so that many installations do not come back at the same moment.
 * `random` is in [0, 1).
 */
export function backoffMs(attempt: number, { baseMs, capMs }: Backoff, random: number): number {
  // 2 ** 30 is far beyond every cap and still far from the end of a double.
  const full = Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
  return Math.round(full / 2 + (full / 2) * random);
}

/** The longest that a service may send the app away for. */
const longestHoldMs = 24 * 3600_000;

/**
 * Milliseconds until the time that a service named for the next try, or null when it named none. A time further away
 * than any service may name was noted under a wrong clock, and does not count.
 */
export function holdMs(failure: Failure, now: number): number | null {
  if (failure.kind !== 'quota' && failure.kind !== 'unavailable') return null;
  if (failure.retryAt === null || failure.retryAt - now > longestHoldMs) return null;
  return Math.max(failure.retryAt - now, 0);
}

/** The round after a failure: in `retryMs` milliseconds, or when the service allows it if that is later. */
export function retryRound(failure: Failure, now: number, retryMs: number): NextRound {
  const hold = holdMs(failure, now);
  return { delayMs: Math.max(hold ?? 0, retryMs), holdMs: hold, reason: tryingAgain(failure) };
}

/** How often a window whose page broke comes back by itself, and within what time, in milliseconds. */
const mostRevivals = 3;
const revivalWindowMs = 10 * 60_000;

interface Revival {
  /** Whether the window comes back by itself this time. */
  readonly allowed: boolean;
  /** When it came back so far, as far as that still counts. */
  readonly revivals: readonly number[];
}

/**
 * A page broke. A window that breaks again and again would only take the person's time: it comes back at most
 * three times in ten minutes.
 *
 * @param before when it came back already, monotonic milliseconds, the oldest first
 * @param now monotonic milliseconds
 */
export function revive(before: readonly number[], now: number): Revival {
  const recent = before.filter((at) => now - at < revivalWindowMs);
  const allowed = recent.length < mostRevivals;
  return { allowed, revivals: allowed ? [...recent, now] : recent };
}
