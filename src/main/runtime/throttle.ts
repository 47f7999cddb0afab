import { endOfEventLoopTurn, type Clock } from './clock.ts';
import { reportingDefects } from './defects.ts';

/**
 * Returns a function that requests a run of `act`. All requests of one turn of the event loop cause one run. The runs
 * start at least `gapMs` apart, and one always follows the last request. If `act` throws, the error is reported as a
 * defect, and later requests cause runs as before. No run starts after `signal` is aborted. A request after the gap
 * needs no timer: a timer would wake the processor once more for each change.
 */
export function throttle(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  gapMs: number,
  signal: AbortSignal,
  act: () => void,
): () => void {
  const run = reportingDefects(act);
  let earliestRun = -Infinity;
  let isWaiting = false;

  async function waitAndRun(): Promise<void> {
    // Wait for the rest of the turn, because one answer of a service changes several parts of the state.
    await endOfEventLoopTurn();
    const restMs = earliestRun - clock.monotonic();
    if (restMs > 0) await clock.sleep(restMs, signal);
    isWaiting = false;
    if (signal.aborted) return;
    earliestRun = clock.monotonic() + gapMs;
    run();
  }
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    void waitAndRun();
  };
}
