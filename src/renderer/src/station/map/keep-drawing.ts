import { pageVisibility } from '#renderer/ui/on-screen.ts';

export interface Drawing {
  /** Requests a drawing before the next frame, after a change. */
  redraw(): void;
  stop(): void;
}

/**
 * Draws in animation frames while the element is in view, and not at all while it is scrolled out of view or the page is
 * hidden.
 *
 * @param element the canvas that `draw` draws on
 * @param draw draws the picture, and returns the milliseconds until the picture changes; then `draw` is called again
 */
export function keepDrawing(element: Element, draw: () => number): Drawing {
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  // The observer reports only after the first frame, so the first frame is always drawn.
  let isInView = true;
  const cancel = (): void => {
    if (frame !== null) cancelAnimationFrame(frame);
    if (timer !== null) clearTimeout(timer);
    frame = timer = null;
  };
  const redraw = (): void => {
    if (!pageVisibility.visible || !isInView) {
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
  const stopFollowing = pageVisibility.follow(redraw);
  const observer = new IntersectionObserver((entries) => {
    const isNowInView = entries.at(-1)?.isIntersecting === true;
    if (isNowInView === isInView) return;
    isInView = isNowInView;
    redraw();
  });
  observer.observe(element);
  redraw();
  return {
    redraw,
    stop: () => {
      cancel();
      stopFollowing();
      observer.disconnect();
    },
  };
}
