/*
 * Reads coordinates as users type and paste them. Independent of the locale: a decimal point and a decimal comma are both accepted.
 */

import { m } from '#words';
import { misread, understood, withAsciiDigits, type Reading } from '../entries.ts';
import type { Place } from './sky/earth.ts';

export type Axis = 'latitude' | 'longitude';

/** The content of a field for one coordinate: that coordinate, or a pasted pair. */
type CoordinateEntry =
  | { readonly kind: 'one'; readonly degrees: number }
  | { readonly kind: 'pair'; readonly place: Place };

const limits = { latitude: 90, longitude: 180 } as const;

const wrongLetter = (axis: Axis, letter: string): string =>
  axis === 'latitude' ? m.entry_latitude_letter({ letter }) : m.entry_longitude_letter({ letter });
const unreadable = (axis: Axis): string =>
  axis === 'latitude' ? m.entry_latitude_unreadable() : m.entry_longitude_unreadable();

/** Coordinates and links have at most this length. */
const longestText = 2000;

/** Reads the text of a field for one coordinate. */
export function readCoordinateEntry(text: string, axis: Axis): Reading<CoordinateEntry> {
  if (text.trim() === '') return misread(m.entry_missing());
  const parts = partsOf(text);
  if (!parts.ok) return parts;
  const [first, second] = parts.value;
  if (first === undefined) return misread(unreadable(axis));
  if (second === undefined) {
    const angle = readAngle(first, axis);
    if (!angle.ok) return angle;
    if (angle.value.axis !== null && angle.value.axis !== axis)
      return misread(wrongLetter(axis, angle.value.letter ?? ''));
    const degrees = within(angle.value.degrees, axis);
    return degrees.ok ? understood({ kind: 'one', degrees: degrees.value }) : degrees;
  }
  const place = placeOf(first, second);
  return place.ok ? understood({ kind: 'pair', place: place.value }) : place;
}

/** One or two texts, each of one coordinate, with decimal points and the symbols ° ' ". */
function partsOf(text: string): Reading<readonly string[]> {
  if (text.length > longestText) return misread(m.entry_pair_unreadable());
  const linked = fromLink(text.trim());
  if (linked !== null) return understood(linked);
  const plain = plainCommas(normalised(text));
  return plain.ok ? understood(divided(plain.value)) : plain;
}

const decimal = String.raw`([-+]?\d+(?:\.\d+)?)`;
const linkForms = [
  // geo:52.52,13.40;u=35 (RFC 5870)
  new RegExp(String.raw`^geo:${decimal},${decimal}(?:[,;?].*)?$`, 'i'),
  // OpenStreetMap: the marker takes precedence over the view.
  new RegExp(String.raw`^https?://\S*[?&]mlat=${decimal}&mlon=${decimal}`, 'i'),
  new RegExp(String.raw`^https?://\S*#map=\d+(?:\.\d+)?/${decimal}/${decimal}`, 'i'),
  // Google Maps: the place takes precedence over the view.
  new RegExp(String.raw`^https?://\S*!3d${decimal}!4d${decimal}`, 'i'),
  new RegExp(String.raw`^https?://\S*[?&](?:q|query|ll)=${decimal}(?:,|%2C)${decimal}`, 'i'),
  new RegExp(String.raw`^https?://\S*/@${decimal},${decimal}`, 'i'),
];

function fromLink(text: string): readonly string[] | null {
  for (const form of linkForms) {
    const [, latitude, longitude] = form.exec(text) ?? [];
    if (latitude !== undefined && longitude !== undefined) return [latitude, longitude];
  }
  return null;
}

/** Words for the points of the compass in English, German, Spanish, French and Japanese. */
const words: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:north|norden|nord|norte)(?!\p{L})/giu, 'N'],
  [/(?<!\p{L})(?:south|süden|süd|sued|sud|sur)(?!\p{L})/giu, 'S'],
  [/(?<!\p{L})(?:east|osten|ost|este|est)(?!\p{L})/giu, 'E'],
  [/(?<!\p{L})(?:west|westen|oeste|ouest)(?!\p{L})/giu, 'W'],
  // Japanese words need no boundary, because nothing separates them from other characters.
  [/北緯|北/gu, 'N'],
  [/南緯|南/gu, 'S'],
  [/東経|東/gu, 'E'],
  [/西経|西/gu, 'W'],
];

