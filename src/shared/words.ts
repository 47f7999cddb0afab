import { m } from '#words';
import { fixedFormat, numberFormat } from './language/formats.ts';

/** The text with no-break spaces in place of its spaces, so that it stays on one line. */
const onOneLine = (text: string): string => text.replaceAll(' ', '\u00a0');

/** A number with its unit, such as `12 km`, which stay on one line. @param unit a unit of `Intl.NumberFormat` */
export const quantityInWords = (
  value: number,
  unit: string,
  options: Omit<Intl.NumberFormatOptions, 'style' | 'unit'> = {},
): string => onOneLine(numberFormat({ ...options, style: 'unit', unit }).format(value));

/** A share in whole percent, such as `42%`. @param share from 0 to 1 */
export const shareInWords = (share: number): string =>
  numberFormat({ style: 'percent' }).format(share);

/** Like `shareInWords`. @param percent from 0 to 100 */
export const percentageInWords = (percent: number): string => shareInWords(percent / 100);

/** The text, with a mark if the data come from simulated services. */
export const markSimulated = (
  { simulated }: { readonly simulated: boolean },
  text: string,
): string => (simulated ? m.notice_simulated({ text }) : text);

/** Joins whole sentences into one text, with the separator of the language. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce((first, second) => m.status_join({ first, second }));

/** Joins the parts of a line, such as a place and its height, with the comma of the language. */
export const joinParts = (parts: readonly string[]): string =>
  parts.reduce((first, second) => m.status_pair({ first, second }));

/** The text as a sentence: with a capital, and with a full stop if it does not end with a mark already. */
export function asSentence(words: string): string {
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.?!…。？！]$/.test(sentence) ? sentence : m.status_sentence({ words: sentence });
}

/** A place in degrees, with the hemispheres in the language: `12.3° N 45.6° W`. It stays on one line. */
export const placeInWords = (place: { latitude: number; longitude: number }): string =>
  formatInDegrees(place, 1);

/** The place in whole degrees. */
export const placeInWholeDegrees = (place: { latitude: number; longitude: number }): string =>
  formatInDegrees(place, 0);

/** A place to a thousandth of a degree (a hundred metres), for travelling there. */
export const placeInDegrees = (place: { latitude: number; longitude: number }): string =>
  formatInDegrees(place, 3);

function formatInDegrees(
  { latitude, longitude }: { latitude: number; longitude: number },
  digits: number,
): string {
  const format = fixedFormat(digits);
  const formatDegrees = (value: number): string => `${format.format(Math.abs(value))}°`;
  const words = { latitude: formatDegrees(latitude), longitude: formatDegrees(longitude) };
  const [east, west] =
    latitude < 0
      ? [m.places_south_east, m.places_south_west]
      : [m.places_north_east, m.places_north_west];
  return onOneLine(longitude < 0 ? west(words) : east(words));
}

/** The problems of a disk that the user can solve. */
export type DiskProblem = 'full' | 'read-only' | 'forbidden' | 'missing';

/** The meaning of a code of the operating system or of SQLite; null for any other code. */
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
