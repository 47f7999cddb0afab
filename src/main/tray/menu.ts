import { m } from '#words';
import type { Destination, PauseLength } from '#shared/app.ts';
import { needsOf } from '#shared/status/needs.ts';
import type { OwnWallpaper } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import { countUnsent } from '#shared/journal/unsent.ts';
import { desktopInWords, isOwnRestored } from '#shared/wallpaper/wallpaper-words.ts';
import type { NoticeCommand } from '#notifications/index.ts';
import { untilTime } from '#shared/time-words.ts';
import { passLine, currentPause, pictureLine } from './lines.ts';

/** The commands of the tray, which include those of notifications. */
export type TrayCommand =
  | NoticeCommand
  /** Opens the main window. Null: a window that still exists keeps its view, and a new window shows the first view. */
  | { readonly kind: 'open'; readonly view: Destination | null }
  | { readonly kind: 'restore-wallpaper' }
  | { readonly kind: 'pause'; readonly length: PauseLength }
  | { readonly kind: 'resume' }
  | { readonly kind: 'quit' };

/** The commands of the menu: those of the app, and one that needs the place of the icon. */
export type MenuCommand = TrayCommand | { readonly kind: 'glance' };

/**
 * One line of the menu. A line without a command is information. Lines are disabled rather than removed, so that no
 * line moves under the pointer.
 */
export type MenuEntry =
  | { readonly kind: 'separator' }
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly command: MenuCommand | null;
      readonly enabled: boolean;
    }
  | { readonly kind: 'submenu'; readonly label: string; readonly entries: readonly MenuEntry[] };

const menuItem = (label: string, command: MenuCommand | null, enabled = true): MenuEntry => ({
  kind: 'item',
  label,
  command,
  enabled: enabled && command !== null,
});
const submenuEntry = (label: string, entries: readonly MenuEntry[]): MenuEntry => ({
  kind: 'submenu',
  label,
  entries,
});
const separator: MenuEntry = { kind: 'separator' };
const openCommand = (view: Destination | null): TrayCommand => ({ kind: 'open', view });

/**
 * The menu of the tray. It has nine lines; simulated data add one, and so does a problem that the user must solve.
 * Commands for rare tasks are in the window only. The menu opens the glance and the window, because macOS and some
 * desktops do not report clicks on the icon.
 *
 * @param now milliseconds since the Unix epoch
 */
export function trayMenu(state: AppState, now: number): MenuEntry[] {
  return [
    ...(state.services.simulated ? [menuItem(m.tray_simulated(), null), separator] : []),
    menuItem(m.tray_glance(), { kind: 'glance' }),
    menuItem(pictureLine(state), openCommand('today')),
    submenuEntry(m.tray_wallpaper(), [...desktopItems(state), ...pictureItems(state)]),
    separator,
    menuItem(passLine(state, now), openCommand('station/passes')),
    separator,
    newPostItem(state),
    separator,
    pauseItem(state, now),
    ...needItems(state),
    separator,
    menuItem(m.tray_open(), openCommand(null)),
    menuItem(m.tray_settings(), openCommand('settings')),
    menuItem(m.tray_quit(), { kind: 'quit' }),
  ];
}

function newPostItem({ journal }: AppState): MenuEntry {
  const waiting = countUnsent(journal.counts);
  const label = waiting === 0 ? m.tray_new_post() : m.tray_new_post_waiting({ waiting });
  return menuItem(label, openCommand('journal/new'));
}

