import type { Overhead } from './compose.ts';
import { revive } from '#runtime/backoff.ts';

/** What the app can be made to do as a whole, from inside. */
export interface AppControl {
  /**
   * Takes everything down and composes it anew; an open window comes back at the view where it was. While posts are in
   * memory alone it does nothing: they would be lost.
   */
  restart(): void;
  /** Ends the app, and then removes what it keeps on the disk. */
  endAndRemove(): void;
}

interface Lifecycle {
  /** Resolves when what is under way has started; null before the begin and from the end on. */
  running(): Promise<Overhead | null>;
  /**
   * Never rejects.
   *
   * @param ready the app is composed after it
   * @param hidden asked then: whether it starts without a window
   */
  begin(ready: Promise<unknown>, hidden: () => boolean): Promise<void>;
  /**
   * Something was thrown that nobody caught, so that nobody knows what is left undone: everything is composed anew.
   * Three times in ten minutes at most; what needs it more often is left as it is, for good.
   *
   * @returns whether it does
   */
  recover(): boolean;
  /** Takes everything down, for good. */
  end(): Promise<void>;
}

interface LifecycleOptions {
  readonly compose: (life: AppControl) => Overhead;
  readonly quit: () => void;
  /** Runs at the end, when nothing writes any more, if the person wants all data gone. */
  readonly remove: () => void;
  /** It could not be composed, so that there is nothing to see or to click at: the app can only end. Called once. */
  readonly giveUp: (error: unknown) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** How long a restart may take, in milliseconds. What it waits for after a defect may never come. */
const patienceMs = 30_000;

/** One composed app at a time, the next one only after the last has been taken down. */
export function createLifecycle({
  compose,
  quit,
  remove,
  giveUp,
  now,
}: LifecycleOptions): Lifecycle {
  let overhead: Promise<Overhead | null> = Promise.resolve(null);
  let isEnding = false;
  let removes = false;
  let isLost = false;
  let isRecovering = false;
  /** Null: not any more. */
  let recoveries: readonly number[] | null = [];

  function lose(error: unknown): void {
    if (isLost) return;
    isLost = true;
    giveUp(error);
  }

  function start(show: (running: Overhead) => void): Overhead | null {
    if (isEnding) return null;
    const running = compose({ restart, endAndRemove });
    show(running);
    return running;
  }
  async function replace(last: Overhead | null): Promise<Overhead | null> {
    if (last?.wouldForget()) return last;
    // The window comes back where it was; when there was none, none comes.
    const address = last?.windowAddress() ?? null;
    const limit = setTimeout(() => lose(new Error('the last run did not end')), patienceMs);
    await last?.dispose();
    clearTimeout(limit);
    return start((running) => {
      if (address !== null) running.openWindow(address);
    });
  }
  function restart(): void {
    overhead = overhead.then(replace);
    overhead.catch(lose);
  }
  function endAndRemove(): void {
    removes = true;
    quit();
  }

  return {
    running: () => overhead,
    async begin(ready, hidden) {
      overhead = ready.then(() => {
        const isHidden = hidden();
        return start((running) => {
          if (!isHidden) running.openWindow();
        });
      });
      await overhead.catch(lose);
    },
    recover() {
      // What is thrown while everything is taken down is part of the same trouble.
      if (isRecovering || isEnding || recoveries === null) return false;
      const { allowed, revivals } = revive(recoveries, now());
      recoveries = allowed ? revivals : null;
      if (!allowed) return false;
      isRecovering = true;
      restart();
      const over = (): void => {
        isRecovering = false;
      };
      overhead.then(over, over);
      return true;
    },
    async end() {
      isEnding = true;
      const last = await overhead.catch(() => null);
      overhead = Promise.resolve(null);
      await last?.leave();
      await last?.dispose();
      if (removes) remove();
      else await last?.atEnd();
    },
  };
}
