/** How often a window whose page broke comes back by itself, and within what time, in milliseconds. */
export const mostRevivals = 3;
export const revivalWindowMs = 10 * 60_000;

export interface Revival {
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
