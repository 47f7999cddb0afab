import type { Result } from '#shared/failure.ts';
import type { DayPicture, WithoutPicture } from '#shared/picture/picture.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import {
  favour,
  goBack,
  goToNewest,
  goToOwn,
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

export interface WallpaperSelectionOptions {
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
  /** Skips the shown picture, or that of a day. If there is no other picture, restores the person's own wallpaper. */
  skip(date?: string): Promise<void>;
  undoSkip(): Promise<void>;
  /** Pins or unpins the picture that is shown. */
  pin(isPinned: boolean): Promise<void>;
  /** Shows the picture before the one that is shown. */
  previous(): Promise<void>;
  newest(): Promise<void>;
  /** Puts the person's own wallpaper back; it stays until a newer day comes, or until the person chooses a picture. */
  restore(): Promise<Result<Restored, WallpaperFailure>>;
  /**
   * Records that the person set the picture of a day: it stays until a newer day comes. Does not set the wallpaper.
   */
  choose(date: string): void;
  favour(date: string, isFavourite: boolean): void;
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

  function decide(choice: typeof pictureState.current.choice): void {
    pictureState.change({ choice });
    state.update(() => ({ choice }));
  }

  state.update(() => ({ choice: pictureState.current.choice }));

  return {
    async refresh(signal = stop.signal) {
      if (!isPaused()) await show(signal);
    },
    async skip(date) {
      const skipped = date ?? shown();
      if (skipped === null) return;
      decide(skip(pictureState.current.choice, skipped));
      if (toShow() === null || !isEnabled()) await options.withdraw(skipped, stop.signal);
      else await show(stop.signal);
    },
    async undoSkip() {
      decide(undoSkip(pictureState.current.choice));
      await show(stop.signal);
    },
    async pin(isPinned) {
      decide(pin(pictureState.current.choice, isPinned ? shown() : null));
      await show(stop.signal);
    },
    async previous() {
      const { choice } = pictureState.current;
      const [newest] = archive.days({ before: null, limit: 1 });
      const date = shown();
      if (newest === undefined || date === null) return;
      const earlier = pictureBefore(
        date,
        choice,
        {
          ...selectable(),
          days: archive.days({ before: date, limit: mostSelectable }),
        },
        withoutPicture(),
      );
      if (earlier === null) return;
      decide(goBack(choice, earlier.record.date, newest.record.date));
      await show(stop.signal);
    },
    async newest() {
      decide(goToNewest(pictureState.current.choice));
      await show(stop.signal);
    },
    async restore() {
      const before = pictureState.current.choice;
      const [newest] = archive.days({ before: null, limit: 1 });
      // Record the decision first, so that no picture is set in the meantime.
      if (newest !== undefined) decide(goToOwn(before, newest.record.date));
      const decided = pictureState.current.choice;
      const done = await options.restore(stop.signal);
      if (!done.ok && pictureState.current.choice === decided) decide(before);
      return done;
    },
    choose(date) {
      const { choice } = pictureState.current;
      const [newest] = archive.days({ before: null, limit: 1 });
      const isNewest = newest === undefined || newest.record.date === date;
      decide(
        unskip(isNewest ? goToNewest(choice) : goBack(choice, date, newest.record.date), date),
      );
    },
    favour: (date, isFavourite) => decide(favour(pictureState.current.choice, date, isFavourite)),
    dispose: () => stop.abort(),
  };
}
