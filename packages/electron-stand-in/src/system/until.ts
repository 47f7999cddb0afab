import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

interface UntilOptions {
  /** The message of the error when the time is over, in one line. */
  readonly message: string;
  readonly timeoutMs: number;
  /** Milliseconds between two calls of the condition. Default: 40. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls `condition` repeatedly until it returns neither null nor false, and returns that value. Use this function for
 * states of the system that cause no event. Throws an Error with `message` when the time is over, and the signal's
 * reason when the signal is aborted.
 */
export async function waitUntil<T>(
  condition: () => T | null | false | Promise<T | null | false>,
  { message, timeoutMs, intervalMs = 40, signal }: UntilOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const value = await condition();
    if (value !== null && value !== false) return value;
    if (performance.now() >= deadline) throw new Error(message);
    await delay(intervalMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}
