import { endOfTurn, type Clock } from './clock.ts';
import { reportingDefects } from './defects.ts';

/**
 * Returns a function that requests a run of `act`. `act` runs once for all requests of one turn of the event loop, at most
 * once in `gapMs`, and always after the last request. If `act` throws, the error is reported as a defect, and later requests
 * still run it. No run starts after `signal` is aborted. A request after the gap needs no timer, which would wake the
 * processor once more for each change.
 */
export function throttle(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  gapMs: number,
  signal: AbortSignal,
  act: () => void,
): () => void {
  const run = reportingDefects(act);
  let earliest = -Infinity;
  let isWaiting = false;

  async function waitAndRun(): Promise<void> {
    // The rest of the turn: one answer of a service changes several things.
    await endOfTurn();
    const restMs = earliest - clock.monotonic();
    const isDue = restMs <= 0 || (await clock.sleep(restMs, signal));
    isWaiting = false;
    if (!isDue || signal.aborted) return;
    earliest = clock.monotonic() + gapMs;
    run();
  }
  return () => {
    if (isWaiting || signal.aborted) return;
    isWaiting = true;
    void waitAndRun();
  };
}
