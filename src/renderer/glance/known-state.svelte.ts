import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { speak } from '#renderer/ui/page-language.ts';
import { showNight } from '#renderer/ui/page-night.ts';
import { settle, type CommandFailure } from '#renderer/app/command-failure.ts';

/** The newest state that main has told. */
export class KnownState {
  /** Null until main has told anything. */
  now = $state.raw<AppState | null>(null);
  /** Why main would not tell its state. */
  failure = $state.raw<CommandFailure | null>(null);

  /** Subscribes before it asks, so that no change falls between the two. Returns what ends it. */
  follow(bridge: Bridge): () => void {
    const stop = bridge.state.changed((next) => this.#take(next));
    void settle(() => bridge.state.snapshot()).then((snapshot) => {
      if (snapshot.ok) this.#take(snapshot.value);
      else if (this.now === null) this.failure = snapshot.failure;
    });
    return stop;
  }

  /** The snapshot may arrive after a newer change: the higher revision stays. */
  #take(next: AppState): void {
    if (this.now !== null && next.revision <= this.now.revision) return;
    // First: what is shown from here on is in that language.
    const loading = speak(next.language);
    if (loading !== null) {
      // A newer state may come meanwhile: it counts.
      void loading.then(() => this.#take(next));
      return;
    }
    showNight(next.settings.nightMode);
    this.now = next;
    this.failure = null;
  }
}
