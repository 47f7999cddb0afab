import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageVisibility } from './on-screen.ts';

function visibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}
afterEach(() => void vi.restoreAllMocks());

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

describe('createPageVisibility', () => {
  it('reports the page as visible only if both main and the document do, and reports only changes', () => {
    const page = createPageVisibility(document);
    const { say, shown } = main();
    const told: boolean[] = [];
    page.hear(shown);
    page.follow(() => told.push(page.visible));
    page.follow(() => told.push(true))();
    expect(page.visible).toBe(true);
    say(true);
    say(false);
    visibility('hidden');
    say(true);
    expect(page.visible).toBe(false);
    visibility('visible');
    visibility('hidden');
    expect(told).toEqual([false, true, false]);
  });

  it('treats the window as visible after it stops listening to main, and removes all listeners', () => {
    const page = createPageVisibility(document);
    const { say, shown, count } = main();
    const stopHearing = page.hear(shown);
    const listener = vi.fn();
    const stopFollowing = page.follow(listener);
    say(false);
    expect(page.visible).toBe(false);
    stopHearing();
    expect(page.visible).toBe(true);
    expect(count()).toBe(0);
    stopFollowing();
    listener.mockClear();
    visibility('hidden');
    expect(listener).not.toHaveBeenCalled();
    expect(page.visible).toBe(false);
  });
});
