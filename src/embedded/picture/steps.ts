import { setImmediate } from 'node:timers/promises';

/** Long work in steps: whoever drives it may do something else between two of them. */
export type Steps<T> = Generator<undefined, T>;

/** Long enough to waste little, short enough that no other request notices. */
const sliceMs = 8;

/**
 * Does the work in slices of a few milliseconds, and answers requests in between.
 *
 * @throws the signal's reason, at the first slice after it was aborted
 */
export async function inSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const until = performance.now() + sliceMs;
    do {
      const step = steps.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
}
