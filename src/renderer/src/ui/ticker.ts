import { createSubscriber } from 'svelte/reactivity';
import { pageVisibility } from './on-screen.ts';

/**
 * The present as a reactive value that changes every `periodMs` milliseconds, for ages that count up. The timer runs
 * only while something on screen reads the value and the window is visible.
 */
class Ticker {
  readonly #subscribe: () => void;

  constructor(periodMs: number) {
    this.#subscribe = createSubscriber((update) => {
      let timer: ReturnType<typeof setInterval> | null = null;
      const followVisibility = (): void => {
        if (timer !== null) clearInterval(timer);
        timer = pageVisibility.visible ? setInterval(update, periodMs) : null;
        update();
      };
      followVisibility();
      const stopFollowing = pageVisibility.follow(followVisibility);
      return () => {
        if (timer !== null) clearInterval(timer);
        stopFollowing();
      };
    });
  }

  /** Milliseconds since the Unix epoch. */
  get now(): number {
    this.#subscribe();
    return Date.now();
  }
}

export const everyTenth = new Ticker(100);
export const everySecond = new Ticker(1000);
export const everyMinute = new Ticker(60_000);
