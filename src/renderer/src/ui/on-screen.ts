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
  let isShown = true;
  const isVisible = (): boolean => page.visibilityState === 'visible' && isShown;
  let wasVisible = isVisible();
  const notifyChange = (): void => {
    const isVisibleNow = isVisible();
    if (isVisibleNow === wasVisible) return;
    wasVisible = isVisibleNow;
    for (const listener of [...listeners]) listener();
  };
  return {
    get visible() {
      return isVisible();
    },
    follow(listener) {
      wasVisible = isVisible();
      page.addEventListener('visibilitychange', notifyChange);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) page.removeEventListener('visibilitychange', notifyChange);
      };
    },
    hear(tell) {
      const stop = tell((next) => {
        isShown = next;
        notifyChange();
      });
      return () => {
        stop();
        isShown = true;
        notifyChange();
      };
    },
  };
}

export const pageVisibility = createPageVisibility(document);
