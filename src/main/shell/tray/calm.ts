import type { Clock } from '../../domain/time/clock.ts';

/** Asks for a run: at once, or as soon as the last one is long enough ago. Those asked for meanwhile are one. */
export type Calm = () => void;

/** Runs `act` at most once in `gapMs`, and never misses the last wish. Ends with `signal`. */
export function calmly(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  gapMs: number,
  signal: AbortSignal,
  act: () => void,
): Calm {
  let earliest = -Infinity;
  let isWaiting = false;
  function run(): void {
    earliest = clock.monotonic() + gapMs;
    act();
  }
  return () => {
    if (isWaiting || signal.aborted) return;
    const left = earliest - clock.monotonic();
    if (left <= 0) {
      run();
      return;
    }
    isWaiting = true;
    void clock.sleep(left, signal).then((slept) => {
      isWaiting = false;
      if (slept) run();
    });
  };
}
