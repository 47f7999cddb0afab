import type { Overhead } from './compose.ts';

/** What the app can be made to do as a whole, from inside. */
export interface LifeCycle {
  /** Takes everything down and composes it anew; an open window comes back at the view where it was. */
  restart(): void;
  /** Ends the app, and then removes what it keeps on the disk. */
  endAndRemove(): void;
}

export interface Life {
  /** Resolves when what is under way has started; null before the begin and from the end on. */
  running(): Promise<Overhead | null>;
  /** @param ready the app is composed after it; rejects when that fails */
  begin(ready: Promise<unknown>, hidden: boolean): Promise<void>;
  /** Takes everything down, for good. */
  end(): Promise<void>;
}

export interface LifeOptions {
  readonly compose: (life: LifeCycle) => Overhead;
  readonly quit: () => void;
  /** Runs at the end, when nothing writes any more, if the person wants all data gone. */
  readonly remove: () => void;
  readonly onDefect: (error: unknown) => void;
}

/** One composed app at a time, the next one only after the last has been taken down. */
export function createLife({ compose, quit, remove, onDefect }: LifeOptions): Life {
  let overhead: Promise<Overhead | null> = Promise.resolve(null);
  let isEnding = false;
  let removes = false;

  function start(show: (running: Overhead) => void): Overhead | null {
    if (isEnding) return null;
    const running = compose({ restart, endAndRemove });
    show(running);
    return running;
  }
  function restart(): void {
    overhead = overhead.then(async (last) => {
      // The window comes back where it was; when there was none, none comes.
      const address = last?.windowAddress() ?? null;
      await last?.dispose();
      return start((running) => {
        if (address !== null) running.openWindow(address);
      });
    });
    overhead.catch(onDefect);
  }
  function endAndRemove(): void {
    removes = true;
    quit();
  }

  return {
    running: () => overhead,
    async begin(ready, hidden) {
      overhead = ready.then(() =>
        start((running) => {
          if (!hidden) running.openWindow();
        }),
      );
      await overhead;
    },
    async end() {
      isEnding = true;
      const last = await overhead.catch(() => null);
      overhead = Promise.resolve(null);
      await last?.leave();
      await last?.dispose();
      if (removes) remove();
    },
  };
}
