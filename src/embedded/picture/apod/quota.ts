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

export type Quota = (now: number) => Allowance;

/** The demonstration key: 30 an hour and 50 a day (specification 8). */
export const demoWindows: readonly Window[] = [
  { limit: 30, ms: hourMs },
  { limit: 50, ms: 24 * hourMs },
];
/** A personal key: the public service's own figure, unless told. */
export const personalWindows = (limit = 1000): readonly Window[] => [{ limit, ms: hourMs }];

/**
 * Counts requests in rolling windows. A refused request does not count, so that a client that
 * keeps asking is let in again.
 */
export function createQuota(windows: readonly Window[]): Quota {
  const counters = windows.map(createCounter);

  return (time) => {
    // A clock that runs at a rate of its own gives fractions, of which no two are the same.
    const now = Math.floor(time);
    let tightest = { limit: 0, remaining: Infinity };
    let nextAt = now;
    for (const counter of counters) {
      counter.settle(now);
      const { limit } = counter;
      const remaining = limit - counter.used();
      if (remaining < tightest.remaining) tightest = { limit, remaining };
      if (remaining <= 0) nextAt = Math.max(nextAt, counter.freeAt());
    }
    const allowed = tightest.remaining > 0;
    if (allowed) for (const counter of counters) counter.count(now);
    const { limit, remaining } = tightest;
    return { allowed, limit, remaining: allowed ? remaining - 1 : 0, nextAt };
  };
}

/** Requests of one window: one entry per millisecond with any, which bounds what a busy key takes. */
function createCounter({ limit, ms }: Window) {
  let times: number[] = [];
  let counts: number[] = [];
  let first = 0;
  let used = 0;

  return {
    limit,
    used: () => used,
    /** When the oldest request leaves the window. */
    freeAt: () => (times[first] ?? -Infinity) + ms,
    /** Lets go of what the window has left behind. */
    settle: (now: number): void => {
      while (first < times.length && (times[first] ?? 0) <= now - ms) used -= counts[first++] ?? 0;
      // A clock that was set back leaves requests in the future, which no longer count.
      while (times.length > first && (times.at(-1) ?? 0) > now) {
        times.pop();
        used -= counts.pop() ?? 0;
      }
      // Moving what is left once half is gone costs each entry one move.
      if (first > 64 && first * 2 > times.length) {
        times = times.slice(first);
        counts = counts.slice(first);
        first = 0;
      }
    },
    count: (now: number): void => {
      used += 1;
      const last = times.length - 1;
      if (last >= first && times[last] === now) {
        counts[last] = (counts[last] ?? 0) + 1;
      } else {
        times.push(now);
        counts.push(1);
      }
    },
  };
}
