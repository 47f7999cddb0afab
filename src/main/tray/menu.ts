import type { Destination } from '#shared/app.ts';
import { needsOf } from '#shared/status/needs.ts';
import type { OwnWallpaper } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import { countUnsent } from '#shared/journal/unsent.ts';
import { isOwnRestored } from '#shared/wallpaper/wallpaper-words.ts';
import type { PauseLength } from '#shared/wallpaper/selection.ts';
import type { NoticeCommand } from '#notifications/index.ts';
import { journalLine, passLine, pausedAt, pauseWords, pictureLine, stationLine } from './lines.ts';

/** The commands of the tray, which include those of notifications. */
export type TrayCommand =
  | NoticeCommand
  /** Opens the main window; null: with the view that it showed last. */
  | { readonly kind: 'open'; readonly view: Destination | null }
  | { readonly kind: 'restore-wallpaper' }
  | { readonly kind: 'publish' }
  | { readonly kind: 'pause'; readonly length: PauseLength }
  | { readonly kind: 'resume' }
  | { readonly kind: 'check' }
  | { readonly kind: 'check-for-updates' }
  | { readonly kind: 'quit' };

/**
 * One line of the menu. A line without a command is information. Lines are disabled rather than removed, so that none
 * moves under the pointer.
 */
export type MenuEntry =
  | { readonly kind: 'separator' }
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly command: TrayCommand | null;
      readonly enabled: boolean;
    }
  | { readonly kind: 'submenu'; readonly label: string; readonly entries: readonly MenuEntry[] };

const item = (label: string, command: TrayCommand | null, enabled = true): MenuEntry => ({
  kind: 'item',
  label,
  command,
  enabled: enabled && command !== null,
});
const separator: MenuEntry = { kind: 'separator' };
const open = (view: Destination | null): TrayCommand => ({ kind: 'open', view });

/**
 * The menu of the tray. It has every action, because some desktops deliver no click on the icon.
 *
 * @param now milliseconds since the Unix epoch
 */
export function trayMenu(state: AppState, now: number): MenuEntry[] {
  return [
    ...(state.services.simulated ? [item('Simulated: nothing here is real', null), separator] : []),
    item(pictureLine(state), open('today')),
    ...pictureItems(state),
    separator,
    item(stationLine(state), open('station')),
    item(passLine(state, now), open('station/passes')),
    separator,
    item(journalLine(state), open('journal')),
    item('New post…', open('journal/new')),
    item('Publish now', { kind: 'publish' }, countUnsent(state.journal.counts) > 0),
    separator,
    pauseItem(state, now),
    item('Check now', { kind: 'check' }, pausedAt(state, now) === null),
    statusItem(state),
    separator,
    item('Open Overhead', open(null)),
    item('Settings', open('settings')),
    item('Check for updates', { kind: 'check-for-updates' }),
    item('About', open('settings/about')),
    item('Quit', { kind: 'quit' }),
  ];
}

function pictureItems(state: AppState): MenuEntry[] {
  const { choice, picture, archive, ownWallpaper } = state;
  const onDesk = dateOnDesk(state);
  const isSkipped = onDesk !== null && choice.skipped.includes(onDesk);
  const decide = (decision: Extract<TrayCommand, { kind: 'decide' }>['decision']): TrayCommand => ({
    kind: 'decide',
    decision,
  });
  return [
    item(
      'Set as wallpaper',
      { kind: 'set-wallpaper', date: null },
      (picture.last?.file ?? null) !== null,
    ),
    item('Previous picture', decide({ kind: 'previous' }), onDesk !== null && archive.files > 1),
    item(
      'I don’t like this one',
      decide({ kind: 'skip', date: null }),
      onDesk !== null && !isSkipped,
    ),
    item('Undo: show it again', decide({ kind: 'undo-skip' }), canUndoSkip(state)),
    choice.pinned === null
      ? item('Pin this', decide({ kind: 'pin', pinned: true }), onDesk !== null)
      : item('Unpin', decide({ kind: 'pin', pinned: false })),
    item(restoreLabels[ownWallpaper], { kind: 'restore-wallpaper' }, ownWallpaper === 'kept'),
  ];
}

const restoreLabels: Readonly<Record<OwnWallpaper, string>> = {
  kept: 'Restore my wallpaper',
  shown: 'Restore my wallpaper (it is on your desktop)',
  unknown: 'Restore my wallpaper (your desktop did not say what it was)',
};

/** The day of the picture on the desktop; null while the person's own wallpaper is restored. */
function dateOnDesk(state: AppState): string | null {
  const { wallpaper, picture } = state;
  if (wallpaper.kind !== 'untouched') return wallpaper.date;
  return isOwnRestored(state) ? null : (picture.last?.record.date ?? null);
}

/** After a skip, until a picture comes that is newer than the skipped one. */
function canUndoSkip(state: AppState): boolean {
  if (isOwnRestored(state)) return false;
  const last = state.choice.skipped.at(-1);
  return last !== undefined && last >= (dateOnDesk(state) ?? '');
}

function pauseItem(state: AppState, now: number): MenuEntry {
  const paused = pauseWords(state, now);
  if (paused !== null) return item(`Resume (${paused})`, { kind: 'resume' });
  const pause = (label: string, length: PauseLength): MenuEntry =>
    item(label, { kind: 'pause', length });
  return {
    kind: 'submenu',
    label: 'Pause',
    entries: [
      pause('For 1 hour', 'hour'),
      pause('Until midnight', 'today'),
      pause('Until I resume', 'indefinite'),
    ],
  };
}

function statusItem(state: AppState): MenuEntry {
  const [need] = needsOf(state);
  return need === undefined
    ? item('Status', open('status'))
    : item(`Needs you: ${need.text}`, open(need.opens));
}
