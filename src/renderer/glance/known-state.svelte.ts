import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { setPageLanguage } from '#renderer/ui/page-language.ts';
import { setRedNightMode } from '#renderer/ui/page-night.ts';
import { settleCommand, type CommandFailure } from '#renderer/app/command-failure.ts';

/** The newest state from main. */
export class NewestState {
  /** Null until the first state arrives. */
  now = $state.raw<AppState | null>(null);
  /** Why the state could not be read; null if it could. */
  failure = $state.raw<CommandFailure | null>(null);

  /**
   * Subscribes before it reads the snapshot, so that no change is lost in between. Returns a function that
   * unsubscribes.
   */
  follow(bridge: Bridge): () => void {
    const stop = bridge.state.changed((next) => this.#take(next));
    void settleCommand(() => bridge.state.snapshot()).then((snapshot) => {
      if (snapshot.ok) this.#take(snapshot.value);
      else if (this.now === null) this.failure = snapshot.failure;
    });
    return stop;
  }

  /** The snapshot may arrive after a newer change: keep the state with the higher revision. */
  #take(next: AppState): void {
    if (this.now !== null && next.revision <= this.now.revision) return;
    // Load the language first: everything shown from here on uses it.
    const languageChange = setPageLanguage(next.language);
    if (languageChange !== null) {
      // If a newer state arrives while the language is loaded, `#take` ignores `next`.
      void languageChange.then(() => this.#take(next));
      return;
    }
    setRedNightMode(next.settings.nightMode);
    this.now = next;
    this.failure = null;
  }
}
