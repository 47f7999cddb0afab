import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import { reportDefect } from '#runtime/defects.ts';

/** The maximum number of spaces of a display on macOS. */
const maxSpaces = 16;
/** The wait before a check, in milliseconds: whoever swipes through several spaces causes one check. */
const settleMs = 1_000;

/**
 * On macOS an app can set only the picture of the visible space, and cannot identify spaces. When another space becomes
 * visible, this class replaces an earlier picture of the app on it. After `maxSpaces` spaces in a row without such a
 * picture, it stops checking until the wallpaper changes.
 */
export class MacSpaces {
  readonly #catchUp: () => Promise<boolean>;
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #stop = new AbortController();
  readonly #unsubscribe: () => void;
  /** The number of spaces in a row that showed no earlier picture. */
  #upToDate = 0;
  #running: Promise<void> | null = null;
  #isDue = false;

  /** @param catchUp replaces an earlier picture of the app on the visible space, and returns whether it found one */
  constructor(
    state: Pick<StateHolder, 'current' | 'subscribe'>,
    clock: Pick<Clock, 'sleep'>,
    catchUp: () => Promise<boolean>,
  ) {
    this.#catchUp = catchUp;
    this.#clock = clock;
    let { wallpaper } = state.current;
    this.#unsubscribe = state.subscribe((current) => {
      if (current.wallpaper === wallpaper) return;
      wallpaper = current.wallpaper;
      this.#upToDate = 0;
    });
  }

  /**
   * Call it when another space becomes visible. The check follows after `settleMs`. If more spaces become visible during
   * a check, one further check follows.
   */
  changed(): void {
    if (this.#upToDate >= maxSpaces) return;
    this.#isDue = true;
    this.#running ??= this.#check()
      .catch(reportDefect)
      .finally(() => (this.#running = null));
  }

  async dispose(): Promise<void> {
    this.#unsubscribe();
    this.#stop.abort();
    await this.#running;
  }

  async #check(): Promise<void> {
    while (this.#isDue) {
      if (!(await this.#clock.sleep(settleMs, this.#stop.signal))) return;
      this.#isDue = false;
      this.#upToDate += 1;
      if (await this.#catchUp()) this.#upToDate = 0;
    }
  }
}
