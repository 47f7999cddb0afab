import type { AppState } from '#shared/state.ts';
import type { StateHolder } from '#runtime/app-state.ts';

/** Which picture the person has seen last, over restarts: its day, `YYYY-MM-DD`. */
export interface SeenMemory {
  seen(): string | null;
  remember(date: string): void;
}

export interface Seen {
  /** A window of the app is on screen, or not any more. */
  show(isShown: boolean): void;
  /** Whether a picture has come that nobody has looked at. */
  isNews(state: AppState): boolean;
  dispose(): void;
}

export interface SeenOptions {
  readonly state: StateHolder;
  readonly memory: SeenMemory;
  /** Told when what was news is none any more. */
  readonly onSeen: () => void;
}

/** Keeps in mind whether the newest picture was looked at: it was while a window of the app was on screen. */
export function watchSeen({ state, memory, onSeen }: SeenOptions): Seen {
  let isShown = false;

  const isNews = ({ picture }: AppState): boolean =>
    picture.status === 'ready' &&
    picture.last.file !== null &&
    picture.last.record.date > (memory.seen() ?? '');

  function look(now: AppState): void {
    const date = now.picture.last?.record.date;
    if (!isShown || date === undefined || !isNews(now)) return;
    memory.remember(date);
    onSeen();
  }

  const unsubscribe = state.subscribe(look);
  return {
    show(shown) {
      isShown = shown;
      look(state.current);
    },
    isNews,
    dispose: unsubscribe,
  };
}
