import { m } from '#words';
import { formatLocale } from './language/language.ts';
import type { Failure } from './failure.ts';

/** A share of a whole, rounded to whole percent: `42%`. @param percent from 0 to 100 */
export const percentage = (percent: number): string =>
  (percent / 100).toLocaleString(formatLocale(), { style: 'percent' });

/** For the log: what happened, in English, as one sentence without a full stop. No addresses, no keys. */
export function describeFailure(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return offlineWords[failure.reason];
    case 'timeout':
      return `the service did not answer within ${Math.round(failure.afterMs / 1000)} s`;
    case 'quota':
      return 'the quota is used up, and the service takes no more requests for now';
    case 'key-refused':
      return 'the service refused the API key';
    case 'not-found':
      return 'the service does not have it';
    case 'refused':
      return failure.message === ''
        ? `the service refused it (${failure.status})`
        : `the service refused it (${failure.status}: ${failure.message})`;
    case 'unavailable':
      return `the service has an internal error (${failure.status})`;
    case 'malformed':
      return `the answer is malformed: ${failure.detail}`;
    case 'implausible':
      return implausibleWords[failure.reason];
    case 'too-large':
      return 'the answer is larger than the app accepts';
    case 'truncated':
      return 'the answer ended early';
    case 'not-an-image':
      return 'the answer is not a picture';
    case 'placeholder':
      return 'the service gives a placeholder in place of the picture';
    case 'no-picture':
      return failure.mediaType === 'video' ? 'today is a video' : 'today has no picture';
    case 'address-refused':
      return `the app does not follow that address: ${failure.detail}`;
    case 'storage':
      return diskWords(failure.code);
    case 'would-forget':
      return 'the disk has not taken what you wrote yet, and this would forget it; make room on the disk first';
    case 'wallpaper-off':
      return 'new wallpapers are off in the settings';
    case 'wallpaper':
      return failure.detail;
    case 'login-item':
      return `the desktop did not answer: ${failure.detail.replace(/\.$/, '')}`;
    case 'no-file-dialog':
      return 'no file dialog is available on this desktop; on Linux, install zenity';
    case 'invalid-input':
      // The detail names channels and schemas; forms check and explain what people enter themselves.
      return 'the app cannot use what was entered';
    case 'superseded':
    case 'cancelled':
      return 'it was stopped';
  }
}

/** Whole sentences one behind the other, as the language writes them. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce((first, second) => m.status_join({ first, second }));

/** With a capital and a full stop. */
export function sentence(words: string): string {
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?!…。？！]$/.test(whole) ? whole : `${whole}.`;
}

/** A place on the Earth, in degrees, with the hemisphere as the language writes it: `12.3° N 45.6° W`. */
export const placeInWords = (place: { latitude: number; longitude: number }): string =>
  inDegrees(place, 1);

/** The same in whole degrees. */
export const placeInWholeDegrees = (place: { latitude: number; longitude: number }): string =>
  inDegrees(place, 0);

/** The same to a thousandth of a degree, a hundred metres: to go there. */
export const placeInDegrees = (place: { latitude: number; longitude: number }): string =>
  inDegrees(place, 3);

function inDegrees(
  { latitude, longitude }: { latitude: number; longitude: number },
  digits: number,
): string {
  const format = new Intl.NumberFormat(formatLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const degrees = (value: number): string => `${format.format(Math.abs(value))}°`;
  const words = { latitude: degrees(latitude), longitude: degrees(longitude) };
  if (latitude < 0) return longitude < 0 ? m.places_south_west(words) : m.places_south_east(words);
  return longitude < 0 ? m.places_north_west(words) : m.places_north_east(words);
}

const implausibleWords: Record<Extract<Failure, { kind: 'implausible' }>['reason'], string> = {
  frozen: 'the service repeats a position that it gave before',
  'wrong-time':
    'the position is of another time: the service is late, or the clock of this computer is wrong',
  displaced: 'the position lies beside the orbit of the station',
};

const offlineWords: Record<Extract<Failure, { kind: 'offline' }>['reason'], string> = {
  dns: 'the service’s name cannot be looked up, so the network may be down',
  refused: 'the service cannot be reached',
  reset: 'the connection broke off',
  tls: 'no secure connection could be made',
  portal: 'a sign-in page answered in place of the service',
  proxy: 'the proxy did not let the request through',
  'proxy-password': 'the proxy asks for a name and a password (407)',
  unreachable: 'the network is not there',
  starting: 'the services on this machine are still starting',
};

function diskWords(code: string): string {
  switch (diskProblemOf(code)) {
    case 'full':
      return 'the disk is full';
    case 'read-only':
      return 'the disk is read-only';
    case 'forbidden':
      return 'the app may not write there';
    case 'missing':
    case null:
      return `the disk did not take it (${code})`;
  }
}

/** What is wrong with the disk, where a person can do something about it. */
export type DiskProblem = 'full' | 'read-only' | 'forbidden' | 'missing';

/** The meaning of a code of the operating system or of SQLite; null for any other. */
export function diskProblemOf(code: string): DiskProblem | null {
  switch (code) {
    case 'ENOSPC':
    case 'SQLITE_FULL':
      return 'full';
    case 'EROFS':
    case 'SQLITE_READONLY':
      return 'read-only';
    case 'EACCES':
    case 'EPERM':
      return 'forbidden';
    case 'ENOENT':
      return 'missing';
    default:
      return null;
  }
}
