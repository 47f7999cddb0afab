/** Runs asynchronous work one piece at a time, in the order of the calls. Work that fails does not hold up the next. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Resolves or rejects as the work does. */
    run<T>(work: () => Promise<T>) {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },

    /** Resolves when everything that was asked for so far has ended. Never rejects. */
    async idle() {
      await last;
    },
  };
}
