import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, show } from '#renderer-test/document-double.ts';
import { keepDrawing } from './keep-drawing.ts';

const frames = new Map<number, () => void>();
let requests = 0;
/** Reports whether the element is in view; null after `disconnect`. */
let report: ((...areInView: boolean[]) => void) | null = null;
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
  requests += 1;
  frames.set(requests, draw);
  return requests;
});
vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
vi.stubGlobal(
  'IntersectionObserver',
  class {
    readonly #tell: (entries: readonly { isIntersecting: boolean }[]) => void;
    constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
      this.#tell = tell;
    }
    observe(element: unknown): void {
      expect(element).toBe(canvas);
      report = (...areInView) =>
        this.#tell(areInView.map((isIntersecting) => ({ isIntersecting })));
    }
    disconnect(): void {
      report = null;
    }
  },
);

const canvas = {} as Element;
function nextFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const draw of due) draw();
}
/** The requested frames, and the running timers. */
const pending = (): readonly number[] => [frames.size, vi.getTimerCount()];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page.visibilityState = 'visible';
  frames.clear();
});
afterEach(() => void vi.useRealTimers());

it('keepDrawing draws in the next frame, and again after the time that `draw` returned, until it is stopped', () => {
  const draw = vi.fn(() => 1000);
  const drawing = keepDrawing(canvas, draw);
  expect([draw.mock.calls.length, ...pending()]).toEqual([0, 1, 0]);
  nextFrame();
  expect([draw.mock.calls.length, ...pending()]).toEqual([1, 0, 1]);
  vi.advanceTimersByTime(999);
  expect(pending()).toEqual([0, 1]);
  vi.advanceTimersByTime(1);
  expect(pending()).toEqual([1, 0]);
  nextFrame();
  expect(draw).toHaveBeenCalledTimes(2);
  drawing.stop();
  expect([...pending(), report]).toEqual([0, 0, null]);
  show('hidden');
  show('visible');
  expect(pending()).toEqual([0, 0]);
});

it('keepDrawing draws a change in the next frame, and keeps a frame that is already requested', () => {
  const drawing = keepDrawing(canvas, () => 1000);
  nextFrame();
  drawing.redraw();
  expect(pending()).toEqual([1, 0]);
  const before = requests;
  drawing.redraw();
  expect([...pending(), requests]).toEqual([1, 0, before]);
  drawing.stop();
  expect(pending()).toEqual([0, 0]);
});

it.each<[string, () => void, () => void]>([
  ['the page is hidden', () => show('hidden'), () => show('visible')],
  ['the element is out of view', () => report?.(false), () => report?.(false, true)],
])('keepDrawing draws nothing while %s, and at once afterwards', (_what, leave, comeBack) => {
  const drawing = keepDrawing(canvas, () => 1000);
  for (const draw of [() => undefined, nextFrame]) {
    draw();
    leave();
    expect(pending()).toEqual([0, 0]);
    drawing.redraw();
    expect(pending()).toEqual([0, 0]);
    comeBack();
    expect(pending()).toEqual([1, 0]);
  }
  nextFrame();
  // A report without a change leaves the timer.
  report?.(false, true);
  expect(pending()).toEqual([0, 1]);
  drawing.stop();
});
