import { reportDefect } from '#runtime/defects.ts';

/** Runs one search at a time; a new search aborts the one before it. */
export class BackgroundSearch {
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | null = null;

  /** Starts `search`, which ends soon after its signal is aborted. */
  start(search: (signal: AbortSignal) => Promise<void>): void {
    void this.stop();
    const abort = new AbortController();
    this.#running = { abort, ended: search(abort.signal).catch(reportDefect) };
  }

  /** Aborts the search; resolves when it has ended. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.abort.abort();
    await running?.ended;
  }
}
