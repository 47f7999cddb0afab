import { guarded, type OnDefect } from '#runtime/defects.ts';
import type { Clock } from '#runtime/clock.ts';

/** Asks for a run: in a moment, or as soon as the last one is long enough ago. Those asked for meanwhile are one. */
export type Calm = () => void;

/** An answer changes several things one after the other: they are shown together. */
export const momentMs = 50;

/**
 * Runs `act` at most once in `gapMs`, and never misses the last wish. What it throws goes to `onDefect`, and the next wish
 * runs it again. Ends with `signal`.
 */
export function calmly(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  gapMs: number,
  signal: AbortSignal,
  act: () => void,
  onDefect: OnDefect,
): Calm {
  const run = guarded(onDefect, act);
  let earliest = -Infinity;
  let isWaiting = false;
  return () => {
    if (isWaiting || signal.aborted) return;
    isWaiting = true;
    void clock.sleep(Math.max(momentMs, earliest - clock.monotonic()), signal).then((slept) => {
      isWaiting = false;
      if (!slept) return;
      earliest = clock.monotonic() + gapMs;
      run();
    });
  };
}
