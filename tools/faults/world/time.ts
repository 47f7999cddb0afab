import { openSync, readSync, writeSync } from 'node:fs';
import os from 'node:os';

/** The values that the app's process and the services share: doubles in a file that both read and write. */
export interface TimeFile {
  /** The true time, milliseconds since the epoch. */
  true: number;
  /** How far the app's system clock is ahead of the true time, milliseconds. */
  skew: number;
  /** The number of requests that the app has sent, and the number that the services have received. */
  sent: number;
  received: number;
  /** The number of requests that the app has made. Each request has its number in the header `x-request`. */
  made: number;
  /** The number of requests that a scenario keeps or has kept waiting. */
  kept: number;
  /** The number of the waiting request with this index. */
  keptAt(index: number): number;
  keep(request: number): void;
}

/**
 * Opens the file with the virtual time, which the app and the tool share.
 *
 * @param access runs each read and each write of the file, and returns its result
 */
export function openTimeFile(
  path: string,
  access: <T>(work: () => T) => T = (work) => work(),
): TimeFile {
  const file = openSync(path, 'a+');
  const other = openSync(path, 'r+');
  const cell = new Float64Array(1);
  const bytes = new Uint8Array(cell.buffer);
  const at = (position: number) => ({
    get: (): number => {
      access(() => readSync(file, bytes, 0, 8, position));
      return cell[0] ?? 0;
    },
    set: (value: number): void => {
      cell[0] = value;
      access(() => writeSync(other, bytes, 0, 8, position));
    },
    enumerable: true,
  });
  const list = 48;
  const shared = Object.defineProperties(
    {
      true: 0,
      skew: 0,
      sent: 0,
      received: 0,
      made: 0,
      kept: 0,
      keptAt: (index: number): number => at(list + index * 8).get(),
      keep: (request: number): void => {
        at(list + shared.kept * 8).set(request);
        shared.kept += 1;
      },
    },
    { true: at(0), skew: at(8), sent: at(16), received: at(24), made: at(32), kept: at(40) },
  );
  return shared;
}

interface Timer {
  at: number;
  readonly delay: number;
  readonly repeats: boolean;
  readonly fire: () => void;
  isRef: boolean;
}

interface VirtualTime {
  /** Reads again how far the system clock is ahead. */
  readSkew(): void;
  /** For each timer that keeps the process running, the milliseconds until the timer is due, in ascending order. */
  due(): number[];
  /**
   * Advances time from timer to timer, until `ms` have passed or `isOver` returns true. `settle` resolves when all work
   * that a timer has started is done.
   */
  advance(ms: number, settle: () => Promise<void>, isOver?: () => boolean): Promise<void>;
  /** Advances the wall clock while no timer runs: the machine sleeps. */
  sleep(ms: number): void;
}

const maxTimerMs = 2 ** 31 - 1;

/**
 * Replaces the clock of this process by a virtual one, which only `advance` and `sleep` move. `Date`, `performance.now`,
 * `os.uptime`, `setTimeout`, `setInterval` and `AbortSignal.timeout` follow it. Timers inside Node, such as those of
 * sockets and child processes, follow the real time.
 */
export function installVirtualTime(file: TimeFile): VirtualTime {
  let monotonic = 1_000;
  let wall = file.true;
  let skew = file.skew;
  const timers = new Set<Timer>();
  const move = (to: number): void => {
    const by = to - monotonic;
    if (by <= 0) return;
    monotonic = to;
    wall += by;
    file.true = wall;
  };

  const RealDate = Date;
  const now = (): number => Math.floor(wall + skew);
  class VirtualDate extends RealDate {
    constructor(...args: ConstructorParameters<DateConstructor> | []) {
      if (args.length === 0) super(now());
      else super(...args);
    }
    static override now = now;
  }
  globalThis.Date = VirtualDate as DateConstructor;
  Object.defineProperty(performance, 'now', { value: () => monotonic });
  os.uptime = () => wall / 1000;

  class Handle {
    readonly timer: Timer;
    constructor(timer: Timer) {
      this.timer = timer;
      timers.add(timer);
    }
    ref(): this {
      this.timer.isRef = true;
      return this;
    }
    unref(): this {
      this.timer.isRef = false;
      return this;
    }
    hasRef(): boolean {
      return this.timer.isRef;
    }
    refresh(): this {
      this.timer.at = monotonic + this.timer.delay;
      timers.add(this.timer);
      return this;
    }
    close(): this {
      timers.delete(this.timer);
      return this;
    }
    [Symbol.dispose](): void {
      this.close();
    }
  }
  const start =
    (repeats: boolean) =>
    (callback: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): Handle => {
      const delay = ms >= 1 && ms <= maxTimerMs ? Math.trunc(ms) : 1;
      const fire = (): void => callback(...args);
      return new Handle({ at: monotonic + delay, delay, repeats, fire, isRef: true });
    };
  const clear = (handle: unknown): void => {
    if (handle instanceof Handle) handle.close();
  };
  Object.assign(globalThis, {
    setTimeout: start(false),
    setInterval: start(true),
    clearTimeout: clear,
    clearInterval: clear,
  });
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    start(false)(() => controller.abort(reason), ms).unref();
    return controller.signal;
  };

  const next = (until: number): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers)
      if (timer.at <= until && (first === null || timer.at < first.at)) first = timer;
    return first;
  };
  return {
    readSkew() {
      ({ skew } = file);
    },
    due: () =>
      [...timers]
        .flatMap(({ at, isRef }) => (isRef ? Math.round(at - monotonic) : []))
        .sort((a, b) => a - b),
    async advance(ms, settle, isOver = () => false) {
      const end = monotonic + ms;
      for (;;) {
        await settle();
        if (isOver()) return;
        const timer = next(end);
        if (timer === null) break;
        move(timer.at);
        if (timer.repeats) timer.at = monotonic + timer.delay;
        else timers.delete(timer);
        try {
          timer.fire();
        } catch (error) {
          // An error in a timer is uncaught, as in Node.
          setImmediate(() => {
            throw error;
          });
        }
      }
      move(end);
    },
    sleep(ms) {
      wall += ms;
      file.true = wall;
    },
  };
}
