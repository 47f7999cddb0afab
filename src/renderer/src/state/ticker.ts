import { createSubscriber } from 'svelte/reactivity';

/**
 * The present as a reactive value that changes every `periodMs` milliseconds: for ages that count up.
 * Its timer runs only while something on screen reads it and the window is visible.
 */
export class Ticker {
  readonly #subscribe: () => void;

  constructor(periodMs: number) {
    this.#subscribe = createSubscriber((update) => {
      let timer: ReturnType<typeof setInterval> | null = null;
      const follow = (): void => {
        if (timer !== null) clearInterval(timer);
        timer = document.hidden ? null : setInterval(update, periodMs);
        update();
      };
      follow();
      document.addEventListener('visibilitychange', follow);
      return () => {
        if (timer !== null) clearInterval(timer);
        document.removeEventListener('visibilitychange', follow);
      };
    });
  }

  /** Milliseconds since the Unix epoch. */
  get now(): number {
    this.#subscribe();
    return Date.now();
  }
}

export const everySecond = new Ticker(1000);
export const everyMinute = new Ticker(60_000);
