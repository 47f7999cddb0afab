/** What has been started, in order, so that it can be stopped. */
export interface Disposals {
  add(dispose: () => unknown): void;
  /** Stops everything, the newest first. What one throws goes to `onDefect` and holds up no other. */
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
