import { expect, it, vi } from 'vitest';
import { page, show } from '#renderer-test/document-double.ts';
import { createPageVisibility } from './on-screen.ts';

/** A double of main's broadcast. */
function main() {
  const listeners = new Set<(shown: boolean) => void>();
  return {
    say: (shown: boolean) => listeners.forEach((listener) => listener(shown)),
    count: () => listeners.size,
    shown: (listener: (shown: boolean) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

it('createPageVisibility reports the page as visible only if both main and the document do, and only changes', () => {
  show('visible');
  const visibility = createPageVisibility(page as unknown as Document);
  const { say, shown } = main();
  const told: boolean[] = [];
  visibility.hear(shown);
  visibility.follow(() => told.push(visibility.visible));
  visibility.follow(() => told.push(true))();
  expect(visibility.visible).toBe(true);
  say(true);
  say(false);
  show('hidden');
  say(true);
  expect(visibility.visible).toBe(false);
  show('visible');
  show('hidden');
  expect(told).toEqual([false, true, false]);
});

it('createPageVisibility treats the window as visible after it stops listening to main, and removes all listeners', () => {
  show('visible');
  const visibility = createPageVisibility(page as unknown as Document);
  const { say, shown, count } = main();
  const listener = vi.fn();
  const stopHearing = visibility.hear(shown);
  show('hidden');
  // The first follower hears of changes from the state at that time on.
  const stopFollowing = visibility.follow(listener);
  say(false);
  say(true);
  expect(listener).not.toHaveBeenCalled();
  show('visible');
  expect(listener).toHaveBeenCalledOnce();
  say(false);
  stopHearing();
  expect(visibility.visible).toBe(true);
  expect(listener).toHaveBeenCalledTimes(3);
  expect(count()).toBe(0);
  const remove = vi.spyOn(page, 'removeEventListener');
  const stopOther = visibility.follow(() => undefined);
  stopFollowing();
  expect(remove).not.toHaveBeenCalled();
  stopOther();
  expect(remove).toHaveBeenCalledOnce();
  show('hidden');
  expect(listener).toHaveBeenCalledTimes(3);
  expect(visibility.visible).toBe(false);
});
