import { m } from '#words';
import type { OwnWallpaper, Wallpaper } from '../picture/picture.ts';
import type { AppState } from '../state.ts';
import { dueAt } from '../time-words.ts';

type FailedWallpaper = Extract<Wallpaper, { kind: 'failed' }>;

/** Why a wallpaper was not set. The log has the desktop's own words. */
export function wallpaperFailureSentence(why: FailedWallpaper['why']): string {
  switch (why) {
    case 'unknown-desktop':
      return m.wallpaper_unknown_desktop();
    case 'no-display':
      return m.wallpaper_no_display();
    case 'file-gone':
      return m.wallpaper_file_gone();
    case 'displays-gone':
      return m.wallpaper_displays_gone();
    case 'not-composed':
      return m.wallpaper_not_composed();
    case 'simulated-stays':
      return m.wallpaper_simulated_stays();
    case 'disk':
      return m.failure_disk();
    case undefined:
      return m.wallpaper_desktop_refused();
  }
}

/** Why a wallpaper was not set, and when it is tried again. */
export function notSetSentence({ why, at, retryAt }: FailedWallpaper): string {
  const sentence = wallpaperFailureSentence(why);
  return retryAt === null
    ? sentence
    : m.wallpaper_next_try({ why: sentence, time: dueAt(retryAt, at) });
}

/** True from the moment the person restored their own wallpaper until a newer picture comes or they choose one. */
export const isOwnRestored = ({ choice, picture }: Pick<AppState, 'choice' | 'picture'>): boolean =>
  choice.back?.to === null && (picture.last?.record.date ?? '') <= choice.back.since;

/** What the person reads as long as that is so and the desktop shows it; null otherwise. */
export function ownRestoredInWords(
  state: Pick<AppState, 'choice' | 'picture' | 'ownWallpaper' | 'settings'>,
): string | null {
  if (!isOwnRestored(state) || state.ownWallpaper !== 'shown') return null;
  return state.settings.wallpaper.enabled
    ? m.wallpaper_own_back()
    : m.wallpaper_own_back_for_good();
}

/** What they read where the desktop does not say what it shows. */
export const restoredUnseen = (): string => m.wallpaper_own_unseen();

/** Why the person's own wallpaper cannot be restored; null where it can. */
export function whyNotRestored(own: OwnWallpaper): string | null {
  switch (own) {
    case 'kept':
      return null;
    case 'shown':
      return m.wallpaper_own_shown();
    case 'unknown':
      return m.wallpaper_own_unknown();
  }
}
