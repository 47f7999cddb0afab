import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftClearOfOpener } from './clear-of.ts';

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** A dialog of 400 × 200 pixels in the middle of a window of 1000 × 600, with its buttons in the lower right corner. */
const frame = box(300, 200, 400, 200);
const buttons = box(480, 344, 200, 36);

describe('shiftClearOfOpener', () => {
  it.each([
    ['beside the buttons', box(100, 350, 100, 36), 0],
    ['below the buttons', box(500, 500, 100, 36), 0],
    ['that touches the left edge of the buttons', box(380, 350, 100, 36), 0],
    ['that touches their right edge', box(680, 350, 100, 36), 0],
    ['that touches their upper edge', box(500, 308, 100, 36), 0],
    ['that touches their lower edge', box(500, 380, 100, 36), 0],
    ['at the upper edge of the buttons: down', box(500, 320, 100, 36), 20],
    ['at the lower edge of the buttons: up', box(500, 376, 100, 36), -12],
  ])('returns the shift of a dialog for an opener %s', (_where, opener, shift) => {
    expect(shiftClearOfOpener(opener, frame, buttons, 600)).toBe(shift);
  });

  it('keeps the dialog in the window, and covers the opener only if there is no room', () => {
    const opener = fc.tuple(fc.nat(900), fc.nat(560)).map(([left, top]) => box(left, top, 100, 36));
    fc.assert(
      fc.property(opener, fc.integer({ min: 400, max: 1200 }), (one, height) => {
        const shift = shiftClearOfOpener(one, frame, buttons, height);
        expect(frame.top + shift).toBeGreaterThanOrEqual(0);
        expect(frame.bottom + shift).toBeLessThanOrEqual(height);
        const isBeside = one.right <= buttons.left || buttons.right <= one.left;
        const isClear = one.bottom <= buttons.top + shift || buttons.bottom + shift <= one.top;
        const hasRoom =
          frame.top + (one.top - 8 - buttons.bottom) >= 0 ||
          frame.bottom + (one.bottom + 8 - buttons.top) <= height;
        expect(isBeside || isClear || !hasRoom).toBe(true);
      }),
    );
  });
});
