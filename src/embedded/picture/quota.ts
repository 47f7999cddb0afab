const hourMs = 3_600_000;

interface Window {
  readonly limit: number;
  readonly ms: number;
}

/** What is left after a request, or that it was one too many. */
export interface Allowance {
  readonly allowed: boolean;
  /** Of the window that is closest to its end. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next request will be allowed, ms since the epoch; now, where one is left. */
  readonly nextAt: number;
}

/** The demonstration key: 30 an hour and 50 a day (specification 8). */
export const demoWindows: readonly Window[] = [
  { limit: 30, ms: hourMs },
  { limit: 50, ms: 24 * hourMs },
];
/** A personal key: the public service's own figure. */
export const personalWindows: readonly Window[] = [{ limit: 1000, ms: hourMs }];

/**
 * Counts requests in rolling windows. A refused request does not count, so that a client that
 * keeps asking is let in again.
 */
export function createQuota(windows: readonly Window[]): (now: number) => Allowance {
  const longest = Math.max(...windows.map(({ ms }) => ms));
  const most = Math.max(...windows.map(({ limit }) => limit));
  /** Ascending; never more than any window can hold. */
  let granted: number[] = [];

  return (now) => {
    // A clock that was set back leaves requests in the future, which no longer count.
    granted = granted.filter((at) => at > now - longest && at <= now).slice(-most);
    const states = windows.map(({ limit, ms }) => {
      const used = granted.filter((at) => at > now - ms);
      const blocking = used.at(-limit);
      return {
        limit,
        remaining: Math.max(0, limit - used.length),
        nextAt: blocking === undefined ? now : blocking + ms,
      };
    });
    const allowed = states.every(({ remaining }) => remaining > 0);
    if (allowed) granted.push(now);
    const tightest = states.reduce((a, b) => (b.remaining < a.remaining ? b : a));
    return {
      allowed,
      limit: tightest.limit,
      remaining: allowed ? tightest.remaining - 1 : 0,
      nextAt: Math.max(...states.map(({ nextAt }) => nextAt)),
    };
  };
}
