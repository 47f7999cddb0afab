import type { HiddenReason, Pass } from '../../../shared/sky/pass.ts';
import type { AppState } from '../../../shared/state.ts';
import { clockTime, until } from '../../../shared/time-words.ts';
import { countUnsent } from '../../../shared/unsent.ts';
import { describeFailure, placeInWords } from '../../../shared/words.ts';
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

/** By its orbit, so that the line holds without a network too, and changes once a minute. */
export function stationLine({ station: { place, fix } }: AppState): string {
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

/** The next pass, or the one that goes on at `now`, milliseconds since the Unix epoch. */
export function passLine({ station: { passes } }: AppState, now: number): string {
  const pass = passes.find(({ set }) => set.t * 1000 > now);
  if (pass === undefined) return 'Next pass: not known yet';
  const height = `${Math.round(pass.peak.elevation)}°, ${lightWords(pass)}`;
  return pass.rise.t * 1000 <= now
    ? `Passing now: until ${clockTime(pass.set.t * 1000)}, ${height}`
    : `Next pass: ${until(pass.rise.t * 1000, now)}, ${height}`;
}

const lightWords = ({ reason }: Pass): string =>
  reason === null ? 'visible' : hiddenWords[reason];
const hiddenWords: Readonly<Record<HiddenReason, string>> = {
  'in-shadow': 'in the Earth’s shadow',
  daylight: 'in daylight',
  'too-low': 'too low to see',
};

export function journalLine({ journal }: AppState): string {
  const waiting = countUnsent(journal.counts);
  if (waiting === 0) return 'Journal';
  return `Journal: ${waiting} waiting${journal.paused ? ', held back' : ''}`;
}

/** Windows shows no more of a tool tip, in characters. */
const windowsToolTip = 127;

/** Today’s title, where the station is, and when it comes by, on a line each. */
export function trayToolTip(state: AppState, now: number, platform: NodeJS.Platform): string {
  const pass = state.station.passes.some(({ set }) => set.t * 1000 > now);
  const lines = [
    state.services.simulated ? 'Overhead (simulated)' : 'Overhead',
    pictureLine(state),
    stationLine(state),
    ...(pass ? [passLine(state, now)] : []),
  ];
  return wholeLines(lines, platform === 'win32' ? windowsToolTip : Infinity);
}
