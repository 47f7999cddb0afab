/** Runs asynchronous work one piece at a time, in the order of the calls. Work that fails does not hold up the next. */
interface Queue {
  /** Resolves or rejects as the work does. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when everything that was asked for so far has ended. Never rejects. */
  idle(): Promise<void>;
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
    async idle() {
      await last;
    },
  };
}
