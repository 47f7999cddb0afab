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
import { describeFailure, sentence } from '#shared/words.ts';
import { onOneLine, wholeLines } from './text.ts';

/** Today's picture by its title, or how far it has got. */
export function pictureLine(state: AppState): string {
  const { picture, activities } = state;
  const progress = downloadWords(state);
  if (progress !== null) return `Today: fetching, ${progress}`;
  if (picture.last !== null) return `Today: ${onOneLine(picture.last.record.title)}`;
  if (picture.status === 'failed') return `Today: ${describeFailure(picture.failure)}`;
  return picture.status === 'loading'
    ? 'Today: looking…'
    : `Today: ${onOneLine(activities.picture.next.reason)}`;
}

/** Of a picture that is newer than the one that is here; an older one is fetched for a window alone. */
function downloadWords({ supply: { download }, picture }: AppState): string | null {
  if (download === null || download.date <= (picture.last?.record.date ?? '')) return null;
  const { bytes, total } = download;
  if (total === null || total <= 0) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${Math.min(100, Math.floor((100 * bytes) / total))} %`;
}

/**
 * By its orbit, so that the line holds without a network too. It is renewed once a minute, in which the station goes
 * four degrees: so it says when that was, and no more digits than hold.
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

/** The next pass, or the one that goes on at `now`, milliseconds since the Unix epoch. */
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

/** A pause that is over at `now` is none. */
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

/** Windows shows no more of a tool tip, in characters. */
const windowsToolTip = 127;

/** What is unusual first; today’s title, where the station is, and when it comes by, on a line each. */
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
