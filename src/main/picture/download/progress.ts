import type { Clock } from '#runtime/clock.ts';

const tellEveryMs = 250;

/** Passes on the first word of a progress and then at most four a second. What comes between is lost. */
export function coalesced<A extends unknown[]>(
  clock: Pick<Clock, 'monotonic'>,
  tell: (...progress: A) => void,
): (...progress: A) => void {
  let toldAt = -Infinity;
  return (...progress) => {
    const now = clock.monotonic();
    if (now - toldAt < tellEveryMs) return;
    toldAt = now;
    tell(...progress);
  };
}
