import { backoffMs } from '#runtime/backoff.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller, type NextRound, type Poller } from '#runtime/poller.ts';

const delaysMs = [1, 5, 15, 60].map((minutes) => minutes * 60_000);

/** Plans the automatic retries of a failed picture: after 1, 5, 15 and 60 minutes, and then no more. */
export class WallpaperRetries {
  readonly #clock: Clock;
  readonly #retry: () => Promise<void>;
  readonly #loop: Poller;
  /** Name of the file that failed. */
  #picture = '';
  /**
   * The number of automatic retries so far. Attempts that the user causes do not count, because they may come in a
   * burst.
   */
  #count = 0;
  /** The time of the next retry, in monotonic milliseconds; null: no retry is planned. */
  #dueAt: number | null = null;

  /** @param retry performs the due attempt, and plans the next one if it fails */
  constructor(clock: Clock, retry: () => Promise<void>) {
    this.#clock = clock;
    this.#retry = retry;
    this.#loop = startPoller({
      clock,
      begin: Promise.resolve(),
      round: () => this.#round(),
      minGapMs: 0,
      onPlan: () => undefined,
    });
  }

  get isPlanned(): boolean {
    return this.#dueAt !== null;
  }

  /**
   * Plans the next retry of a picture; the delays grow while the same picture fails. Returns the time of the retry in
   * milliseconds since the Unix epoch; null: no further retry.
   */
  plan(name: string): number | null {
    if (name !== this.#picture) this.#count = 0;
    this.#picture = name;
    const delayMs = backoffMs(this.#count + 1, delaysMs);
    this.#dueAt = delayMs === null ? null : this.#clock.monotonic() + delayMs;
    this.#loop.poke();
    return delayMs === null ? null : this.#clock.now() + delayMs;
  }

  /** Cancels the planned retry. The next failure starts with one minute again. */
  cancel(): void {
    this.#picture = '';
    this.#count = 0;
    this.#dueAt = null;
    this.#loop.poke();
  }

  dispose(): Promise<void> {
    return this.#loop.dispose();
  }

  async #round(): Promise<NextRound> {
    if (this.#dueAt !== null && this.#dueAt <= this.#clock.monotonic()) {
      this.#count += 1;
      this.#dueAt = null;
      await this.#retry();
    }
    return {
      delayMs: this.#dueAt === null ? null : Math.max(this.#dueAt - this.#clock.monotonic(), 0),
    };
  }
}
