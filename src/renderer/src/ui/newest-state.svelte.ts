import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { setPageLanguage } from './page-language.ts';
import { setRedNightMode } from './page-night.ts';
import { settleCommand, type CommandFailure } from './command-failure.ts';

/** The newest state from main. All data of a page comes from here. */
export class NewestState {
  /** Null until the first state arrives. */
  state = $state.raw<AppState | null>(null);
  /** Why the state could not be read; null if it could. */
  failure = $state.raw<CommandFailure | null>(null);
  readonly #bridge: Bridge;
  #unsubscribe: (() => void) | null = null;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Subscribes before it reads the snapshot, so that no change is lost in between. */
  async start(): Promise<void> {
    this.#unsubscribe ??= this.#bridge.state.changed((next) => this.#take(next));
    const snapshot = await settleCommand(() => this.#bridge.state.snapshot());
    if (snapshot.ok) this.#take(snapshot.value);
    else if (this.state === null) this.failure = snapshot.failure;
  }

  dispose(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /** The snapshot may arrive after a newer change: keep the state with the higher revision. */
  #take(next: AppState): void {
    if (this.state !== null && next.revision <= this.state.revision) return;
    // Load the language first: everything shown from here on uses it.
    const languageChange = setPageLanguage(next.language);
    if (languageChange !== null) {
      // If a newer state arrives while the language is loaded, `#take` ignores `next`.
      void languageChange.then(() => this.#take(next));
      return;
    }
    setRedNightMode(next.settings.nightMode);
    this.state = next;
    this.failure = null;
  }
}
