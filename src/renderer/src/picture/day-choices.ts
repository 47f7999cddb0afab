import type { AppState } from '#shared/state.ts';

/** The user's decisions about the picture of one day, and whether the desktop shows it. */
export interface DayChoices {
  readonly isOnDesktop: boolean;
  readonly isPinned: boolean;
  readonly isSkipped: boolean;
  readonly isFavourite: boolean;
  /** Whether the skip of this day can be undone: only the last skip can. */
  readonly canUndoSkip: boolean;
}

export function dayChoices({ wallpaper, choice }: AppState, date: string): DayChoices {
  return {
    isOnDesktop: wallpaper.kind === 'set' && wallpaper.date === date,
    isPinned: choice.pinned === date,
    isSkipped: choice.skipped.includes(date),
    isFavourite: choice.favourites.includes(date),
    canUndoSkip: choice.skipped.at(-1) === date,
  };
}
