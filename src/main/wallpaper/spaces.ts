import type { StateHolder } from '#runtime/app-state.ts';

interface SpacesOptions {
  readonly state: Pick<StateHolder, 'current' | 'subscribe'>;
  /** Returns whether the space that is shown had an earlier picture of the app. */
  readonly catchUp: () => Promise<boolean>;
  readonly onDefect: (error: unknown) => void;
}

/** The most spaces that a display has on macOS. */
const mostSpaces = 16;

/**
 * On macOS the app can set the picture only of the space that is shown, and cannot tell spaces apart. When another space
 * is shown, this replaces an earlier picture of the app there. After `mostSpaces` spaces in a row without one, it stops
 * checking until the wallpaper changes.
 */
export function startSpaces({ state, catchUp, onDefect }: SpacesOptions) {
  let { wallpaper } = state.current;
  let inVain = 0;
  let running: Promise<void> | null = null;
  let isDue = false;
  const unsubscribe = state.subscribe((now) => {
    if (now.wallpaper === wallpaper) return;
    wallpaper = now.wallpaper;
    inVain = 0;
  });

  async function check(): Promise<void> {
    while (isDue) {
      isDue = false;
      inVain += 1;
      if (await catchUp()) inVain = 0;
    }
  }

  return {
    /** Another space is shown. Those that pass by while one is looked at count as one. */
    changed(): void {
      if (inVain >= mostSpaces) return;
      isDue = true;
      running ??= check()
        .catch(onDefect)
        .finally(() => (running = null));
    },
    async dispose(): Promise<void> {
      unsubscribe();
      isDue = false;
      await running;
    },
  };
}
