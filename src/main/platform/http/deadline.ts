import type { Failure } from '#shared/failure.ts';

/** The end of an exchange's patience: the caller's signal and the total deadline as one signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the signal was aborted, or null while it is not. */
  failure(): Failure | null;
}

/** Runs `work` under a deadline of `totalMs`, and lets go of timer and signal afterwards. */
export async function withDeadline<T>(
  totalMs: number,
  caller: AbortSignal,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, totalMs);
  caller.addEventListener('abort', abort, { once: true });
  if (caller.aborted) abort();
  try {
    return await work({
      signal: controller.signal,
      failure() {
        if (caller.aborted) return { kind: 'cancelled' };
        return controller.signal.aborted
          ? { kind: 'timeout', stage: 'total', afterMs: totalMs }
          : null;
      },
    });
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', abort);
  }
}
