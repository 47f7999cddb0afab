import type { Bridge } from '#shared/contract.ts';

/** Whether anybody can see this page. */
interface OnScreen {
  readonly visible: boolean;
  /** Tells when that changes. Returns what stops it. */
  readonly follow: (listener: () => void) => () => void;
  /** Main knows of minimised windows that Chromium on Linux still holds for visible. Returns what stops it. */
  readonly hear: (shown: Bridge['window']['shown']) => () => void;
}

/** The page's own word and main's together: it takes both to be seen. Until main says so, it does not hide it. */
export function createOnScreen(page: Document): OnScreen {
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

export const onScreen = createOnScreen(document);
