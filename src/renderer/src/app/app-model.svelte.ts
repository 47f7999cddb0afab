import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import { speak } from '../ui/page-language.ts';
import { showNight } from '../ui/page-night.ts';
import { settle, type CommandFailure } from './command-failure.ts';
import { Editor } from '../journal/editor.svelte.ts';

/**
 * What the window knows: the newest state that main has told. Everything that is shown comes from here; nothing
 * in here is made up.
 */
export class AppModel {
  /** Null until main has told anything. */
  state = $state.raw<AppState | null>(null);
  /** Why main would not tell its state. */
  failure = $state.raw<CommandFailure | null>(null);
  readonly editor: Editor;
  readonly bridge: Bridge;
  #unsubscribe: (() => void) | null = null;

  constructor(bridge: Bridge) {
    this.bridge = bridge;
    this.editor = new Editor(bridge);
  }

  /** Subscribes before it asks, so that no change falls between the two. */
  async start(): Promise<void> {
    this.#unsubscribe ??= this.bridge.state.changed((next) => this.#take(next));
    const snapshot = await settle(() => this.bridge.state.snapshot());
    if (snapshot.ok) this.#take(snapshot.value);
    else this.failure = snapshot.failure;
  }

  dispose(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /** The snapshot may arrive after a newer change: the higher revision stays. */
  #take(next: AppState): void {
    if (this.state !== null && next.revision <= this.state.revision) return;
    // First: what is shown from here on is in that language.
    const loading = speak(next.language);
    if (loading !== null) {
      // A newer state may come meanwhile: it counts.
      void loading.then(() => this.#take(next));
      return;
    }
    showNight(next.settings.nightMode);
    this.state = next;
    this.failure = null;
  }
}
