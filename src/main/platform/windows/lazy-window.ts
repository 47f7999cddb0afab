import type { Clock } from '#runtime/clock.ts';
import { createCrashLimit } from '#runtime/backoff.ts';

/** How long a closed window is kept hidden, in milliseconds: opened again, it is as it was. */
export const keepAliveMs = 15_000;

/** What a lazy window needs of a real window. */
export interface WindowHandle {
  /** Brings it to the front from wherever it is: hidden, minimised, on a display that is gone. */
  present(): void;
  /** Hides it; the page keeps running. */
  hide(): void;
  /** Destroys the window. No event follows. */
  destroy(): void;
}

/** What a window reports. */
export interface WindowEvents {
  /** The person closed it. On some platforms it may be gone already. */
  onClose(): void;
  /** The window was destroyed from outside. */
  onGone(): void;
  /** Its page crashed, was killed, or does not respond. */
  onBroken(): void;
}

interface LazyWindowOptions<P extends WindowHandle> {
  readonly clock: Clock;
  readonly make: (events: WindowEvents) => P;
  /** Called when the page broke too often: the window stays closed until it is asked for again. */
  readonly onGaveUp: () => void;
  readonly onDefect: (error: unknown) => void;
}

interface LazyWindow<P extends WindowHandle> {
  /** Creates the window, or brings it to the front. */
  open(): P;
  close(): void;
  /** False while it is hidden after a close. */
  readonly isOpen: boolean;
  /** The window while there is one, also while it is hidden. */
  readonly pane: P | null;
  dispose(): void;
}

/**
 * A window that is created when it is asked for, hidden at once when it is closed, and destroyed a while later, so
 * that the app has no renderer while nobody looks.
 *
 *   absent ── open ──▶ open ── close ──▶ hidden  ── 15 s ──▶ absent
 *     ▲                 │ ▲ ◀── open ────┘     └── broken ──▶ absent
 *     └── broken too ───┘ └── broken: made again
 *         often
 */
export function createLazyWindow<P extends WindowHandle>(
  options: LazyWindowOptions<P>,
): LazyWindow<P> {
  const { clock, make, onGaveUp, onDefect } = options;
  let pane: P | null = null;
  let isOpen = false;
  let hidden: AbortController | null = null;
  const crashLimit = createCrashLimit();

  function makeOne(): P {
    // Ignore events of a window that was replaced.
    const isCurrent = (): boolean => pane === made;
    const made: P = make({
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
    pane = made;
    return made;
  }

  function forget(): P | null {
    const was = pane;
    stay();
    pane = null;
    isOpen = false;
    return was;
  }

  function stay(): void {
    hidden?.abort();
    hidden = null;
  }

  function close(): void {
    if (pane === null || !isOpen) return;
    isOpen = false;
    pane.hide();
    const waiting = (hidden = new AbortController());
    clock
      .sleep(keepAliveMs, waiting.signal)
      .then((slept) => {
        if (slept && !waiting.signal.aborted) forget()?.destroy();
      })
      .catch(onDefect);
  }

  function replace(): void {
    const wasOpen = isOpen;
    forget()?.destroy();
    if (!wasOpen) return;
    if (crashLimit.allows(clock.monotonic())) open();
    else onGaveUp();
  }

  function open(): P {
    stay();
    const shown = pane ?? makeOne();
    isOpen = true;
    shown.present();
    return shown;
  }

  return {
    open,
    close,
    get isOpen() {
      return isOpen;
    },
    get pane() {
      return pane;
    },
    dispose: () => forget()?.destroy(),
  };
}
