/**
 * The one source of time. Intervals are measured with `monotonic`, which neither the user nor NTP can set back; `now`
 * is only for what is shown or stored.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonic(): number;
  /**
   * Resolves `true` after `ms` milliseconds, or `false` as soon as `signal` is aborted. Never rejects.
   * `ms` may be longer than a timer of the platform allows.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<boolean>;
}

// setTimeout holds 31 bits: a longer delay would fire at once.
const longestTimer = 2_000_000_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    const end = performance.now() + ms;
    for (;;) {
      const left = end - performance.now();
      if (signal?.aborted) return false;
      if (left <= 0) return true;
      // A timer counts whole milliseconds from a whole millisecond: without rounding up it would fire early.
      await timer(Math.min(Math.ceil(left) + 1, longestTimer), signal);
    }
  },
};

/** Resolves when `signal` is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function timer(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(handle);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const handle = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

/**
 * Whether the wall clock may be used to delete something for good. A clock that runs ahead by years makes everything
 * look old, so nothing is deleted by age until the clock has run without a jump for a week.
 * Milliseconds since the Unix epoch.
 */
export interface ClockRecord {
  /** The first reading since the last jump. */
  readonly since: number;
  readonly last: number;
}

const weekMs = 7 * 24 * 3600_000;
/** Smaller steps are corrections of the clock, or a machine that was off: no jumps. */
const backMs = 60 * 60_000;

/** The record with one more reading, `elapsedMs` after the last one, as far as that is known. */
export function noteReading(
  record: ClockRecord | null,
  now: number,
  elapsedMs: number,
): ClockRecord {
  if (record === null) return { since: now, last: now };
  const gained = now - record.last - elapsedMs;
  return gained < -backMs || gained > weekMs
    ? { since: now, last: now }
    : { since: record.since, last: now };
}

export const isTrusted = ({ since, last }: ClockRecord): boolean => last - since >= weekMs;
