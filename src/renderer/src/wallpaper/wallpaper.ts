import { m } from '#words';
import type { Wallpaper } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import { notSetSentence } from '#shared/wallpaper/wallpaper-words.ts';
import type { CommandFailure } from '../app/command-failure.ts';

export interface WallpaperWords {
  readonly tone: 'calm' | 'good' | 'bad';
  readonly words: string;
  /** The text need not be shown, because the button to set the wallpaper makes it clear. */
  readonly isQuiet?: boolean;
}

/**
 * Returns the failure of a command, or null for a refusal by the desktop. The state already contains such a refusal,
 * and the app tries again to set the wallpaper.
 */
export const failureOfCommand = (failure: CommandFailure | null): CommandFailure | null =>
  failure?.kind === 'wallpaper' ? null : failure;

/** The result for the desktop after the user skipped the picture of `date`. */
export function skippedInWords({ wallpaper, ownWallpaper }: AppState, date: string): string {
  if (wallpaper.kind === 'set' && wallpaper.date === date) return m.picture_skipped_stays();
  return ownWallpaper === 'shown' ? m.picture_skipped_own() : m.picture_skipped_off();
}

/** The result of setting the picture of `date` as the wallpaper. */
export function wallpaperInWords(wallpaper: Wallpaper, date: string): WallpaperWords {
  if (wallpaper.kind === 'untouched' || wallpaper.date !== date) {
    return { tone: 'calm', words: m.picture_not_on_desktop(), isQuiet: true };
  }
  switch (wallpaper.kind) {
    case 'setting':
      return { tone: 'calm', words: m.picture_setting() };
    case 'set':
      if (wallpaper.everywhere === true)
        return { tone: 'calm', words: m.picture_on_all_displays() };
      return wallpaper.verified
        ? { tone: 'good', words: m.picture_on_desktop() }
        : { tone: 'calm', words: m.picture_on_desktop_unsure() };
    case 'failed':
      return {
        tone: 'bad',
        words: m.picture_set_failed({ reason: notSetSentence(wallpaper) }),
      };
  }
}
