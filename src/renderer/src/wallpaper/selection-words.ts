import type { AppState } from '#shared/state.ts';

/** What can be decided about the picture of one day. */
export interface DeskStanding {
  readonly isOnDesktop: boolean;
  readonly isPinned: boolean;
  readonly isSkipped: boolean;
  readonly isFavourite: boolean;
  /** The skip of this day is the last one: it can be taken back. */
  readonly canUndoSkip: boolean;
}

export function deskStanding({ wallpaper, choice }: AppState, date: string): DeskStanding {
  return {
    isOnDesktop: wallpaper.kind === 'set' && wallpaper.date === date,
    isPinned: choice.pinned === date,
    isSkipped: choice.skipped.includes(date),
    isFavourite: choice.favourites.includes(date),
    canUndoSkip: choice.skipped.at(-1) === date,
  };
}
