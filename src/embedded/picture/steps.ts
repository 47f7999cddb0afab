import { setImmediate } from 'node:timers/promises';

/** Long work in steps: whoever drives it may do something else between two of them. */
export type Steps<T> = Generator<undefined, T>;

/** The same, of work that hands over what it has made, piece by piece. */
export type Pieces<T> = Generator<T | undefined, void>;

/** Long enough to waste little, short enough that no other request notices. */
const sliceMs = 8;

/**
 * Does the work in slices of a few milliseconds, and answers requests in between. A piece is good until
 * the next one is asked for: its memory is used again.
 *
 * @throws the signal's reason, at the first slice after it was aborted
 */
export async function* inSlices<T>(work: Pieces<T>, signal: AbortSignal): AsyncGenerator<T, void> {
  for (;;) {
    signal.throwIfAborted();
    const until = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done === true) return;
      if (step.value !== undefined) yield step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
}
