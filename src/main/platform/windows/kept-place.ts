import type { BrowserWindow } from 'electron';
import type { Clock } from '#runtime/clock.ts';
import type { StoredValue } from '#runtime/value.ts';
import type { WindowPlace } from './bounds.ts';

/** How long a window manager may need to place a shown window, in milliseconds. */
const placementMs = 500;

type Position = Pick<WindowPlace, 'x' | 'y'>;

/**
 * Stores the place of a window. On X11 a window may report another place than the one it was made at, because the window
 * manager adds a title bar (electron#10388): stored and used again, the window would move a little each time. So the
 * position at which it was made stays stored until the user moves the window. The size is always stored.
 */
export function keepWindowPlace(options: {
  readonly window: Pick<BrowserWindow, 'getNormalBounds' | 'isDestroyed'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly place: StoredValue<WindowPlace | null>;
  /** The position at which the window was made. */
  readonly made: Position;
}) {
  const { window, clock, place, made } = options;
  /** The position that the window reports while the user has not moved it; null until it was shown for a moment. */
  let unmoved: Position | null = null;
  let isShown = false;
  let stop = new AbortController();

  async function readUnmoved(signal: AbortSignal): Promise<void> {
    if ((await clock.sleep(placementMs, signal)) && !window.isDestroyed())
      unmoved = window.getNormalBounds();
  }
  return {
    /** Call when the window is shown, or brought to the front. */
    shown(): void {
      if (isShown) return;
      isShown = true;
      stop = new AbortController();
      unmoved = null;
      void readUnmoved(stop.signal);
    },

    /** Call before the window is hidden, closed or destroyed. */
    keep(maximised: boolean): void {
      isShown = false;
      stop.abort();
      const { x, y, width, height } = window.getNormalBounds();
      const isMoved = unmoved !== null && (x !== unmoved.x || y !== unmoved.y);
      const position = isMoved ? { x, y } : (place.get() ?? made);
      place.set({ x: position.x, y: position.y, width, height, maximised });
    },
  };
}
