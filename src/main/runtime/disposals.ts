/** What must be stopped at the end, in the order in which it was started. */
export interface Disposals {
  add(dispose: () => unknown): void;
  /** Stops everything, the newest first. One that throws does not hold up the others. */
  run(): Promise<void>;
}

export function createDisposals(onDefect: (error: unknown) => void): Disposals {
  const newestFirst: (() => unknown)[] = [];
  return {
    add: (dispose) => void newestFirst.unshift(dispose),
    async run() {
      for (const dispose of newestFirst.splice(0)) {
        try {
          await dispose();
        } catch (error) {
          onDefect(error);
        }
      }
    },
  };
}
