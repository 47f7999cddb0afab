import type { AppState } from '#shared/state.ts';
import type { StateHolder } from '#runtime/app-state.ts';

/** The day of the newest picture that the person has seen, `YYYY-MM-DD`. Persisted across restarts. */
export interface SeenStore {
  seen(): string | null;
  remember(date: string): void;
}

interface SeenOptions {
  readonly state: StateHolder;
  readonly store: SeenStore;
  /** Called when the newest picture is no longer news. */
  readonly onSeen: () => void;
}

/** Tracks whether the newest picture was seen. It counts as seen while a window of the app is on screen. */
export function watchSeen({ state, store, onSeen }: SeenOptions) {
  let isShown = false;

  /** Whether a picture has come that nobody has looked at. */
  const isNews = ({ picture }: AppState): boolean =>
    picture.status === 'ready' &&
    picture.last.file !== null &&
    picture.last.record.date > (store.seen() ?? '');

  function check(now: AppState): void {
    const date = now.picture.last?.record.date;
    // A later day was seen while the system clock was ahead: until then no picture would be news.
    if (date !== undefined && (store.seen() ?? '') > date) store.remember(date);
    if (!isShown || date === undefined || !isNews(now)) return;
    store.remember(date);
    onSeen();
  }

  const unsubscribe = state.subscribe(check);
  return {
    /** Whether a window of the app is on screen. */
    show(shown: boolean) {
      isShown = shown;
      check(state.current);
    },
    isNews,
    dispose: unsubscribe,
  };
}
