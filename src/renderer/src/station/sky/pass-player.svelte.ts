import { everySecond } from '#renderer/ui/ticker.ts';
import { pageVisibility } from '#renderer/ui/on-screen.ts';

/** The start and the end of what is played, Unix seconds. */
interface PlayedSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Plays a pass from its rise to its set: calls `onMove` with the time of the pass, Unix seconds, for each frame. Stops at
 * the set, and when the page is hidden. Create it while a component is created.
 */
export class PassPlayer {
  // With reduced motion, a pass is played at half the speed and with one frame a second.
  readonly #isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  readonly #speed = this.#isCalm ? 30 : 60;
  readonly #frameMs = this.#isCalm ? 1000 : 33;
  readonly #span: () => PlayedSpan;
  readonly #onMove: (time: number) => void;
  #isPlaying = $state(false);
  /** When the animation started, and with which time of the pass: Unix seconds. */
  #start = $state.raw({ now: 0, time: 0 });
  /** The speed as a multiple of the real speed while a pass is played in fast frames, or else null. */
  readonly fastSpeed = $derived(this.#isPlaying && !this.#isCalm ? this.#speed : null);
  /** The time of the pass, which changes once a second; see `fastSpeed` for when it is used. */
  readonly secondTime = $derived(this.#timeAt(everySecond.now / 1000));

  constructor(span: () => PlayedSpan, onMove: (time: number) => void) {
    this.#span = span;
    this.#onMove = onMove;
    $effect(() => {
      if (!this.#isPlaying) return;
      const timer = setInterval(() => {
        const time = this.#timeAt(Date.now() / 1000);
        this.#onMove(time);
        if (time === this.#span().to || !pageVisibility.visible) this.stop();
      }, this.#frameMs);
      return () => clearInterval(timer);
    });
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Starts at a time of the pass; at the rise, if there is no time or it is that of the set. */
  play(from: number | null): void {
    const span = this.#span();
    const time = from === null || from === span.to ? span.from : from;
    this.#onMove(time);
    this.#start = { now: Date.now() / 1000, time };
    this.#isPlaying = true;
  }

  stop(): void {
    this.#isPlaying = false;
  }

  #timeAt(now: number): number {
    const { from, to } = this.#span();
    const time = this.#start.time + this.#speed * (now - this.#start.now);
    return Math.min(Math.max(from, time), to);
  }
}
