import type { Result } from '#shared/failure.ts';
import type { DayPicture, PictureChoice, WithoutPicture } from '#shared/picture/picture.ts';
import type { WallpaperDecision } from '#shared/wallpaper/selection.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import {
  favour,
  goBack,
  goToNewest,
  pin,
  skip,
  undoSkip,
  unskip,
  pictureBefore,
  pictureToShow,
  type SelectableDays,
} from './selection-rules.ts';
import type { PictureStateStore, PictureArchive } from '#picture/index.ts';
import type { WallpaperFailure } from './ports.ts';

interface WallpaperSelectionOptions {
  readonly archive: PictureArchive;
  readonly pictureState: PictureStateStore;
  readonly state: StateHolder;
  readonly withoutPicture: () => WithoutPicture;
  /** Puts a picture on the desktop; one that was put there last is left alone. */
  readonly offer: (picture: DayPicture, signal: AbortSignal) => Promise<void>;
  /** Puts back what the desktop showed before the picture of `date`, where that is the last one that was set. */
  readonly withdraw: (date: string, signal: AbortSignal) => Promise<void>;
  /** Puts the person's own wallpaper back. */
  readonly restore: (signal: AbortSignal) => Promise<Result<Restored, WallpaperFailure>>;
  /** Whether new pictures are set automatically. */
  readonly isEnabled: () => boolean;
  /** While paused the desktop keeps what it shows, unless the person decides something. */
  readonly isPaused: () => boolean;
}

/** Whether the desktop was read back and shows it; null when it was there already. */
export type Restored = { readonly verified: boolean } | null;

/** Decides which picture the desktop shows, from the person's choices. Choices persist across restarts. */
export interface WallpaperSelection {
  /** Shows the selected picture: after a check, and after every decision. */
  refresh(signal?: AbortSignal): Promise<void>;
  /**
   * Applies a decision of the person and shows what follows from it. If no other picture follows a skipped one,
   * restores the person's own wallpaper.
   */
  decide(decision: WallpaperDecision): Promise<void>;
  /** Puts the person's own wallpaper back; it stays until a newer day comes, or until the person chooses a picture. */
  restore(): Promise<Result<Restored, WallpaperFailure>>;
  /**
   * Records that the person set the picture of a day: it stays until a newer day comes. Does not set the wallpaper.
   */
  choose(date: string): void;
  dispose(): void;
}

/** The number of kept days from which the picture is selected. */
const mostSelectable = 60;

export function createWallpaperSelection(options: WallpaperSelectionOptions): WallpaperSelection {
  const { archive, pictureState, state, withoutPicture, offer, isEnabled, isPaused } = options;
  const stop = new AbortController();

  const selectable = (): SelectableDays => ({
    days: archive.days({ before: null, limit: mostSelectable }),
    get: (date) => archive.get(date),
  });
  const toShow = (): DayPicture | null =>
    pictureToShow(pictureState.current.choice, selectable(), withoutPicture());
  /** The day that the desktop shows, as far as the app knows. */
  function shown(): string | null {
    const { wallpaper } = state.current;
    return wallpaper.kind === 'untouched' ? (toShow()?.record.date ?? null) : wallpaper.date;
  }

  async function show(signal: AbortSignal): Promise<void> {
    const picture = toShow();
    if (picture !== null && isEnabled()) await offer(picture, signal);
  }

  const newestDate = (): string | null =>
    archive.days({ before: null, limit: 1 })[0]?.record.date ?? null;

  function note(choice: PictureChoice): void {
    pictureState.change({ choice });
    state.update(() => ({ choice }));
  }

  state.update(() => ({ choice: pictureState.current.choice }));

  async function decide(decision: WallpaperDecision): Promise<void> {
    const { choice } = pictureState.current;
    switch (decision.kind) {
      case 'favour':
        note(favour(choice, decision.date, decision.favourite));
        return;
      case 'skip': {
        const skipped = decision.date ?? shown();
        if (skipped === null) return;
        note(skip(choice, skipped));
        if (toShow() === null || !isEnabled()) {
          await options.withdraw(skipped, stop.signal);
          return;
        }
        break;
      }
      case 'undo-skip':
        note(undoSkip(choice));
        break;
      case 'pin':
        note(pin(choice, decision.pinned ? shown() : null));
        break;
      case 'previous': {
        const newest = newestDate();
        const date = shown();
        if (newest === null || date === null) return;
        const days = archive.days({ before: date, limit: mostSelectable });
        const earlier = pictureBefore(date, choice, { ...selectable(), days }, withoutPicture());
        if (earlier === null) return;
        note(goBack(choice, earlier.record.date, newest));
        break;
      }
      case 'newest':
        note(goToNewest(choice));
    }
    await show(stop.signal);
  }

  return {
    async refresh(signal = stop.signal) {
      if (!isPaused()) await show(signal);
    },
    decide,
    async restore() {
      const before = pictureState.current.choice;
      const newest = newestDate();
      // Record the decision first, so that no picture is set in the meantime.
      if (newest !== null) note(goBack(before, null, newest));
      const noted = pictureState.current.choice;
      const done = await options.restore(stop.signal);
      if (!done.ok && pictureState.current.choice === noted) note(before);
      return done;
    },
    choose(date) {
      const { choice } = pictureState.current;
      const newest = newestDate();
      const isNewest = newest === null || newest === date;
      note(unskip(isNewest ? goToNewest(choice) : goBack(choice, date, newest), date));
    },
    dispose: () => stop.abort(),
  };
}
