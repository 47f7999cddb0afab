import { pageVisibility } from '#renderer/ui/on-screen.ts';

export interface Drawing {
  /** Requests a drawing before the next frame, after a change. */
  redraw(): void;
  stop(): void;
}

/**
 * Draws in animation frames while the page is visible, and not at all while it is hidden.
 *
 * @param draw draws the picture, and returns the milliseconds until the picture changes; then `draw` is called again
 */
export function keepDrawing(draw: () => number, page = pageVisibility): Drawing {
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const cancel = (): void => {
    if (frame !== null) cancelAnimationFrame(frame);
    if (timer !== null) clearTimeout(timer);
    frame = timer = null;
  };
  const redraw = (): void => {
    if (!page.visible) {
      cancel();
      return;
    }
    // Keep a frame that is already requested: a request in each frame would postpone it for ever.
    if (frame !== null) return;
    cancel();
    frame = requestAnimationFrame(() => {
      frame = null;
      timer = setTimeout(redraw, draw());
    });
  };
  const stopFollowing = page.follow(redraw);
  redraw();
  return {
    redraw,
    stop: () => {
      cancel();
      stopFollowing();
    },
  };
}
