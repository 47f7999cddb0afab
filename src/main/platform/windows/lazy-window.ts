import type { Clock } from '#runtime/clock.ts';
import { revive } from '#runtime/backoff.ts';

/** How long a window that was closed is kept out of sight, in milliseconds: opened again, it is as it was. */
export const lingerMs = 15_000;

/** A window as far as its life is concerned. */
export interface Pane {
  /** Brings it to the front from wherever it is: hidden, minimised, on a display that is gone. */
  present(): void;
  /** Takes it off the screen; the page lives on. */
  hide(): void;
  /** Ends the page. None of the events is told afterwards. */
  destroy(): void;
}

/** What a window tells. */
export interface PaneEvents {
  /** The person closed it. It may be gone already, where the platform asks nobody. */
  onClose(): void;
  /** The system took it away. */
  onGone(): void;
  /** Its page crashed, was killed, or answers no more. */
  onBroken(): void;
}

interface GuestOptions<P extends Pane> {
  readonly clock: Clock;
  readonly make: (events: PaneEvents) => P;
  /** The page broke too often: the window stays away until it is asked for again. */
  readonly onGaveUp: () => void;
  readonly onDefect: (error: unknown) => void;
}

interface Guest<P extends Pane> {
  /** Makes the window, or brings it to the front. */
  open(): P;
  close(): void;
  /** True while it is open; false while it lingers. */
  readonly isOpen: boolean;
  /** The window while there is one, lingering or not. */
  readonly pane: P | null;
  dispose(): void;
}

/**
 * A window that is a guest: made when it is asked for, off the screen at once when it is closed, and gone a while
 * later.
 *
 *   absent ── open ──▶ open ── close ──▶ lingering ── 15 s ──▶ absent
 *     ▲                 │ ▲ ◀── open ────┘     └── broken ──▶ absent
 *     └── broken too ───┘ └── broken: made anew
 *         often
 */
export function createGuest<P extends Pane>(options: GuestOptions<P>): Guest<P> {
  const { clock, make, onGaveUp, onDefect } = options;
  let pane: P | null = null;
  let isOpen = false;
  let lingering: AbortController | null = null;
  let revivals: readonly number[] = [];

  function makeOne(): P {
    // What a window tells after another took its place is of no interest.
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
    lingering?.abort();
    lingering = null;
  }

  function close(): void {
    if (pane === null || !isOpen) return;
    isOpen = false;
    pane.hide();
    const waiting = (lingering = new AbortController());
    clock
      .sleep(lingerMs, waiting.signal)
      .then((slept) => {
        if (slept && !waiting.signal.aborted) forget()?.destroy();
      })
      .catch(onDefect);
  }

  function replace(): void {
    const wasOpen = isOpen;
    forget()?.destroy();
    // Nobody sees one that lingers: the next is made when it is asked for.
    if (!wasOpen) return;
    const { allowed, revivals: kept } = revive(revivals, clock.monotonic());
    revivals = kept;
    if (allowed) open();
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
