type BoxEdges = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

/** Pixels between the opener and the buttons after the move. */
const openerGap = 8;

/**
 * How far a dialog has to move down (negative: up), in pixels, so that its buttons do not cover the button that opened
 * it: the second click of a double click must not reach them. 0 if they do not cover the opener, or if the window has
 * no room for a move. Pure.
 *
 * @param frame the dialog, with the `buttons` inside
 */
export function shiftClearOfOpener(
  opener: BoxEdges,
  frame: BoxEdges,
  buttons: BoxEdges,
  windowHeight: number,
): number {
  const isCovered =
    buttons.left < opener.right &&
    opener.left < buttons.right &&
    buttons.top < opener.bottom &&
    opener.top < buttons.bottom;
  if (!isCovered) return 0;
  const shiftUp = opener.top - openerGap - buttons.bottom;
  const shiftDown = opener.bottom + openerGap - buttons.top;
  const fitsWindow = (shift: number): boolean =>
    frame.top + shift >= 0 && frame.bottom + shift <= windowHeight;
  const shifts = [shiftUp, shiftDown].sort((a, b) => Math.abs(a) - Math.abs(b));
  return shifts.find(fitsWindow) ?? 0;
}
