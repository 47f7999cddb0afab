import type { OwnWallpaper, Wallpaper } from '../picture/picture.ts';
import type { AppState } from '../state.ts';
import { dueAt } from '../time-words.ts';

/** When a wallpaper that failed is tried again, as the end of a sentence; empty where it is not. */
export const nextAttempt = ({ at, retryAt }: Extract<Wallpaper, { kind: 'failed' }>): string =>
  retryAt === null ? '' : `; next try: ${dueAt(retryAt, at)}`;

/** True from the moment the person restored their own wallpaper until a newer picture comes or they choose one. */
export const isOwnRestored = ({ choice, picture }: Pick<AppState, 'choice' | 'picture'>): boolean =>
  choice.back?.to === null && (picture.last?.record.date ?? '') <= choice.back.since;

/** What the person reads as long as that is so and the desktop shows it; null otherwise. */
export function ownRestoredInWords(
  state: Pick<AppState, 'choice' | 'picture' | 'ownWallpaper' | 'settings'>,
): string | null {
  if (!isOwnRestored(state) || state.ownWallpaper !== 'shown') return null;
  return state.settings.wallpaper.enabled
    ? 'Your own wallpaper is back. The next picture of the day will be set as usual.'
    : 'Your own wallpaper is back. New pictures are not set, as you chose in the settings.';
}

/** What they read where the desktop does not say what it shows. */
export const restoredUnseen =
  'Your own wallpaper was sent to your desktop, which does not say whether it shows it.';

/** Why the person's own wallpaper cannot be restored; null where it can. */
export const whyNotRestored = (own: OwnWallpaper): string | null =>
  ({
    kept: null,
    shown: 'Your own wallpaper is on your desktop.',
    unknown: 'Your desktop did not say what it showed before.',
  })[own];
