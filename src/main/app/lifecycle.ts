import type { Overhead } from './compose.ts';
import type { AppControl } from './core-services.ts';
import { diskFailure } from '#platform/files/attempt.ts';
import { createCrashLimit } from '#runtime/backoff.ts';

interface LifecycleOptions {
  readonly compose: (life: AppControl) => Promise<Overhead>;
  readonly quit: () => void;
  /** Called at the end, after the last write, if the user has requested to remove all data. */
  readonly remove: () => void;
  /** Called once if the app could not be composed. The process has no window and no tray then, and can only end. */
  readonly giveUp: (error: unknown) => void;
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/**
 * How long the app waits at a restart until the last run has stopped, in milliseconds; then it gives up. After a
 * defect, a part may never stop.
 */
const stopLimitMs = 30_000;

/** The waits before the app is composed again after the disk refused a call, in milliseconds. */
const retryDelaysMs = [500, 2_000];

/** Composes the app, and tries again when the disk refuses a call. Returns null when the app ends during a wait. */
async function composeWithRetries(
  composeOnce: () => Promise<Overhead>,
  isEnding: () => boolean,
): Promise<Overhead | null> {
  for (const waitMs of retryDelaysMs) {
    if (isEnding()) return null;
    try {
      return await composeOnce();
    } catch (error) {
      if (diskFailure(error) === null) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return isEnding() ? null : composeOnce();
}

/** Composes one app at a time: the next app only after the previous one has stopped. */
export function createLifecycle({ compose, quit, remove, giveUp, now }: LifecycleOptions) {
  let overhead: Promise<Overhead | null> = Promise.resolve(null);
  let composedApp: Overhead | null = null;
  let isEnding = false;
  let isRemoving = false;
  let isLost = false;
  let isRecovering = false;
  const crashLimit = createCrashLimit();
  /** Whether the limit of recoveries was reached. After that, `recover` does nothing. */
  let isExhausted = false;

  function lose(error: unknown): void {
    if (isLost) return;
    isLost = true;
    giveUp(error);
  }

  const composeOnce = (): Promise<Overhead> => compose({ restart, endAndRemove });
  async function start(show: (running: Overhead) => void): Promise<Overhead | null> {
    const runningApp = await composeWithRetries(composeOnce, () => isEnding);
    composedApp = runningApp;
    if (runningApp !== null) show(runningApp);
    return runningApp;
  }
  async function replace(last: Overhead | null): Promise<Overhead | null> {
    if (last?.wouldForget()) return last;
    const address = last?.windowAddress() ?? null;
    const limitTimer = setTimeout(() => lose(new Error('the last run did not end')), stopLimitMs);
    composedApp = null;
    await last?.dispose();
    clearTimeout(limitTimer);
    return start((running) => {
      if (address !== null) running.openWindow(address);
    });
  }
  function restart(): void {
    overhead = overhead.then(replace);
    overhead.catch(lose);
  }
  function endAndRemove(): void {
    isRemoving = true;
    quit();
  }

  return {
    /** Resolves with the app when a running start has finished; with null before `begin` and after `end`. */
    running: () => overhead,

    /**
     * Composes the app after `ready`. Never rejects.
     *
     * @param hidden returns whether to start without a window; called after `ready`, because the answer is known only
     *   then
     */
    async begin(ready: Promise<unknown>, hidden: () => boolean) {
      overhead = ready.then(() => {
        const isHidden = hidden();
        return start((running) => {
          if (!isHidden) running.openWindow();
        });
      });
      await overhead.catch(lose);
    },

    /**
     * Composes the app again after an uncaught error, because the state of the app is unknown then. Does nothing after
     * three recoveries within ten minutes.
     *
     * @returns whether the app is composed again
     */
    recover() {
      // An error while everything is being stopped is a consequence of the previous one.
      if (isRecovering || isEnding || isExhausted) return false;
      isExhausted = !crashLimit.allows(now());
      if (isExhausted) return false;
      isRecovering = true;
      restart();
      void Promise.allSettled([overhead]).then(() => (isRecovering = false));
      return true;
    },

    /** Saves, synchronously, the data that are only in memory, because the process may end at any time. */
    save: () => composedApp?.save(),

    /**
     * Stops everything; the app cannot be started again in this process.
     *
     * @returns whether another process may start the app now: not while the data are removed
     */
    async end() {
      isEnding = true;
      const lastRun = await overhead.catch(() => null);
      overhead = Promise.resolve(null);
      composedApp = null;
      // The data are saved first, because the next steps may take longer than the system allows.
      lastRun?.save();
      await lastRun?.leave();
      await lastRun?.dispose();
      if (isRemoving) remove();
      else await lastRun?.atEnd();
      return !isRemoving;
    },
  };
}
