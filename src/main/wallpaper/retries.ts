import { backoffMs } from '#runtime/backoff.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type NextRound } from '#runtime/poller.ts';

const delaysMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000);

/**
 * Plans the automatic retries of a failed picture: after 1, 5, 15 and 60 minutes, and then no more.
 *
 * @param retry makes the attempt that is due, and plans the next one if it fails
 */
export function startRetries(clock: Clock, retry: () => Promise<void>) {
  /** Name of the file that failed. */
  let picture = '';
  /** The automatic retries so far. Attempts that the user causes do not count: they may come in a burst. */
  let count = 0;
  /** When the next retry is due, in monotonic milliseconds; null: none is planned. */
  let dueAt: number | null = null;

  async function round(): Promise<NextRound> {
    if (dueAt !== null && dueAt <= clock.monotonic()) {
      count += 1;
      dueAt = null;
      await retry();
    }
    return { delayMs: dueAt === null ? null : Math.max(dueAt - clock.monotonic(), 0) };
  }

  const loop = startPoller({
    clock,
    begin: Promise.resolve(),
    round,
    minGapMs: 0,
    onPlan: () => undefined,
  });

  return {
    get isPlanned() {
      return dueAt !== null;
    },

    /**
     * Plans the next retry of a picture; the delays grow while the same picture fails. Returns its time in milliseconds
     * since the Unix epoch; null: no further retry.
     */
    plan(name: string): number | null {
      if (name !== picture) count = 0;
      picture = name;
      const delayMs = backoffMs(count + 1, delaysMs);
      dueAt = delayMs === null ? null : clock.monotonic() + delayMs;
      loop.poke();
      return delayMs === null ? null : clock.now() + delayMs;
    },

    /** Cancels the planned retry. The next failure starts with one minute again. */
    cancel(): void {
      picture = '';
      count = 0;
      dueAt = null;
      loop.poke();
    },

    dispose: () => loop.dispose(),
  };
}
