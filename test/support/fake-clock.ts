import { setImmediate } from 'node:timers/promises';
import type { Clock } from '#runtime/clock.ts';

interface SleepingCaller {
  readonly due: number;
  readonly wake: (slept: boolean) => void;
}

/** A clock that stands still until a test advances it. */
export class FakeClock implements Clock {
  #now: number;
  #monotonic = 0;
  #uptime = 0;
  #sleepers = new Set<SleepingCaller>();

  /** `start`: an ISO instant. */
  constructor(start = '2026-11-20T12:00:00Z') {
    this.#now = Date.parse(start);
  }

  now = (): number => this.#now;
  monotonic = (): number => this.#monotonic;
  uptime = (): number => this.#uptime;

  sleep(ms: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal?.aborted) {
        resolve(false);
        return;
      }
      const sleeper: SleepingCaller = {
        due: this.#monotonic + ms,
        wake: (slept) => {
          this.#sleepers.delete(sleeper);
          resolve(slept);
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', () => sleeper.wake(false), { once: true });
    });
  }

  /** Advances the time: wakes sleepers in order, and runs the work that they start. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      await runPromiseCallbacks();
      const next = [...this.#sleepers].sort((a, b) => a.due - b.due)[0];
      if (next === undefined || next.due > end) break;
      this.#pass(Math.max(next.due - this.#monotonic, 0));
      next.wake(true);
    }
    this.#pass(end - this.#monotonic);
    await runPromiseCallbacks();
  }

  /** Sets the wall clock, as a user or NTP does; intervals are not affected. */
  setWallClock(iso: string): void {
    this.#now = Date.parse(iso);
  }

  /** Lets the machine sleep, as on Linux: the monotonic clock stops. */
  sleepMachine(ms: number): void {
    this.#uptime += ms;
    this.#now += ms;
  }

  #pass(ms: number): void {
    this.#monotonic += ms;
    this.#uptime += ms;
    this.#now += ms;
  }
}

/** Runs the pending promise callbacks, and those that follow from them within five turns of the event loop. */
export async function runPromiseCallbacks(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}
