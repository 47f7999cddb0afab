import type { AppState } from '#shared/state.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { StoredValue } from '#runtime/value.ts';

interface SeenOptions {
  readonly state: StateHolder;
  /** The day of the newest picture that the user has seen, `YYYY-MM-DD`. */
  readonly seenDate: StoredValue<string | null>;
  /** Called when the newest picture has been seen. */
  readonly onSeen: () => void;
}

/**
 * Tracks whether the newest picture was seen. A picture counts as seen if a window is on screen while the picture is
 * the newest.
 */
export function trackSeenPicture({ state, seenDate, onSeen }: SeenOptions) {
  let isShown = false;

  /** Whether there is a picture that the user has not seen. */
  const isNews = ({ picture }: AppState): boolean =>
    picture.status === 'ready' &&
    picture.last.file !== null &&
    picture.last.record.date > (seenDate.get() ?? '');

  function check(now: AppState): void {
    const date = now.picture.last?.record.date;
    // A later day was seen while the system clock was ahead: until that day no picture would count as new.
    if (date !== undefined && (seenDate.get() ?? '') > date) seenDate.set(date);
    if (!isShown || date === undefined || !isNews(now)) return;
    seenDate.set(date);
    onSeen();
  }

  const unsubscribe = state.subscribe(check);
  return {
    /**
     * Call this whenever the windows of the app appear or disappear.
     *
     * @param shown whether a window of the app is on screen
     */
    show(shown: boolean) {
      isShown = shown;
      check(state.current);
    },
    isNews,
    dispose: unsubscribe,
  };
}
