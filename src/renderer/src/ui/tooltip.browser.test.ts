import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tooltip } from './tooltip.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

let detach: (() => void)[] = [];

afterEach(() => {
  for (const stop of detach) stop();
  detach = [];
  vi.useRealTimers();
});

/** Appends a button that has a tooltip with this text. `remove` removes the button, as Svelte does. */
function makeButton(text: string) {
  const button = document.body.appendChild(document.createElement('button'));
  const stop = tooltip(() => text)(button) as () => void;
  const remove = (): void => {
    stop();
    button.remove();
  };
  detach.push(remove);
  const point = (type: 'pointerenter' | 'pointerleave' | 'pointerdown') =>
    button.dispatchEvent(new PointerEvent(type));
  return { button, point, remove };
}

const shownTexts = (): string[] =>
  [...document.querySelectorAll('.tooltip')].map((element) => element.textContent);

it('shows the tooltip after the pointer has rested for 500 ms, and hides it 150 ms after the pointer left', () => {
  const { point } = makeButton('Settings');
  point('pointerenter');
  vi.advanceTimersByTime(499);
  expect(shownTexts()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shownTexts()).toEqual(['Settings']);
  point('pointerleave');
  vi.advanceTimersByTime(149);
  expect(shownTexts()).toEqual(['Settings']);
  vi.advanceTimersByTime(1);
  expect(shownTexts()).toEqual([]);
});

it.each(['pointerleave', 'pointerdown'] as const)(
  'shows no tooltip if a %s comes within the 500 ms',
  (type) => {
    const { point } = makeButton('Settings');
    point('pointerenter');
    vi.advanceTimersByTime(499);
    point(type);
    vi.advanceTimersByTime(1000);
    expect(shownTexts()).toEqual([]);
  },
);

it('shows no tooltip of an element that is removed within the 500 ms', () => {
  const { point, remove } = makeButton('Settings');
  point('pointerenter');
  remove();
  vi.advanceTimersByTime(1000);
  expect(shownTexts()).toEqual([]);
});

it('hides the tooltip of an element that is removed', () => {
  const { point, remove } = makeButton('Settings');
  point('pointerenter');
  vi.advanceTimersByTime(500);
  remove();
  expect(shownTexts()).toEqual([]);
});

it('shows the tooltip of the element under the pointer although another element is removed', () => {
  const removed = makeButton('Removed');
  const kept = makeButton('Kept');
  removed.point('pointerenter');
  removed.point('pointerleave');
  kept.point('pointerenter');
  removed.remove();
  vi.advanceTimersByTime(500);
  expect(shownTexts()).toEqual(['Kept']);
});

it('replaces the tooltip of the element that the pointer left', () => {
  const first = makeButton('First');
  const second = makeButton('Second');
  first.point('pointerenter');
  vi.advanceTimersByTime(500);
  first.point('pointerleave');
  second.point('pointerenter');
  vi.advanceTimersByTime(500);
  expect(shownTexts()).toEqual(['Second']);
});

it('keeps the tooltip when the pointer returns within 150 ms', () => {
  const { point } = makeButton('Settings');
  point('pointerenter');
  vi.advanceTimersByTime(500);
  point('pointerleave');
  vi.advanceTimersByTime(149);
  point('pointerenter');
  vi.advanceTimersByTime(149);
  expect(shownTexts()).toEqual(['Settings']);
});

it.each([
  ['hides', 'Escape', []],
  ['keeps', 'a', ['Settings']],
])('%s the tooltip when %s is pressed while the focus is elsewhere', (_, key, texts) => {
  const { point } = makeButton('Settings');
  point('pointerenter');
  vi.advanceTimersByTime(500);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  expect(shownTexts()).toEqual(texts);
});

it('keeps the tooltip while the pointer is on it', () => {
  const { point } = makeButton('Settings');
  point('pointerenter');
  vi.advanceTimersByTime(500);
  point('pointerleave');
  const shown = document.querySelector('.tooltip') ?? expect.fail();
  shown.dispatchEvent(new PointerEvent('pointerenter'));
  vi.advanceTimersByTime(1000);
  expect(shownTexts()).toEqual(['Settings']);
  shown.dispatchEvent(new PointerEvent('pointerleave'));
  vi.advanceTimersByTime(150);
  expect(shownTexts()).toEqual([]);
});

it('shows the tooltip of an element with keyboard focus at once, in a dialog inside it, until the focus leaves', () => {
  const { button } = makeButton('Settings');
  const dialog = document.body.appendChild(document.createElement('dialog'));
  detach.push(() => dialog.remove());
  dialog.append(button);
  const isByKeyboard = vi.spyOn(button, 'matches').mockReturnValue(false);
  // Moves the focus to the button.
  dialog.showModal();
  expect([document.activeElement, ...shownTexts()]).toEqual([button]);
  isByKeyboard.mockReturnValue(true);
  button.dispatchEvent(new FocusEvent('focusin'));
  expect(shownTexts()).toEqual(['Settings']);
  expect(isByKeyboard).toHaveBeenLastCalledWith(':focus-visible');
  // The element has the same text as its name, and the page around a dialog is inert.
  expect(dialog.querySelector('.tooltip')?.ariaHidden).toBe('true');
  button.dispatchEvent(new FocusEvent('focusout'));
  expect(shownTexts()).toEqual([]);
});

it.each<[string, { top: string; left?: string; right?: string }]>([
  ['above the middle of the element', { top: '100px', left: '300px' }],
  ['below an element without room above it', { top: '0px', left: '300px' }],
  ['at the left edge', { top: '100px', left: '0px' }],
  ['at the right edge', { top: '100px', right: '0px' }],
])('shows the tooltip %s', (_name, place) => {
  const { button, point } = makeButton('Settings');
  Object.assign(button.style, { position: 'fixed', width: '20px', overflow: 'hidden', ...place });
  point('pointerenter');
  vi.advanceTimersByTime(500);
  const box = document.querySelector<HTMLElement>('.tooltip') ?? expect.fail();
  const { width, height } = box.getBoundingClientRect();
  const anchor = button.getBoundingClientRect();
  const isAbove = place.top !== '0px';
  expect(Number.parseFloat(box.style.top)).toBeCloseTo(
    isAbove ? anchor.top - 6 - height : anchor.bottom + 6,
  );
  const middle = (anchor.left + anchor.right - width) / 2;
  const most = document.documentElement.clientWidth - 6 - width;
  const left = place.left === '0px' ? 6 : place.left === undefined ? most : middle;
  expect(width).toBeGreaterThan(anchor.width);
  expect(Number.parseFloat(box.style.left)).toBeCloseTo(left);
});
