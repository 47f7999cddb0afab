import { describeFailure, placeInWords } from '../../../shared/words.ts';
import type { AppState } from '../../../shared/state.ts';
import { countUnsent } from '../../../shared/unsent.ts';

/** What the person can ask for in the tray. */
export type TrayCommand =
  | 'open-today'
  | 'open-station'
  | 'open-journal'
  | 'set-wallpaper'
  | 'check-now'
  | 'publish-now'
  | 'open'
  | 'quit';

/**
 * One line of the menu; a line without a command is only read. Lines are switched off rather than taken away:
 * none moves under the pointer of the person who is about to click.
 */
export type MenuEntry =
  | { readonly kind: 'separator' }
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly command: TrayCommand | null;
      readonly enabled: boolean;
    };

const item = (label: string, command: TrayCommand | null, enabled = true): MenuEntry => ({
  kind: 'item',
  label,
  command,
  enabled: enabled && command !== null,
});
const separator: MenuEntry = { kind: 'separator' };

/** The whole menu of the tray. Pure; every action is here, since not every desktop delivers a click. */
export function trayMenu(state: AppState): MenuEntry[] {
  return [
    ...(state.services.simulated ? [item('Simulated: nothing here is real', null), separator] : []),
    item(pictureLine(state), 'open-today'),
    item('Set as wallpaper', 'set-wallpaper', hasFile(state)),
    separator,
    item(stationLine(state), 'open-station'),
    separator,
    item(journalLine(state), 'open-journal'),
    item('Publish now', 'publish-now', countUnsent(state.journal.counts) > 0),
    separator,
    item('Check now', 'check-now'),
    item('Open Overhead', 'open'),
    item('Quit', 'quit'),
  ];
}

/** One or two lines: today's title, and where the station is. */
export function trayToolTip(state: AppState): string {
  return ['Overhead', pictureLine(state), stationLine(state)].join('\n');
}

const hasFile = ({ picture }: AppState): boolean => (picture.last?.file ?? null) !== null;

function pictureLine({ picture, activities }: AppState): string {
  if (picture.last !== null) return `Today: ${cut(picture.last.record.title)}`;
  if (picture.status === 'failed') return `Today: ${describeFailure(picture.failure)}`;
  return picture.status === 'loading'
    ? 'Today: looking…'
    : `Today: ${activities.picture.next.reason}`;
}

function stationLine({ station }: AppState): string {
  if (station.last !== null) {
    const age = station.status === 'failed' ? ' (last known)' : '';
    return `Station: ${placeInWords(station.last)}${age}`;
  }
  return station.status === 'failed'
    ? `Station: ${describeFailure(station.failure)}`
    : 'Station: looking…';
}

function journalLine({ journal }: AppState): string {
  const waiting = countUnsent(journal.counts);
  return waiting === 0 ? 'Journal' : `Journal: ${waiting} waiting`;
}

/** A label as Electron's menus take it, in which a single `&` marks a key and is not shown. */
export const literalLabel = (text: string): string => text.replaceAll('&', '&&');

/** A menu wider than this is cut off by some panels. */
const longestTitle = 48;
const cut = (text: string): string =>
  text.length <= longestTitle ? text : `${text.slice(0, longestTitle - 1).trimEnd()}…`;
