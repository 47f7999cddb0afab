import type { StateHolder } from '#runtime/app-state.ts';
import { reportDefect } from '#runtime/defects.ts';

/** The most spaces that a display has on macOS. */
const mostSpaces = 16;

/**
 * On macOS an app can set only the picture of the visible space, and cannot identify spaces. When another space becomes
 * visible, this replaces an earlier picture of the app there. After `mostSpaces` spaces in a row without one, it stops
 * checking until the wallpaper changes.
 *
 * @param catchUp replaces an earlier picture of the app on the visible space, and returns whether there was one
 */
export function startSpaces(
  state: Pick<StateHolder, 'current' | 'subscribe'>,
  catchUp: () => Promise<boolean>,
) {
  let { wallpaper } = state.current;
  /** Spaces in a row that showed no earlier picture. */
  let upToDate = 0;
  let running: Promise<void> | null = null;
  let isDue = false;
  const unsubscribe = state.subscribe((current) => {
    if (current.wallpaper === wallpaper) return;
    wallpaper = current.wallpaper;
    upToDate = 0;
  });

  async function check(): Promise<void> {
    while (isDue) {
      isDue = false;
      upToDate += 1;
      if (await catchUp()) upToDate = 0;
    }
  }

  return {
    /** Call when another space becomes visible. Spaces that pass during a check are handled by one further check. */
    changed(): void {
      if (upToDate >= mostSpaces) return;
      isDue = true;
      running ??= check()
        .catch(reportDefect)
        .finally(() => (running = null));
    },
    async dispose(): Promise<void> {
      unsubscribe();
      isDue = false;
      await running;
    },
  };
}
