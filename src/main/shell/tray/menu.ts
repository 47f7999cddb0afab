import { describeFailure, placeInWords } from '../../../shared/words.ts';
import type { HiddenReason } from '../../../shared/sky/pass.ts';
import type { AppState } from '../../../shared/state.ts';
import { clockTime } from '../../domain/station/words.ts';
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
    item(passLine(state), 'open-station', state.station.passes.length > 0),
    separator,
    item(journalLine(state), 'open-journal'),
    item('Publish now', 'publish-now', countUnsent(state.journal.counts) > 0),
    separator,
    item('Check now', 'check-now'),
    item('Open Overhead', 'open'),
    item('Quit', 'quit'),
  ];
}

/** Today's title, where the station is, and when it comes by. */
export function trayToolTip(state: AppState): string {
  const pass = state.station.passes.length > 0 ? [passLine(state)] : [];
  return ['Overhead', pictureLine(state), stationLine(state), ...pass].join('\n');
}

const hasFile = ({ picture }: AppState): boolean => (picture.last?.file ?? null) !== null;

function pictureLine({ picture, activities }: AppState): string {
  if (picture.last !== null) return `Today: ${cut(picture.last.record.title)}`;
  if (picture.status === 'failed') return `Today: ${describeFailure(picture.failure)}`;
  return picture.status === 'loading'
    ? 'Today: looking…'
    : `Today: ${activities.picture.next.reason}`;
}

function stationLine({ station: { place, fix } }: AppState): string {
  // By its orbit, so that the line holds without a network too, and changes once a minute.
  if (place !== null) {
    const over = place.over === null ? '' : `, ${place.over}`;
    return `Station: ${placeInWords(place)}${over}`;
  }
  if (fix.last !== null) {
    const age = fix.status === 'failed' ? ' (last known)' : '';
    return `Station: ${placeInWords(fix.last)}${age}`;
  }
  return fix.status === 'failed' ? `Station: ${describeFailure(fix.failure)}` : 'Station: looking…';
}

function passLine({ station: { passes, place } }: AppState): string {
  const now = place?.at ?? 0;
  const pass = passes.find(({ set }) => set.t * 1000 > now);
  if (pass === undefined) return 'Next pass: not known yet';
  const light = pass.reason === null ? 'visible' : hiddenWords[pass.reason];
  return `Next pass: ${timeFrom(now, pass.rise.t * 1000)}, ${Math.round(pass.peak.elevation)}°, ${light}`;
}

const hiddenWords: Readonly<Record<HiddenReason, string>> = {
  'in-shadow': 'in the Earth’s shadow',
  daylight: 'in daylight',
  'too-low': 'too low to see',
};

/** With the day of the week when it is not today. */
function timeFrom(now: number, at: number): string {
  const time = clockTime(at);
  const date = new Date(at);
  return date.toDateString() === new Date(now).toDateString()
    ? time
    : `${date.toLocaleDateString(undefined, { weekday: 'short' })} ${time}`;
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