/** Replaces each kind of sign by one character, and the words of the points of the compass by letters. */
function normalised(text: string): string {
  const signs = withAsciiDigits(text)
    .normalize('NFC')
    .replaceAll(/[\u2212\u2012\u2013\uFE63\uFF0D]/gu, '-')
    .replaceAll(/[\u2033\u201C\u201D\u201F\u02BA\u3003]/gu, '"')
    .replaceAll(/''|[\u2032\u2018\u2019]{2}/gu, '"')
    .replaceAll(/[\u2032\u2018\u2019\u201B\u02B9\u00B4`]/gu, "'")
    .replaceAll(/[\u00BA\u02DA]/gu, '°')
    .replaceAll(/[\s()[\]]+/gu, ' ')
    .trim();
  const plain = words.reduce((kept, [word, letter]) => kept.replaceAll(word, letter), signs);
  // O is east in German, and west in Spanish and French: its meaning follows the language of the app.
  if (m.station_letter_east() === 'O') return plain.replaceAll(/O/gi, 'E');
  return m.station_letter_west() === 'O' ? plain.replaceAll(/O/gi, 'W') : plain;
}

/** Turns decimal commas into points and separating commas into semicolons. */
function plainCommas(text: string): Reading<string> {
  const decimalComma = /(?<=\d),(?=\d)/g;
  const count = text.match(decimalComma)?.length ?? 0;
  const separated = (kept: string): string => kept.replaceAll(/,/g, ';');
  if (count === 0) return understood(separated(text));
  // If the text has decimal points, its commas are separators.
  if (/\d\.\d/.test(text)) return understood(separated(text));
  // `52,52,13,40`: only the second comma can separate the coordinates.
  const four = /^([-+]?\d+),(\d+),([-+]?\d+),(\d+)$/.exec(text);
  if (four) return understood(`${four[1]}.${four[2]};${four[3]}.${four[4]}`);
  if (/\d,\d+,\d/.test(text)) return misread(m.entry_commas());
  return understood(separated(text.replaceAll(decimalComma, '.')));
}

function divided(text: string): readonly string[] {
  const bySign = text
    .split(/[;/|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (bySign.length !== 1) return bySign.length > 2 ? [] : bySign;
  const [whole = ''] = bySign;
  const byLetter = dividedByLetters(whole);
  if (byLetter !== null) return byLetter;
  const second = secondDegrees(whole);
  if (second !== null) return [whole.slice(0, second).trim(), whole.slice(second).trim()];
  const numbers = whole.split(' ');
  return numbers.length === 2 && numbers.every((number) => /^[-+]?[\d.]+$/.test(number))
    ? numbers
    : [whole];
}

/** `52.52 N 13.40 E` and `N 52.52 E 13.40`: two letters, both before or both after their numbers. */
function dividedByLetters(text: string): readonly string[] | null {
  const letters = [...text.matchAll(/[NEWO]|(?<![dm]\s?\d+(?:\.\d+)?)S/gi)];
  const [first, second] = letters;
  if (first === undefined || second === undefined || letters.length > 2) return null;
  const at = first.index === 0 ? second.index : first.index + 1;
  const parts = [text.slice(0, at).trim(), text.slice(at).trim()];
  return parts.every((part) => /\d/.test(part)) ? parts : null;
}

/** Index of the second coordinate, if each coordinate has a degree sign. */
function secondDegrees(text: string): number | null {
  const all = [...text.matchAll(/[-+]?\d+(?:\.\d+)?\s?[°d]/gi)];
  return all.length === 2 ? (all[1]?.index ?? null) : null;
}

interface Angle {
  readonly degrees: number;
  /** Axis and sign of a letter; null if there is no letter. */
  readonly axis: Axis | null;
  readonly letter: string | null;
}

const number = String.raw`(\d+(?:\.\d*)?|\.\d+)`;
const magnitude = new RegExp(
  String.raw`^${number}\s?(?:°|d)?(?:\s?${number}\s?(?:'|m)?(?:\s?${number}\s?(?:"|s)?)?)?$`,
  'i',
);

/** Reads degrees with optional minutes, seconds, sign and letter. `axis` is for the messages. */
function readAngle(text: string, axis: Axis): Reading<Angle> {
  if (/[dm]\s?[\d.]+S$/i.test(text) && !/[dm]\s?[\d.]+s$/.test(text))
    return misread(m.entry_letter_s());
  const form = /^([NSEWO])?\s?([-+])?\s?([^NSEWO]*?)\s?([NSEWO])?$/i;
  // Seconds may be written `s`, which is then not the letter of south.
  const seconds = /(?<=[dm]\s?[\d.]+)s(?=\s?[NSEWO]?$)/;
  const [, before, sign, body = '', after] = form.exec(text.replace(seconds, '"')) ?? [];
  if (body === '' || (before !== undefined && after !== undefined))
    return misread(unreadable(axis));
  const letter = (before ?? after)?.toUpperCase() ?? null;
  if (letter === 'O') return misread(m.entry_letter_o());
  if (letter !== null && sign === '-') return misread(m.entry_sign_and_letter({ letter }));
  const [, degrees, minutes, rest] = magnitude.exec(body) ?? [];
  if (degrees === undefined) return misread(unreadable(axis));
  // Only the last number may have a fraction.
  if ((minutes !== undefined && degrees.includes('.')) || (rest && minutes?.includes('.')))
    return misread(unreadable(axis));
  if (Number(minutes ?? 0) >= 60 || Number(rest ?? 0) >= 60) return misread(m.entry_minutes());
  const size = Number(degrees) + Number(minutes ?? 0) / 60 + Number(rest ?? 0) / 3600;
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  return understood({
    degrees: isNegative && size !== 0 ? -size : size,
    axis: letter === null ? null : 'NS'.includes(letter) ? 'latitude' : 'longitude',
    letter,
  });
}

function within(degrees: number, axis: Axis): Reading<number> {
  const limit = limits[axis];
  if (Number.isFinite(degrees) && Math.abs(degrees) <= limit) return understood(degrees);
  return misread(axis === 'latitude' ? m.entry_latitude_range() : m.entry_longitude_range());
}

function placeOf(first: string, second: string): Reading<Place> {
  const one = readAngle(first, 'latitude');
  if (!one.ok) return one;
  const other = readAngle(second, 'longitude');
  if (!other.ok) return other;
  if (one.value.axis !== null && one.value.axis === other.value.axis)
    return misread(
      one.value.axis === 'latitude' ? m.entry_latitude_twice() : m.entry_longitude_twice(),
    );
  const isTurned = one.value.axis === 'longitude' || other.value.axis === 'latitude';
  const [north, east] = isTurned ? [other.value, one.value] : [one.value, other.value];
  const latitude = within(north.degrees, 'latitude');
  if (!latitude.ok) return latitude;
  const longitude = within(east.degrees, 'longitude');
  if (!longitude.ok) return longitude;
  return understood({ latitude: latitude.value, longitude: longitude.value });
}
