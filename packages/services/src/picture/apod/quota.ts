const hourMs = 3_600_000;

interface QuotaWindow {
  readonly limit: number;
  readonly ms: number;
}

/** Whether a request is allowed, and how many remain. */
export interface RequestAllowance {
  readonly allowed: boolean;
  /** The limit of the window with the fewest requests left. */
  readonly limit: number;
  readonly remaining: number;
  /**
   * For a refused request, the time at which a request is allowed again, milliseconds since the epoch; for an allowed
   * request, the present time.
   */
  readonly nextAt: number;
}

export type Quota = (now: number) => RequestAllowance;

/** The limits of the demonstration key: 30 requests an hour and 50 a day (specification 8). */
export const demoWindows: readonly QuotaWindow[] = [
  { limit: 30, ms: hourMs },
  { limit: 50, ms: 24 * hourMs },
];
/** The limits of a personal key. Default: the limit of the public service. */
export const personalWindows = (limit = 1000): readonly QuotaWindow[] => [{ limit, ms: hourMs }];

/**
 * Counts requests in rolling windows. Refused requests do not count, so a client that keeps sending requests is
 * accepted again when the window has passed.
 */
export function createQuota(windows: readonly QuotaWindow[]): Quota {
  const counters = windows.map(createCounter);

  return (now) => {
    const states = counters.map((counter) => counter.at(now));
    const tightestState = states.reduce((a, b) => (b.remaining < a.remaining ? b : a));
    const isAllowed = tightestState.remaining > 0;
    if (isAllowed) for (const counter of counters) counter.count(now);
    return {
      allowed: isAllowed,
      limit: tightestState.limit,
      remaining: isAllowed ? tightestState.remaining - 1 : 0,
      nextAt: Math.max(...states.map(({ nextAt }) => nextAt)),
    };
  };
}

/** Counts the requests of one window in buckets of a second, which limits the memory for a key with many requests. */
function createCounter({ limit, ms }: QuotaWindow) {
  const buckets: { readonly at: number; count: number }[] = [];
  let usedCount = 0;

  return {
    at: (now: number) => {
      while (buckets[0] !== undefined && buckets[0].at <= now - ms) {
        usedCount -= buckets.shift()?.count ?? 0;
      }
      // If the clock was set back, requests with a time in the future no longer count.
      while ((buckets.at(-1)?.at ?? 0) > now) usedCount -= buckets.pop()?.count ?? 0;
      const remainingCount = limit - usedCount;
      const nextAt = remainingCount > 0 ? now : (buckets[0]?.at ?? now) + ms;
      return { limit, remaining: remainingCount, nextAt };
    },
    count: (now: number): void => {
      usedCount += 1;
      const lastBucket = buckets.at(-1);
      if (lastBucket !== undefined && now - lastBucket.at < 1_000) lastBucket.count += 1;
      else buckets.push({ at: now, count: 1 });
    },
  };
}
