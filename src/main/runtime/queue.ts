/**
 * Runs asynchronous tasks one at a time, in the order of the calls. After a failed task, the next task runs as usual.
 */
export function createQueue() {
  let lastJob: Promise<unknown> = Promise.resolve();
  return {
    /** Resolves or rejects as the task does. */
    run<T>(work: () => Promise<T>) {
      const result = lastJob.then(work);
      lastJob = result.catch(() => undefined);
      return result;
    },

    /** Resolves when all tasks so far have ended. Never rejects. */
    async idle() {
      await lastJob;
    },
  };
}
