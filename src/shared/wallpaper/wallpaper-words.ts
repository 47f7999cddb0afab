import { m } from '#words';
import type { OwnWallpaper, Wallpaper } from '../picture/picture.ts';
import type { AppState } from '../state.ts';
import { calendarDay, dueInWords } from '../time-words.ts';
import type { PicturePool } from './selection.ts';

type FailedWallpaper = Extract<Wallpaper, { kind: 'failed' }>;

/** Why a wallpaper was not set. The log has the desktop's own message. */
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
    case 'damaged':
      return m.failure_damaged();
    case 'simulated-stays':
      return m.wallpaper_simulated_stays();
    case 'policy':
      return m.wallpaper_policy();
    case 'module-missing':
      return m.wallpaper_module_missing();
    case 'disk':
      return m.failure_disk();
    case undefined:
      return m.wallpaper_desktop_refused();
  }
}

/** Why a wallpaper was not set, and when the app tries again. */
export function notSetSentence({ why, at, retryAt }: FailedWallpaper): string {
  const sentence = wallpaperFailureSentence(why);
  return retryAt === null
    ? sentence
    : m.wallpaper_next_try({ why: sentence, when: dueInWords(retryAt, at) });
}

export interface WallpaperWords {
  readonly tone: 'calm' | 'good' | 'bad';
  readonly words: string;
  /** The text need not be shown, because the button to set the wallpaper makes it clear. */
  readonly isQuiet?: boolean;
}

/** The result for the desktop after the user skipped the picture of `date`. */
export function skippedInWords({ wallpaper, ownWallpaper }: AppState, date: string): string {
  if (wallpaper.kind === 'set' && wallpaper.date === date) return m.picture_skipped_stays();
  if (wallpaper.kind === 'set') return m.picture_skipped_now({ date: calendarDay(wallpaper.date) });
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

/** Whether the user has restored their own wallpaper, and neither a newer picture nor a choice came after that. */
export const isOwnRestored = ({ choice, picture }: Pick<AppState, 'choice' | 'picture'>): boolean =>
  choice.back?.to === null && (picture.last?.record.date ?? '') <= choice.back.since;

/** The sentence while the user's own wallpaper is restored and the desktop shows it; otherwise null. */
export function ownRestoredInWords(
  state: Pick<AppState, 'choice' | 'picture' | 'ownWallpaper' | 'ownIsSpotlight' | 'settings'>,
): string | null {
  if (!isOwnRestored(state) || state.ownWallpaper !== 'shown') return null;
  if (state.ownIsSpotlight) return m.wallpaper_spotlight_back();
  return state.settings.wallpaper.enabled
    ? m.wallpaper_own_back()
    : m.wallpaper_own_back_for_good();
}

/** The sentence after a restore if the desktop does not report its wallpaper. */
export const restoredUnverifiedInWords = (): string => m.wallpaper_own_unseen();

/** Why the user's own wallpaper cannot be restored; null if it can. */
export function notRestoredReason(own: OwnWallpaper): string | null {
  switch (own) {
    case 'kept':
      return null;
    case 'shown':
      return m.wallpaper_own_shown();
    case 'unknown':
      return m.wallpaper_own_unknown();
  }
}

/** Why the primary display shows the picture of `date`. */
function pictureInWords({ choice, settings, picture }: AppState, date: string): string {
  const shownDay = { date: calendarDay(date) };
  if (choice.pinned === date) return m.wallpaper_shows_pinned(shownDay);
  if (date === picture.last?.record.date) return m.wallpaper_shows_newest(shownDay);
  if (choice.back?.to !== date || choice.back.rotated !== true)
    return choice.back?.to === date
      ? m.wallpaper_shows_chosen(shownDay)
      : m.wallpaper_shows_archive(shownDay);
  return poolInWords(settings.wallpaper.rotation.pool, date);
}

function poolInWords(pool: PicturePool | 'off' | 'same', date: string): string {
  const shownDay = { date: calendarDay(date) };
  switch (pool) {
    case 'favourites':
      return m.wallpaper_shows_favourite(shownDay);
    case 'this-day':
      return m.wallpaper_shows_past(shownDay);
    case 'archive':
    case 'off':
    case 'same':
      return m.wallpaper_shows_archive(shownDay);
  }
}

interface DisplayedPicture {
  /** The name of the display; null if all displays show this picture. */
  readonly display: string | null;
  readonly date: string;
}

/**
 * The days whose pictures the desktop shows: one, or one for each display if they differ, the primary first. Empty if the
 * desktop shows no picture of the app.
 */
export function picturesOnDesktop(wallpaper: Wallpaper): readonly DisplayedPicture[] {
  if (wallpaper.kind !== 'set') return [];
  const { displays = [] } = wallpaper;
  if (displays.every(({ date }) => date === wallpaper.date))
    return [{ display: null, date: wallpaper.date }];
  return displays.map(({ label, date }, index) => ({
    display: label === '' ? m.dialog_display({ number: index + 1 }) : label,
    date,
  }));
}

/** The pictures on the desktop with the reason for each, as `picturesOnDesktop` lists them. */
export function desktopInWords(state: AppState): readonly string[] {
  const { wallpaper, settings } = state;
  return picturesOnDesktop(wallpaper).map(({ display, date }) => {
    const isMain = wallpaper.kind === 'set' && date === wallpaper.date;
    const what = isMain
      ? pictureInWords(state, date)
      : poolInWords(settings.wallpaper.others, date);
    return display === null ? what : m.wallpaper_shows_on({ display, what });
  });
}

/** When the rotation changes the picture, or why it does not; null while it is off. */
export function rotationInWords(
  { selection, settings }: Pick<AppState, 'selection' | 'settings'>,
  now: number,
): string | null {
  const { rotation } = selection;
  if (rotation.kind === 'planned')
    return m.wallpaper_turn_at({ when: dueInWords(rotation.at, now) });
  switch (rotation.by) {
    case 'off':
      return null;
    case 'paused':
      return m.wallpaper_turn_paused();
    case 'pinned':
      return m.wallpaper_turn_pinned();
    case 'own-wallpaper':
      return m.wallpaper_turn_own();
    case 'battery':
      return m.wallpaper_turn_battery();
    case 'full-screen':
      return m.wallpaper_turn_full_screen();
    case 'nothing-else':
      return settings.wallpaper.rotation.pool === 'favourites'
        ? m.wallpaper_turn_no_favourite()
        : m.wallpaper_turn_nothing();
  }
}
