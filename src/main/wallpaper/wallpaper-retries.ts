import type { Clock } from '#runtime/clock.ts';

/** How long the app waits after each failure in a row. What outlasts them is not mended by waiting. */
const waitsMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000);

/** Attempts that the app makes by itself at what failed; at most one is planned. */
export interface Retries {
  readonly isWaiting: boolean;
  /**
   * `what` has failed: plans the next attempt, in the place of one that was planned. Failures of the same in a row are
   * ever further apart. Returns when it is, in milliseconds since the Unix epoch; null: not by itself.
   */
  plan(what: string): number | null;
  /** Nothing is planned any more, and the next failure counts as a first one. */
  reset(): void;
  /** Nothing is planned ever after. */
  dispose(): Promise<void>;
}

export function createRetries(
  clock: Clock,
  again: () => Promise<void>,
  onDefect: (error: unknown) => void,
): Retries {
  let waiting: AbortController | null = null;
  let waited: Promise<void> = Promise.resolve();
  let failed: { readonly what: string; readonly attempts: number } | null = null;
  let isDisposed = false;

  function stop(): void {
    waiting?.abort();
    waiting = null;
  }

  async function wait(ms: number, { signal }: AbortController): Promise<void> {
    if (!(await clock.sleep(ms, signal)) || signal.aborted) return;
    waiting = null;
    if (failed !== null) failed = { ...failed, attempts: failed.attempts + 1 };
    await again();
  }

  return {
    get isWaiting() {
      return waiting !== null;
    },
    plan(what) {
      stop();
      // Only attempts of its own take it further: those that something else brings about may come in a burst.
      if (failed?.what !== what) failed = { what, attempts: 0 };
      const ms = waitsMs[failed.attempts];
      if (isDisposed || ms === undefined) return null;
      waiting = new AbortController();
      waited = wait(ms, waiting).catch(onDefect);
      return clock.now() + ms;
    },
    reset() {
      stop();
      failed = null;
    },
    dispose() {
      isDisposed = true;
      stop();
      return waited;
    },
  };
}
