import type { Failure } from '#shared/failure.ts';

interface DoublingDelays {
  /** The delay before the first retry, in milliseconds. */
  readonly baseMs: number;
  /** The longest delay, in milliseconds. */
  readonly capMs: number;
}

/**
 * Milliseconds to wait before retry number `attempt` (1 is the first). The wait doubles up to the cap. Its upper half
 * is random, so that many installations do not retry at the same moment. `random` is in [0, 1).
 */
export function backoffMs(attempt: number, delays: DoublingDelays, random: number): number;
/** The delay before retry number `attempt` in a list of delays; null after the last delay: no further retry. */
export function backoffMs(attempt: number, delaysMs: readonly number[]): number | null;
export function backoffMs(
  attempt: number,
  delays: DoublingDelays | readonly number[],
  random = 1,
): number | null {
  if (!('baseMs' in delays)) return delays[attempt - 1] ?? null;
  const { baseMs, capMs } = delays;
  // 2 ** 30 exceeds every cap, and stays within the range of a double.
  const fullMs = Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
  return Math.round(fullMs / 2 + (fullMs / 2) * random);
}

/**
 * The longest wait that the app accepts from a service, in milliseconds. The HTTP client shortens a longer wait to this
 * one.
 */
export const maxHoldMs = 24 * 3600_000;

/**
 * Milliseconds until the time that a service named for the next try; null if the service named none. A time that is too
 * far in the future was stored while the clock was wrong, and is ignored.
 */
export function requestedWaitMs(failure: Failure, now: number): number | null {
  if (failure.kind !== 'quota' && failure.kind !== 'unavailable') return null;
  if (failure.retryAt === null || failure.retryAt - now > maxHoldMs) return null;
  return Math.max(failure.retryAt - now, 0);
}

const maxRestarts = 3;
const restartWindowMs = 10 * 60_000;

export function createCrashLimit() {
  let restarts: number[] = [];
  return {
    /** Whether to restart once more, at `now` in monotonic milliseconds: at most three times in ten minutes. */
    allows(now: number) {
      restarts = restarts.filter((at) => now - at < restartWindowMs);
      if (restarts.length >= maxRestarts) return false;
      restarts.push(now);
      return true;
    },
  };
}
