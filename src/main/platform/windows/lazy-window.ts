import type { Clock } from '#runtime/clock.ts';
import { createCrashLimit } from '#runtime/backoff.ts';
import { reportDefect } from '#runtime/defects.ts';

/**
 * How long a closed window stays hidden before it is destroyed, in milliseconds. Until then its page keeps running, and
 * is shown again if the window is opened.
 */
export const keepAliveMs = 15_000;

/** The functions of an Electron window that a lazy window uses. */
export interface WindowHandle {
  /** Brings the window to the front, also if it is hidden, minimised or on a display that was removed. */
  present(): void;
  /** Hides the window; the page keeps running. */
  hide(): void;
  /** Destroys the window. */
  destroy(): void;
}

export interface WindowEvents {
  /** The user closed the window. On some platforms the window is already destroyed. */
  onClose(): void;
  /** The window was destroyed by other code or by the system. */
  onGone(): void;
  /** The page of the window crashed, was killed, or does not respond. */
  onBroken(): void;
}

interface LazyWindowOptions<P extends WindowHandle> {
  readonly clock: Clock;
  readonly make: (events: WindowEvents) => P;
  /** Called when the page broke too often. The window then stays closed until the next `open`. */
  readonly onGaveUp: () => void;
}

/**
 * A window that is created when it is opened, hidden when it is closed, and destroyed 15 s later, so that the app has
 * no renderer while no window is open.
 *
 *   absent ── open ──▶ open ── close ──▶ hidden  ── 15 s ──▶ absent
 *     ▲                 │ ▲ ◀── open ────┘     └── broken ──▶ absent
 *     └── broken too ───┘ └── broken: made again
 *         often
 */
export function createLazyWindow<P extends WindowHandle>(options: LazyWindowOptions<P>) {
  const { clock, make, onGaveUp } = options;
  let pane: P | null = null;
  let isOpen = false;
  /** Aborted when the hidden window is shown again or destroyed. */
  let hiddenWait = new AbortController();
  const crashLimit = createCrashLimit();

  function makeOne(): P {
    // Ignore events of a window that was replaced.
    const isCurrent = (): boolean => pane === newPane;
    const newPane: P = make({
      onClose: () => {
        if (isCurrent()) close();
      },
      onGone: () => {
        if (isCurrent()) forget();
      },
      onBroken: () => {
        if (isCurrent()) replace();
      },
    });
    pane = newPane;
    return newPane;
  }

  function forget(): P | null {
    const previousPane = pane;
    hiddenWait.abort();
    pane = null;
    isOpen = false;
    return previousPane;
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    pane?.hide();
    hiddenWait = new AbortController();
    const { signal } = hiddenWait;
    clock
      .sleep(keepAliveMs, signal)
      .then(() => {
        if (!signal.aborted) forget()?.destroy();
      })
      .catch(reportDefect);
  }

  function replace(): void {
    const wasOpen = isOpen;
    forget()?.destroy();
    if (!wasOpen) return;
    if (crashLimit.allows(clock.monotonic())) open();
    else onGaveUp();
  }

  function open(): P {
    hiddenWait.abort();
    const currentPane = pane ?? makeOne();
    isOpen = true;
    currentPane.present();
    return currentPane;
  }

  return {
    /** Creates the window, or brings it to the front. */
    open,
    close,
    /** False while the window is hidden after a close. */
    get isOpen() {
      return isOpen;
    },
    /** The window, also while it is hidden; null if there is none. */
    get pane() {
      return pane;
    },
    dispose: () => forget()?.destroy(),
  };
}
