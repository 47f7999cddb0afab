import { reportDefect } from '#runtime/defects.ts';

/** Runs one search at a time; a new search aborts the previous one. */
export class BackgroundSearch {
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | null = null;

  /** Starts `search`. The search must end soon after its signal is aborted. */
  start(search: (signal: AbortSignal) => Promise<void>): void {
    void this.stop();
    const abortController = new AbortController();
    this.#running = {
      abort: abortController,
      ended: search(abortController.signal).catch(reportDefect),
    };
  }

  /** Waits for the running search and for each search that replaces it; resolves when no search runs. */
  async idle(): Promise<void> {
    for (let runningSearch = this.#running; runningSearch !== null;) {
      await runningSearch.ended;
      if (runningSearch === this.#running) return;
      runningSearch = this.#running;
    }
  }

  /** Aborts the search; resolves when it has ended. */
  async stop(): Promise<void> {
    const runningSearch = this.#running;
    this.#running = null;
    runningSearch?.abort.abort();
    await runningSearch?.ended;
  }
}
