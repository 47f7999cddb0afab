import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

interface UntilOptions {
  /** What the error says when the time is up: one line. */
  readonly message: string;
  /** Milliseconds in all. */
  readonly timeoutMs: number;
  /** Milliseconds between two looks; 40 unless told. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks again and again until `condition` gives something else than null or false, and gives that back.
 * For states of the system that announce themselves by no event.
 * Throws an Error with `message` when the time is up, and the signal's reason when it is aborted.
 */
export async function until<T>(
  condition: () => T | null | false | Promise<T | null | false>,
  { message, timeoutMs, intervalMs = 40, signal }: UntilOptions,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const found = await condition();
    if (found !== null && found !== false) return found;
    if (performance.now() >= deadline) throw new Error(message);
    await delay(intervalMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}
