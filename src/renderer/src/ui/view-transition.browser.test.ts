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

it('animateBetween names the first element before the change, and the last one after it, until the end', async () => {
  const [tile, picture] = [document.createElement('p'), document.createElement('p')];
  const steps: string[][] = [];
  const note = (what: string): void =>
    void steps.push([what, tile.style.viewTransitionName, picture.style.viewTransitionName]);
  const start = vi.spyOn(document, 'startViewTransition').mockImplementation((update) => {
    note('start');
    const finished = Promise.resolve((update as () => Promise<void>)()).then(() => note('changed'));
    return { ready: Promise.resolve(), finished } as unknown as ViewTransition;
  });
  onTestFinished(() => {
    start.mockRestore();
  });
  await animateBetween(
    () => tile,
    () => note('change'),
    () => picture,
  );
  note('end');
  expect(steps).toEqual([
    ['start', 'moving', ''],
    ['change', '', ''],
    ['changed', '', 'moving'],
    ['end', '', ''],
  ]);
});

it.each([
  ['without the first element', null, false],
  ['with reduced motion', document.createElement('p'), true],
])('animateBetween applies the change without an animation %s', async (_what, tile, isReduced) => {
  const start = vi.spyOn(document, 'startViewTransition');
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockReturnValue({ matches: isReduced } as MediaQueryList);
  onTestFinished(() => {
    start.mockRestore();
    media.mockRestore();
  });
  const change = vi.fn();
  await animateBetween(
    () => tile,
    change,
    () => tile,
  );
  expect(change).toHaveBeenCalledOnce();
  expect(start).not.toHaveBeenCalled();
});
