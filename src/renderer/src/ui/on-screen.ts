import type { Bridge } from '#shared/contract.ts';

/** Whether this page is visible on screen. */
interface PageVisibility {
  readonly visible: boolean;
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  readonly follow: (listener: () => void) => () => void;
  /**
   * Subscribes to main, which also detects minimised windows: Chromium on Linux reports these as visible. Returns a
   * function that unsubscribes.
   */
  readonly hear: (shown: Bridge['window']['shown']) => () => void;
}

/** The page counts as visible only if both the page and main report it. Until main reports, the page decides. */
export function createPageVisibility(page: Document): PageVisibility {
  const listeners = new Set<() => void>();
  let shown = true;
  let was = true;
  const isVisible = (): boolean => page.visibilityState === 'visible' && shown;
  const look = (): void => {
    const now = isVisible();
    if (now === was) return;
    was = now;
    for (const listener of [...listeners]) listener();
  };
  return {
    get visible() {
      return isVisible();
    },
    follow(listener) {
      if (listeners.size === 0) {
        was = isVisible();
        page.addEventListener('visibilitychange', look);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) page.removeEventListener('visibilitychange', look);
      };
    },
    hear(tell) {
      const stop = tell((next) => {
        shown = next;
        look();
      });
      return () => {
        stop();
        shown = true;
        look();
      };
    },
  };
}

export const pageVisibility = createPageVisibility(document);
