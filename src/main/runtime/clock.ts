/**
 * The one source of time. Intervals are measured with `monotonic`, which neither a person nor NTP can set
 * back; `now` is only for what is shown or stored.
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
      // A timer leaves out fractions, and counts from a whole millisecond: it would fire early, and again for the rest.
      await timer(Math.min(Math.ceil(left) + 1, longestTimer), signal);
    }
  },
};

function timer(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(handle);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const handle = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
