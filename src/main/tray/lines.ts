import { m } from '#words';
import { needsOf } from '#shared/status/needs.ts';
import {
  nextPassInWords,
  passForecast,
  noPositionReason,
  positionUnknownInWords,
} from '#shared/station/pass-forecast.ts';
import type { AppState } from '#shared/state.ts';
import { clockTime, untilTime } from '#shared/time-words.ts';
import { waitSentence } from '#shared/status/status-of-service.ts';
import { failureSentence } from '#shared/failure-words.ts';
import { isolateText } from '#shared/language/isolate-text.ts';
import { percentageInWords, placeInWholeDegrees, quantityInWords } from '#shared/words.ts';

/** The title of today's picture, or the progress of its download. */
export function pictureLine(state: AppState): string {
  const { picture, activities } = state;
  const progress = downloadWords(state);
  if (progress !== null) return m.tray_today_fetching({ progress });
  if (picture.last !== null)
    return m.tray_today({ what: isolateText(fitOnOneLine(picture.last.record.title)) });
  if (picture.status === 'failed') {
    const { failure } = picture;
    // The message of a refusal comes from the service and would make the menu wide. The window shows it.
    const shortFailure = failure.kind === 'refused' ? { ...failure, message: '' } : failure;
    return m.tray_today({ what: failureSentence(shortFailure) });
  }
  return picture.status === 'loading'
    ? m.tray_today_looking()
    : m.tray_today({ what: fitOnOneLine(waitSentence(activities.picture)) });
}

/**
 * Progress of the download of a newer picture, in tenths or whole megabytes: on Linux each change of a line folds up the
 * submenus of an open menu. Ignores older pictures, which a window has requested.
 */
function downloadWords({ supply: { download }, picture }: AppState): string | null {
  if (download === null || download.date <= (picture.last?.record.date ?? '')) return null;
  const { bytes, total } = download;
  return total === null || total <= 0
    ? quantityInWords(Math.floor(bytes / 1e6), 'megabyte')
    : percentageInWords(Math.floor(Math.min(1, bytes / total) * 10) * 10);
}

/**
 * The position of the station, computed from its orbit without the network. The position changes by four degrees
 * between two updates a minute apart, so the line contains whole degrees and the time.
 */
function stationLine({ station }: AppState): string {
  const { place, fix } = station;
  if (place !== null) {
    const placeWords = { place: placeInWholeDegrees(place), clock: clockTime(place.at) };
    return place.over === null
      ? m.tray_station_at(placeWords)
      : m.tray_station_over({ ...placeWords, over: place.over });
  }
  if (fix.last !== null) {
    const placeWords = {
      place: placeInWholeDegrees(fix.last),
      clock: clockTime(fix.last.time * 1000),
    };
    return fix.status === 'failed'
      ? m.tray_station_last(placeWords)
      : m.tray_station_at(placeWords);
  }
  return m.tray_station({ where: positionUnknownInWords(noPositionReason(station)) });
}

/** The next pass, or the current one at `now`, milliseconds since the Unix epoch. */
export function passLine({ station }: Pick<AppState, 'station'>, now: number): string {
  const { isNow, words: pass } = nextPassInWords(station, now);
  return isNow ? m.tray_passing_now({ pass }) : m.tray_next_pass({ pass });
}

/** The end of the pause, `indefinite`, or null if the app is not paused at `now`. */
export function currentPause(
  { suspension: { paused } }: AppState,
  now: number,
): AppState['suspension']['paused'] {
  return typeof paused === 'number' && paused <= now ? null : paused;
}

/** `Paused until midnight`, or null while nothing is paused. */
function pauseWords(state: AppState, now: number): string | null {
  const pauseEnd = currentPause(state, now);
  if (pauseEnd === null) return null;
  return pauseEnd === 'indefinite'
    ? m.tray_paused()
    : m.tray_paused_until({ until: untilTime(pauseEnd, now) });
}

/** Windows shows at most this many characters of a tool tip. */
const windowsToolTip = 127;

/**
 * The app’s name, and one line each for the pause, the worst problem that needs the user, today’s title, the station
 * and the next pass.
 */
export function trayToolTip(state: AppState, now: number, platform: NodeJS.Platform): string {
  const { kind } = passForecast(state.station, now);
  const pause = pauseWords(state, now);
  const [need] = needsOf(state);
  const lines = [
    state.services.simulated ? m.tray_name_simulated() : 'Overhead',
    ...(pause === null ? [] : [pause]),
    ...(need === undefined ? [] : [m.tray_needs_you({ need: need.text })]),
    pictureLine(state),
    stationLine(state),
    ...(kind === 'hidden' || kind === 'visible' ? [passLine(state, now)] : []),
  ];
  return joinLinesThatFit(lines, platform === 'win32' ? windowsToolTip : Infinity);
}

/**
 * The greatest width of a label, in columns: a Latin letter takes one column, an East Asian character or an emoji two.
 * Some panels cut off a wider label.
 */
const maxLabelLength = 48;
/**
 * The most UTF-16 units that `fitOnOneLine` reads for each character of the result. To split a megabyte into characters
 * would take a second.
 */
const maxCharacterUnits = 64;

/**
 * Converts a text from a service to one line of a menu. A long text is cut between two words and gets an ellipsis. The
 * result is never empty.
 */
export function fitOnOneLine(text: string, most = maxLabelLength): string {
  // Control characters and marks of direction become blanks: in a label, a tab starts the shortcut, and these marks
  // reverse the text after them.
  const head = text.slice(0, most * maxCharacterUnits);
  const plainLine = head.replaceAll(unfitCharacterPattern, ' ').replaceAll(/\s+/g, ' ').trim();
  if (plainLine === '') return m.tray_untitled();
  // A character has one or more UTF-16 units and is at most twice as wide as another, so a text of at most `most` units
  // without wide characters always fits. For such texts, the segmenter and its large ICU tables are not loaded.
  const widest = wideCharacterPattern.test(plainLine) ? 2 : 1;
  if (plainLine.length * widest <= most) return plainLine;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const characters = [...segmenter.segment(plainLine)].map(({ segment }) => segment);
  let width = 0;
  const tooWideIndexes = characters.flatMap((character, index) => {
    width += wideCharacterPattern.test(character) ? 2 : 1;
    return width > most - 1 ? [index] : [];
  });
  if (width <= most) return plainLine;
  const [cutIndex = characters.length] = tooWideIndexes;
  const shortText = characters.slice(0, cutIndex).join('');
  const isWhole = characters[cutIndex] === ' ';
  const space = shortText.lastIndexOf(' ');
  // If the last space is in the first half, a long word follows it: cut that word.
  const words = isWhole || space < shortText.length / 2 ? shortText : shortText.slice(0, space);
  return `${words.replace(/[\s,;:–—-]+$/, '')}…`;
}

/** Matches a character that is as wide as two Latin letters: East Asian wide and full-width characters, and emoji. */
const wideCharacterPattern =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

// Control characters and marks of direction.
const unfitCharacterPattern = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Escapes `&`, with which Electron's menus mark a key. */
export const escapeLabel = (text: string): string => text.replaceAll('&', '&&');

/** As many whole lines as fit into `most` characters. The first line is always included, cut if necessary. */
export function joinLinesThatFit(lines: readonly string[], most: number): string {
  const [first = '', ...rest] = lines;
  return rest.reduce(
    (text, line) => (text.length + 1 + line.length <= most ? `${text}\n${line}` : text),
    first.length <= most ? first : fitOnOneLine(first, most),
  );
}
