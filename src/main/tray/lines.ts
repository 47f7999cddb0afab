import { needsOf } from '#shared/status/needs.ts';
import {
  nextPassInWords,
  passForecast,
  positionUnknown,
  positionUnknownInWords,
} from '#shared/station/pass-forecast.ts';
import type { AppState } from '#shared/state.ts';
import { clockTime, until } from '#shared/time-words.ts';
import { countUnsent } from '#shared/journal/unsent.ts';
import { waitSentence } from '#shared/status/status-of-service.ts';
import { describeFailure, sentence } from '#shared/words.ts';

/** Today's picture by its title, or how far it has got. */
export function pictureLine(state: AppState): string {
  const { picture, activities } = state;
  const progress = downloadWords(state);
  if (progress !== null) return `Today: fetching, ${progress}`;
  if (picture.last !== null) return `Today: ${onOneLine(picture.last.record.title)}`;
  if (picture.status === 'failed') return `Today: ${describeFailure(picture.failure)}`;
  return picture.status === 'loading'
    ? 'Today: looking…'
    : `Today: ${onOneLine(waitSentence(activities.picture))}`;
}

/** Progress of the download of a newer picture. Ignores older pictures, which a window has requested. */
function downloadWords({ supply: { download }, picture }: AppState): string | null {
  if (download === null || download.date <= (picture.last?.record.date ?? '')) return null;
  const { bytes, total } = download;
  if (total === null || total <= 0) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${Math.min(100, Math.floor((100 * bytes) / total))} %`;
}

/**
 * The position by the orbit, which needs no network. It changes by four degrees between two updates a minute apart, so
 * it is shown in whole degrees and with its time.
 */
export function stationLine({ station }: AppState): string {
  const { place, fix } = station;
  if (place !== null) {
    const over = place.over === null ? '' : `, ${place.over}`;
    return `Station: ${aboutWhere(place)}${over} (${clockTime(place.at)})`;
  }
  if (fix.last !== null) {
    const age = fix.status === 'failed' ? 'last known, ' : '';
    return `Station: ${aboutWhere(fix.last)} (${age}${clockTime(fix.last.time * 1000)})`;
  }
  return `Station: ${positionUnknownInWords(positionUnknown(station))}`;
}

function aboutWhere({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const whole = (degrees: number): string => `${Math.abs(Math.round(degrees))}°`;
  return `${whole(latitude)} ${latitude < 0 ? 'S' : 'N'} ${whole(longitude)} ${longitude < 0 ? 'W' : 'E'}`;
}

/** The next pass, or the current one at `now`, milliseconds since the Unix epoch. */
export function passLine({ station }: Pick<AppState, 'station'>, now: number): string {
  const { isNow, words } = nextPassInWords(station, now);
  return `${isNow ? 'Passing now' : 'Next pass'}: ${words}`;
}

export function journalLine({ journal: { counts, paused } }: AppState): string {
  const waiting = countUnsent(counts);
  const parts = [
    ...(waiting === 0 ? [] : [`${waiting} waiting${paused ? ', held back' : ''}`]),
    ...(counts.refused === 0 ? [] : [`${counts.refused} refused`]),
  ];
  return parts.length === 0 ? 'Journal' : `Journal: ${parts.join(', ')}`;
}

/** The pause at `now`; null if it is over. */
export function pausedAt(
  { suspension: { paused } }: AppState,
  now: number,
): AppState['suspension']['paused'] {
  return typeof paused === 'number' && paused <= now ? null : paused;
}

/** `paused until midnight`, or null while nothing is paused. */
export function pauseWords(state: AppState, now: number): string | null {
  const paused = pausedAt(state, now);
  if (paused === null) return null;
  return paused === 'indefinite' ? 'paused until you resume' : `paused until ${until(paused, now)}`;
}

/** Windows shows at most this many characters of a tool tip. */
const windowsToolTip = 127;

/** One line each: the pause, what needs the person, today’s title, the station and the next pass. */
export function trayToolTip(state: AppState, now: number, platform: NodeJS.Platform): string {
  const { kind } = passForecast(state.station, now);
  const pause = pauseWords(state, now);
  const [need] = needsOf(state);
  const lines = [
    state.services.simulated ? 'Overhead (simulated)' : 'Overhead',
    ...(pause === null ? [] : [sentence(pause).slice(0, -1)]),
    ...(need === undefined ? [] : [`Needs you: ${need.text}`]),
    pictureLine(state),
    stationLine(state),
    ...(kind === 'hidden' || kind === 'visible' ? [passLine(state, now)] : []),
  ];
  return wholeLines(lines, platform === 'win32' ? windowsToolTip : Infinity);
}

/** A label wider than this, in characters, is cut off by some panels. */
const longest = 48;
/** Code units a character may have. Limits what is segmented: a megabyte takes a second. */
const longestCharacter = 64;

/** A text from a service as one line of a menu: cut between two words, with an ellipsis. Never empty. */
export function onOneLine(text: string, most = longest): string {
  // In a label, a tab starts the shortcut; marks of direction reverse the text after them.
  const head = text.slice(0, most * longestCharacter);
  const plain = head.replaceAll(unfit, ' ').replaceAll(/\s+/g, ' ').trim();
  if (plain === '') return 'without a title';
  const characters = [...segmenter.segment(plain)].map(({ segment }) => segment);
  if (characters.length <= most) return plain;
  const start = characters.slice(0, most - 1).join('');
  const isWhole = characters[most - 1] === ' ';
  const space = start.lastIndexOf(' ');
  // A long word is cut inside.
  const kept = isWhole || space < start.length / 2 ? start : start.slice(0, space);
  return `${kept.replace(/[\s,;:–—-]+$/, '')}…`;
}

// Control characters and marks of direction.
const unfit = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Escapes `&`, with which Electron's menus mark a key. */
export const literalLabel = (text: string): string => text.replaceAll('&', '&&');

/** As many whole lines as fit into `most` characters. The first line is always there, cut if necessary. */
export function wholeLines(lines: readonly string[], most: number): string {
  const [first = '', ...rest] = lines;
  return rest.reduce(
    (text, line) => (text.length + 1 + line.length <= most ? `${text}\n${line}` : text),
    first.length <= most ? first : onOneLine(first, most),
  );
}
