import type { Clock } from './clock.ts';
import { guarded } from './defects.ts';

/** Requests within this time run together: one answer of a service changes several things. */
export const gatherMs = 50;

/**
 * Returns a function that requests a run of `act`. `act` runs at most once in `gapMs`, and always after the last request. If
 * `act` throws, the error is reported as a defect, and later requests still run it. No run starts after `signal` is aborted.
 */
export function throttle(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  gapMs: number,
  signal: AbortSignal,
  act: () => void,
): () => void {
  const run = guarded(act);
  let earliest = -Infinity;
  let isWaiting = false;
  return () => {
    if (isWaiting || signal.aborted) return;
    isWaiting = true;
    void clock.sleep(Math.max(gatherMs, earliest - clock.monotonic()), signal).then((slept) => {
      isWaiting = false;
      if (!slept) return;
      earliest = clock.monotonic() + gapMs;
      run();
    });
  };
}