function pictureItems(state: AppState): MenuEntry[] {
  const { choice, picture, archive, ownWallpaper } = state;
  const desktopDate = dateOnDesktop(state);
  const isSkipped = desktopDate !== null && choice.skipped.includes(desktopDate);
  const decide = (decision: Extract<TrayCommand, { kind: 'decide' }>['decision']): TrayCommand => ({
    kind: 'decide',
    decision,
  });
  return [
    menuItem(
      m.tray_set_wallpaper(),
      { kind: 'set-wallpaper', date: null },
      (picture.last?.file ?? null) !== null,
    ),
    menuItem(
      m.tray_previous(),
      decide({ kind: 'previous' }),
      desktopDate !== null && archive.files > 1,
    ),
    menuItem(
      m.tray_next(),
      decide({ kind: 'next' }),
      hasNextPicture(state, desktopDate) && archive.files > 1,
    ),
    menuItem(
      m.tray_dislike(),
      decide({ kind: 'skip', date: null }),
      desktopDate !== null && !isSkipped,
    ),
    menuItem(m.tray_undo_dislike(), decide({ kind: 'undo-skip' }), canUndoSkip(state)),
    choice.pinned === null
      ? menuItem(m.tray_pin(), decide({ kind: 'pin', pinned: true }), desktopDate !== null)
      : menuItem(m.tray_unpin(), decide({ kind: 'pin', pinned: false })),
    menuItem(restoreLabel(ownWallpaper), { kind: 'restore-wallpaper' }, ownWallpaper === 'kept'),
  ];
}

/**
 * The lines with the pictures on the desktop and the reason for each. Empty if the desktop shows no picture of the app.
 */
const desktopItems = (state: AppState): MenuEntry[] =>
  desktopInWords(state).map((what) => menuItem(m.tray_desktop({ what }), openCommand('settings')));

/**
 * Whether there is a next picture. With a rotation there always is one. Without a rotation there is one only if a day
 * newer than the day on the desktop is stored.
 */
const hasNextPicture = ({ settings, picture }: AppState, onDesk: string | null): boolean =>
  onDesk !== null &&
  (settings.wallpaper.rotation.pool !== 'off' || onDesk < (picture.last?.record.date ?? ''));

function restoreLabel(own: OwnWallpaper): string {
  switch (own) {
    case 'kept':
      return m.tray_restore();
    case 'shown':
      return m.tray_restore_shown();
    case 'unknown':
      return m.tray_restore_unknown();
  }
}

/**
 * The day of the picture on the desktop; the day of the newest picture if the app has set no wallpaper yet. Null while
 * the user's own wallpaper is restored, and if there is no picture.
 */
function dateOnDesktop(state: AppState): string | null {
  const { wallpaper, picture } = state;
  if (wallpaper.kind !== 'untouched') return wallpaper.date;
  return isOwnRestored(state) ? null : (picture.last?.record.date ?? null);
}

/**
 * Whether the last skip can be undone. It can be undone until the desktop shows a picture that is newer than the
 * skipped one.
 */
function canUndoSkip(state: AppState): boolean {
  if (isOwnRestored(state)) return false;
  const lastSkipped = state.choice.skipped.at(-1);
  return lastSkipped !== undefined && lastSkipped >= (dateOnDesktop(state) ?? '');
}

function pauseItem(state: AppState, now: number): MenuEntry {
  const pauseEnd = currentPause(state, now);
  if (pauseEnd !== null) {
    const label =
      pauseEnd === 'indefinite'
        ? m.tray_resume()
        : m.tray_resume_until({ until: untilTime(pauseEnd, now) });
    return menuItem(label, { kind: 'resume' });
  }
  const pauseEntry = (label: string, length: PauseLength): MenuEntry =>
    menuItem(label, { kind: 'pause', length });
  return submenuEntry(m.tray_pause(), [
    pauseEntry(m.tray_pause_hour(), 'hour'),
    pauseEntry(m.tray_pause_midnight(), 'today'),
    pauseEntry(m.tray_pause_indefinitely(), 'indefinite'),
  ]);
}

/** The worst problem that only the user can solve; empty if there is none. */
const needItems = (state: AppState): MenuEntry[] =>
  needsOf(state)
    .slice(0, 1)
    .map(({ text, opens }) => menuItem(m.tray_needs_you({ need: text }), openCommand(opens)));
