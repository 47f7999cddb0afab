import type { Wallpaper } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import { notSetSentence } from '#shared/wallpaper/wallpaper-words.ts';
import type { Trouble } from '../status/trouble.ts';

export interface WallpaperWords {
  readonly tone: 'calm' | 'good' | 'trouble';
  readonly words: string;
}

/** What a command to set it says that the state does not: what the desktop refused stands there, and is tried again. */
export const ownTrouble = (failure: Trouble | null): Trouble | null =>
  failure?.kind === 'wallpaper' ? null : failure;

/** What became of the picture of `date` that the person skipped. */
export function skippedInWords({ wallpaper, ownWallpaper }: AppState, date: string): string {
  if (wallpaper.kind === 'set' && wallpaper.date === date)
    return 'You skipped this one. It stays until the next picture: your desktop did not say what it showed before';
  return ownWallpaper === 'shown'
    ? 'You skipped this one. Your own wallpaper is on your desktop'
    : 'You skipped this one: it stays off your desktop';
}

/** What became of the picture of `date` on the desktop. */
export function wallpaperInWords(wallpaper: Wallpaper, date: string): WallpaperWords {
  if (wallpaper.kind === 'untouched' || wallpaper.date !== date) {
    return { tone: 'calm', words: 'Not on your desktop' };
  }
  switch (wallpaper.kind) {
    case 'setting':
      return { tone: 'calm', words: 'Going to your desktop…' };
    case 'set':
      if (wallpaper.everywhere === true)
        return { tone: 'good', words: 'On all your displays: this desktop cannot tell them apart' };
      return wallpaper.verified
        ? { tone: 'good', words: 'On your desktop' }
        : { tone: 'calm', words: 'Sent to your desktop, which does not say whether it shows it' };
    case 'failed':
      return {
        tone: 'trouble',
        words: `Not on your desktop. ${notSetSentence(wallpaper)}`,
      };
  }
}
