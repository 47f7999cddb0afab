import { expect, it, onTestFinished, vi } from 'vitest';
import { animateBetween } from './view-transition.ts';

it('animateBetween applies the change and rejects nothing when the transition is skipped', async () => {
  const rejections: unknown[] = [];
  const note = (event: PromiseRejectionEvent): void => {
    event.preventDefault();
    rejections.push(event.reason);
  };
  addEventListener('unhandledrejection', note);
  const tile = document.body.appendChild(document.createElement('p'));
  onTestFinished(() => {
    removeEventListener('unhandledrejection', note);
    tile.remove();
  });
  const start = vi.spyOn(document, 'startViewTransition');
  const change = vi.fn();
  const ended = animateBetween(
    () => tile,
    change,
    () => tile,
  );
  const transition: unknown = start.mock.results[0]?.value;
  (transition as ViewTransition).skipTransition();
  await ended;
  // The browser reports a rejection without a handler after the microtasks of the task.
  await new Promise((resolve) => setTimeout(resolve));
  expect(change).toHaveBeenCalledOnce();
  expect(rejections).toEqual([]);
});
