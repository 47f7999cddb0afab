import { reportDefect } from '#runtime/defects.ts';

/** Runs one search at a time; a new search aborts the previous one. */
export class BackgroundSearch {
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | null = null;

  /** Starts `search`. The search must end soon after its signal is aborted. */
  start(search: (signal: AbortSignal) => Promise<void>): void {
    void this.stop();
    const abort = new AbortController();
    this.#running = { abort, ended: search(abort.signal).catch(reportDefect) };
  }

  /** Waits for the running search and for each search that replaces it; resolves when no search runs. */
  async idle(): Promise<void> {
    for (let running = this.#running; running !== null;) {
      await running.ended;
      if (running === this.#running) return;
      running = this.#running;
    }
  }

  /** Aborts the search; resolves when it has ended. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.abort.abort();
    await running?.ended;
  }
}
