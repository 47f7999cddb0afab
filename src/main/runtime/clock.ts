import { uptime } from 'node:os';

/**
 * The app's source of time. Intervals are measured with `monotonic`, which neither the user nor NTP can set back. `now`
 * is only for times that are shown or stored.
 */
export interface Clock {
  /** The time of the wall clock, in milliseconds since the Unix epoch. */
  now(): number;
  /** The time of a clock that never goes back, in milliseconds since an arbitrary start. */
  monotonic(): number;
  /**
   * The time since the system started, in milliseconds; on some systems, in whole seconds. It includes the time of sleep
   * on every system, which `monotonic` does not. For waits that a service has asked for.
   */
  uptime(): number;
  /**
   * Resolves `true` after `ms` milliseconds, or `false` as soon as `signal` is aborted. Never rejects.
   * `ms` may be longer than a timer of the platform allows.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<boolean>;
}

// setTimeout accepts 31 bits: a longer delay would end immediately.
const maxTimerMs = 2_000_000_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1000,
  async sleep(ms, signal) {
    const end = performance.now() + ms;
    for (;;) {
      const remainingMs = end - performance.now();
      if (signal?.aborted) return false;
      if (remainingMs <= 0) return true;
      // A timer counts whole milliseconds from a whole millisecond. Without rounding up, the timer would end early.
      await waitForTimer(Math.min(Math.ceil(remainingMs) + 1, maxTimerMs), signal);
    }
  },
};

/** Resolves when all work that was started in the current turn of the event loop has run. Needs no timer. */
export const endOfEventLoopTurn = (): Promise<void> =>
  new Promise((resolve) => void setImmediate(resolve));

/**
 * Does `work` in turns of the event loop of its own, so that it never blocks the main thread together with the work
 * before or after it. For work that takes long, such as an import: the modules are compiled in one piece.
 */
export async function inOwnTurn<T>(work: () => T | Promise<T>): Promise<T> {
  await endOfEventLoopTurn();
  const result = await work();
  await endOfEventLoopTurn();
  return result;
}

/** Resolves when `signal` is aborted. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function waitForTimer(ms: number, signal?: AbortSignal): Promise<void> {
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
 * A record of the wall clock, which decides whether data may be deleted by their age. If the clock is years ahead, all
 * data look old. Therefore no data are deleted by age until the clock has run for a week without a jump. All times are
 * in milliseconds since the Unix epoch.
 */
export interface ClockRecord {
  /** The first reading since the last jump. */
  readonly since: number;
  readonly last: number;
}

const weekMs = 7 * 24 * 3600_000;
/**
 * The smallest step back that counts as a jump, in milliseconds. A smaller step is a correction of the clock. A step
 * ahead of at most a week is no jump, because the machine may have been off for that time.
 */
const minClockJumpBackMs = 60 * 60_000;

/**
 * Adds a reading of the wall clock to the record. `elapsedMs`: the time since the last reading by the monotonic clock;
 * 0 if it is unknown.
 */
export function addClockReading(
  record: ClockRecord | null,
  now: number,
  elapsedMs: number,
): ClockRecord {
  if (record === null) return { since: now, last: now };
  const gainedMs = now - record.last - elapsedMs;
  return gainedMs < -minClockJumpBackMs || gainedMs > weekMs
    ? { since: now, last: now }
    : { since: record.since, last: now };
}

export const isClockTrusted = ({ since, last }: ClockRecord): boolean => last - since >= weekMs;
