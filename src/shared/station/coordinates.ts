/*
 * Reads coordinates as users type and paste them. Independent of the locale: a decimal point and a decimal comma are
 * both accepted.
 */

import { m } from '#words';
import { misreadProblem, readValue, withAsciiDigits, type Reading } from '../entries.ts';
import { limitMarks, withoutInvisible } from '../fold-text.ts';
import type { Place } from './sky/earth.ts';

export type Axis = 'latitude' | 'longitude';

/** The content of a field for one coordinate: that coordinate, or a pasted pair. */
type CoordinateEntry =
  | { readonly kind: 'one'; readonly degrees: number }
  | { readonly kind: 'pair'; readonly place: Place };

const axisLimits = { latitude: 90, longitude: 180 } as const;

const wrongLetterProblem = (axis: Axis, letter: string): string =>
  axis === 'latitude' ? m.entry_latitude_letter({ letter }) : m.entry_longitude_letter({ letter });
const unreadableProblem = (axis: Axis): string =>
  axis === 'latitude' ? m.entry_latitude_unreadable() : m.entry_longitude_unreadable();

/** Coordinates and links have at most this length. */
const maxEntryLength = 2000;

/** Reads the text of a field for one coordinate. */
export function readCoordinateEntry(text: string, axis: Axis): Reading<CoordinateEntry> {
  if (text.trim() === '') return misreadProblem(m.entry_missing());
  const parts = splitCoordinates(withoutInvisible(text));
  if (!parts.ok) return parts;
  const [first, second] = parts.value;
  if (first === undefined) return misreadProblem(unreadableProblem(axis));
  if (second === undefined) {
    const angle = readAngle(first, axis);
    if (!angle.ok) return angle;
    if (angle.value.axis !== null && angle.value.axis !== axis)
      return misreadProblem(wrongLetterProblem(axis, angle.value.letter ?? ''));
    const degrees = requireWithinLimits(angle.value.degrees, axis);
    return degrees.ok ? readValue({ kind: 'one', degrees: degrees.value }) : degrees;
  }
  const place = placeOf(first, second);
  return place.ok ? readValue({ kind: 'pair', place: place.value }) : place;
}

/**
 * Splits an entry into one or two texts, each with one coordinate, decimal points and the symbols ° ' "; into none if
 * it has more than two parts.
 */
function splitCoordinates(text: string): Reading<readonly string[]> {
  if (text.length > maxEntryLength) return misreadProblem(m.entry_pair_unreadable());
  const trimmed = text.trim();
  const coordinates =
    coordinatesOfPlusCode(trimmed) ?? coordinatesOfLocator(trimmed) ?? coordinatesOfLink(trimmed);
  if (coordinates !== null) return readValue(coordinates);
  const plainText = replaceCommas(normaliseEntry(text));
  return plainText.ok ? readValue(divideBySigns(plainText.value)) : plainText;
}

const decimalPattern = String.raw`([-+]?\d+(?:\.\d+)?)`;
/** A link with or without its scheme. */
const linkStart = String.raw`(?:https?://|[\w-]+(?:\.[\w-]+)+/)\S*`;
const linkPatterns = [
  // Android: geo:0,0?q=52.52,13.40(Label). The query takes precedence over the place.
  new RegExp(String.raw`^geo:\S*[?&]q=${decimalPattern},${decimalPattern}`, 'i'),
  // geo:52.52,13.40;u=35 (RFC 5870)
  new RegExp(String.raw`^geo:${decimalPattern},${decimalPattern}(?:[,;?].*)?$`, 'i'),
  // OpenStreetMap: the marker takes precedence over the view.
  new RegExp(String.raw`^${linkStart}[?&]mlat=${decimalPattern}&mlon=${decimalPattern}`, 'i'),
  new RegExp(String.raw`^${linkStart}#map=\d+(?:\.\d+)?/${decimalPattern}/${decimalPattern}`, 'i'),
  // Google Maps: the place takes precedence over the view.
  new RegExp(String.raw`^${linkStart}!3d${decimalPattern}!4d${decimalPattern}`, 'i'),
  new RegExp(
    String.raw`^${linkStart}[?&](?:q|query|ll|map)=(?:loc:)?${decimalPattern},${decimalPattern}`,
    'i',
  ),
  new RegExp(String.raw`^${linkStart}[?&]cp=${decimalPattern}~${decimalPattern}`, 'i'),
  new RegExp(String.raw`^${linkStart}/(?:@|dir//|l/)${decimalPattern},${decimalPattern}`, 'i'),
  // A part of such a link.
  new RegExp(String.raw`^(?:@|ll=|q=|loc:)${decimalPattern},${decimalPattern}$`, 'i'),
  // ISO 6709, with an optional height: +52.52+013.40/
  /^([-+]\d{1,2}(?:\.\d+)?)([-+]\d{1,3}(?:\.\d+)?)(?:[-+]\d+(?:\.\d+)?)?(?:CRS\w*)?\/?$/,
  // With the height in metres, as receivers of satellite navigation show it: 48.137, 11.575, 519 m
  /^([-+]?\d{1,2}\.\d+)(?:[,;]\s*|\s+)([-+]?\d{1,3}\.\d+)(?:[,;]\s*|\s+)[-+]?\d+(?:\.\d+)?(?: ?m)?$/,
];

/** Links and texts with the longitude first. */
const longitudeFirstPatterns = [
  new RegExp(
    String.raw`^(?:https?://)?[\w.]*yandex\.\S*[?&](?:ll|pt)=${decimalPattern},${decimalPattern}`,
    'i',
  ),
  // Well-known text (OGC 06-103r4)
  new RegExp(String.raw`^POINT ?\(${decimalPattern} ${decimalPattern}\)$`, 'i'),
];

const plusCodeDigits = '23456789CFGHJMPQRVWX';

/** The center of the area of a full Plus Code (Open Location Code), such as `8FWH4HX8+QR`. */
function coordinatesOfPlusCode(text: string): readonly string[] | null {
  const [, first = '', last = ''] =
    /^([2-9CFGHJMPQRVWX]{8})\+([2-9CFGHJMPQRVWX]{2})$/i.exec(text) ?? [];
  if (first === '') return null;
  const digits = Array.from(`${first}${last}`.toUpperCase(), (digit) =>
    plusCodeDigits.indexOf(digit),
  );
  let [latitude, longitude, size] = [-90, -180, 400];
  for (let k = 0; k < digits.length; k += 2) {
    size /= 20;
    latitude += size * (digits[k] ?? 0);
    longitude += size * (digits[k + 1] ?? 0);
  }
  return [latitude, longitude].map((degrees) => (degrees + size / 2).toFixed(6));
}

/**
 * The center of the area that a Maidenhead locator such as `JN58td` names; null for any other text. A locator in capitals
 * is not read, because it may be a British postal code.
 */
function coordinatesOfLocator(text: string): readonly string[] | null {
  if (!/^[A-R]{2}\d{2}[a-x]{2}$/.test(text)) return null;
  const values = Array.from(text, (sign) => parseInt(sign, 36) - (/\d/.test(sign) ? 0 : 10));
  const degrees = (k: number): number =>
    10 * (values[k] ?? 0) + (values[k + 2] ?? 0) + ((values[k + 4] ?? 0) + 0.5) / 24 - 90;
  return [degrees(1).toFixed(6), (2 * degrees(0)).toFixed(6)];
}

function coordinatesOfLink(text: string): readonly string[] | null {
  const plainText = text.replaceAll(/%2C/gi, ',');
  for (const pattern of longitudeFirstPatterns) {
    const match = pattern.exec(plainText);
    if (match !== null) return match.slice(1).reverse();
  }
  for (const pattern of linkPatterns) {
    const match = pattern.exec(plainText);
    if (match !== null) return match.slice(1);
  }
  return null;
}

/** Words for the points of the compass in English, German, Spanish, French and Japanese. */
const compassWords: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:north|nördlicher breite|norden|nord|norte)(?!\p{L})/giu, 'N'],
  [/(?<!\p{L})(?:south|südlicher breite|süden|süd|sued|sud|sur)(?!\p{L})/giu, 'S'],
  [/(?<!\p{L})(?:east|östlicher länge|osten|ost|este|est)(?!\p{L})/giu, 'E'],
  [/(?<!\p{L})(?:west|westlicher länge|westen|oeste|ouest)(?!\p{L})/giu, 'W'],
  // Japanese words need no boundary, because nothing separates them from other characters.
  [/北緯|北/gu, 'N'],
  [/南緯|南/gu, 'S'],
  [/東経|東/gu, 'E'],
  [/西経|西/gu, 'W'],
];

const latitudeLabel = String.raw`(?:latitude|latitud|lat|breitengrad|breite|緯度)(?!\p{L})`;
const longitudeLabel = String.raw`(?:longitude|longitud|long|lon|lng|längengrad|länge|経度)(?!\p{L})`;
const labelledPair = (first: string, second: string): RegExp =>
  new RegExp(
    String.raw`^${first}[.:= ]*(?<one>[^:=]{1,40}?)[,;&/ ]*${second}[.:= ]*(?<two>[^:=]{1,40})$`,
    'iu',
  );
const latitudeFirst = labelledPair(latitudeLabel, longitudeLabel);
const longitudeFirst = labelledPair(longitudeLabel, latitudeLabel);

/** `Lat: 48.137 Lon: 11.575`, as phones and receivers show it, without the words and with the latitude first. */
function withoutLabels(text: string): string {
  const { one, two } = latitudeFirst.exec(text)?.groups ?? {};
  if (one !== undefined) return `${one};${two}`;
  const turned = longitudeFirst.exec(text)?.groups;
  return turned === undefined ? text : `${turned['two']};${turned['one']}`;
}

const sexagesimal = (_all: string, degrees: string, minutes: string, seconds?: string): string =>
  `${degrees}°${minutes}'${seconds === undefined ? '' : `${seconds}"`}`;

/** Replaces each kind of sign by one character, and the words of the points of the compass by letters. */
function normaliseEntry(text: string): string {
  const unifiedText = limitMarks(withAsciiDigits(text))
    .normalize('NFC')
    .replaceAll(/[、،；]/gu, ';')
    .replaceAll(/(?<=\d\s?)度/gu, '°')
    .replaceAll(/(?<=\d\s?)分/gu, "'")
    .replaceAll(/(?<=\d\s?)秒/gu, '"')
    .replaceAll(/[\u2212\u2012\u2013\uFE63\uFF0D]/gu, '-')
    .replaceAll(/[\u2033\u201C\u201D\u201F\u02BA\u3003]/gu, '"')
    .replaceAll(/''|[\u2032\u2018\u2019]{2}/gu, '"')
    .replaceAll(/[\u2032\u2018\u2019\u201B\u02B9\u00B4`]/gu, "'")
    .replaceAll(/[\u00BA\u02DA]/gu, '°')
    // `{"lat":48.137,"lng":11.575}`
    .replaceAll(/"(\p{L}+)"\s*:/gu, '$1:')
    .replaceAll(/(?<=\d\s?)(?:degrees?|deg|grados?|grad|degrés?)(?!\p{L})/giu, '°')
    // `480814N 0113431E`, as in notices to pilots.
    .replace(
      /^(\d{2})(\d{2})(\d{2})?([NS])[\s/,]*(\d{3})(\d{2})(\d{2})?([EWO])$/i,
      (
        _all,
        d1: string,
        m1: string,
        s1: string | undefined,
        ns: string,
        d2: string,
        m2: string,
        s2: string | undefined,
        ew: string,
      ) => `${sexagesimal('', d1, m1, s1)}${ns} ${sexagesimal('', d2, m2, s2)}${ew}`,
    )
    // `48:08:14` and `48-08-14` are degrees, minutes and seconds.
    .replaceAll(/(\d{1,3}):(\d{1,2})(?::(\d{1,2}(?:[.,]\d+)?))?(?!\d)/g, sexagesimal)
    .replaceAll(/(?<![\d.,])(\d{1,3})-(\d{1,2})-(\d{1,2}(?:\.\d+)?)(?!\d|[.,]\d)/g, sexagesimal)
    .replaceAll(/[\s\u200b()[\]{}]+/gu, ' ')
    .trim();
  const plainText = compassWords.reduce(
    (kept, [word, letter]) => kept.replaceAll(word, letter),
    withoutLabels(unifiedText),
  );
  // O is east in German, and west in Spanish and French: its meaning follows the language of the app.
  if (m.station_letter_east() === 'O') return plainText.replaceAll(/O/gi, 'E');
  return m.station_letter_west() === 'O' ? plainText.replaceAll(/O/gi, 'W') : plainText;
}

/** Turns decimal commas into points and separating commas into semicolons. */
function replaceCommas(text: string): Reading<string> {
  const decimalCommaPattern = /(?<=\d),(?=\d)/g;
  const count = text.match(decimalCommaPattern)?.length ?? 0;
  const markSeparators = (kept: string): string => kept.replaceAll(/,/g, ';');
  if (count === 0) return readValue(markSeparators(text));
  // If the text has decimal points, its commas are separators.
  if (/\d\.\d/.test(text)) return readValue(markSeparators(text));
  // `52,52,13,40`: only the second comma can separate the coordinates.
  const fourNumbers = /^([-+]?\d+),(\d+),([-+]?\d+),(\d+)$/.exec(text);
  if (fourNumbers)
    return readValue(`${fourNumbers[1]}.${fourNumbers[2]};${fourNumbers[3]}.${fourNumbers[4]}`);
  if (/\d,\d+,\d/.test(text)) return misreadProblem(m.entry_commas());
  return readValue(markSeparators(text.replaceAll(decimalCommaPattern, '.')));
}

function divideBySigns(text: string): readonly string[] {
  const partsBySign = text
    .split(/[;/|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (partsBySign.length !== 1) return partsBySign.length > 2 ? [] : partsBySign;
  const [whole = ''] = partsBySign;
  const partsByLetter = divideByLetters(whole);
  if (partsByLetter !== null) return partsByLetter;
  const secondIndex = secondDegreeIndex(whole);
  if (secondIndex !== null)
    return [whole.slice(0, secondIndex).trim(), whole.slice(secondIndex).trim()];
  const numbers = whole.split(' ');
  return numbers.length === 2 && numbers.every((number) => /^[-+]?[\d.]+$/.test(number))
    ? numbers
    : [whole];
}

/**
 * `52.52 N 13.40 E` and `N 52.52 E 13.40`: two letters, both before or both after their numbers. Null for any other
 * text.
 */
function divideByLetters(text: string): readonly string[] | null {
  const letters = [...text.matchAll(/[NEWO]|(?<![dm]\s?\d+(?:\.\d+)?)S/gi)];
  const [first, second] = letters;
  if (first === undefined || second === undefined || letters.length > 2) return null;
  const cutIndex = first.index === 0 ? second.index : first.index + 1;
  const parts = [text.slice(0, cutIndex).trim(), text.slice(cutIndex).trim()];
  return parts.every((part) => /\d/.test(part)) ? parts : null;
}

/** Index of the second coordinate, if each coordinate has a degree sign. */
function secondDegreeIndex(text: string): number | null {
  const matches = [...text.matchAll(/(?:[-+]|(?<!\d))\d+(?:\.\d+)?\s?[°d]/gi)];
  return matches.length === 2 ? (matches[1]?.index ?? null) : null;
}

interface Angle {
  readonly degrees: number;
  /** The axis of the letter, and the letter (N, S, E or W); both are null if there is no letter. */
  readonly axis: Axis | null;
  readonly letter: string | null;
}

const numberPattern = String.raw`(\d+(?:\.\d*)?|\.\d+)`;
/** Between two numbers there is a sign or a space: `0808'` is not 80° 8'. */
const nextNumber = String.raw`\s?(?<![\d.])${numberPattern}`;
const anglePattern = new RegExp(
  String.raw`^${numberPattern}\s?(?:°|d)?(?:${nextNumber}\s?(?:'|m)?(?:${nextNumber}\s?(?:"|s)?)?)?$`,
  'i',
);

/** Reads degrees with optional minutes, seconds, sign and letter. `axis` is for the messages. */
function readAngle(text: string, axis: Axis): Reading<Angle> {
  if (/[dm]\s?[\d.]+S$/i.test(text) && !/[dm]\s?[\d.]+s$/.test(text))
    return misreadProblem(m.entry_letter_s());
  const entryPattern = /^([NSEWO])?\s?([-+])?\s?([^NSEWO]*?)\s?([NSEWO])?$/i;
  // Seconds may be written `s`, which is then not the letter of south.
  const secondsPattern = /(?<=[dm]\s?[\d.]+)s(?=\s?[NSEWO]?$)/;
  const [, prefixLetter, sign, body = '', suffixLetter] =
    entryPattern.exec(text.replace(secondsPattern, '"')) ?? [];
  if (body === '' || (prefixLetter !== undefined && suffixLetter !== undefined))
    return misreadProblem(unreadableProblem(axis));
  const letter = (prefixLetter ?? suffixLetter)?.toUpperCase() ?? null;
  if (letter === 'O') return misreadProblem(m.entry_letter_o());
  if (letter !== null && sign === '-') return misreadProblem(m.entry_sign_and_letter({ letter }));
  const [, degrees, minutes, seconds] = anglePattern.exec(body) ?? [];
  if (degrees === undefined) return misreadProblem(unreadableProblem(axis));
  // Only the last number may have a fraction.
  if ((minutes !== undefined && degrees.includes('.')) || (seconds && minutes?.includes('.')))
    return misreadProblem(unreadableProblem(axis));
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60)
    return misreadProblem(m.entry_minutes());
  const absoluteDegrees = Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600;
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  return readValue({
    degrees: isNegative && absoluteDegrees !== 0 ? -absoluteDegrees : absoluteDegrees,
    axis: letter === null ? null : 'NS'.includes(letter) ? 'latitude' : 'longitude',
    letter,
  });
}

function requireWithinLimits(degrees: number, axis: Axis): Reading<number> {
  const limit = axisLimits[axis];
  if (Math.abs(degrees) <= limit) return readValue(degrees);
  return misreadProblem(axis === 'latitude' ? m.entry_latitude_range() : m.entry_longitude_range());
}

function placeOf(first: string, second: string): Reading<Place> {
  const firstAngle = readAngle(first, 'latitude');
  if (!firstAngle.ok) return firstAngle;
  const secondAngle = readAngle(second, 'longitude');
  if (!secondAngle.ok) return secondAngle;
  if (firstAngle.value.axis !== null && firstAngle.value.axis === secondAngle.value.axis)
    return misreadProblem(
      firstAngle.value.axis === 'latitude' ? m.entry_latitude_twice() : m.entry_longitude_twice(),
    );
  const isTurned = firstAngle.value.axis === 'longitude' || secondAngle.value.axis === 'latitude';
  const [north, east] = isTurned
    ? [secondAngle.value, firstAngle.value]
    : [firstAngle.value, secondAngle.value];
  const latitude = requireWithinLimits(north.degrees, 'latitude');
  if (!latitude.ok) return latitude;
  const longitude = requireWithinLimits(east.degrees, 'longitude');
  if (!longitude.ok) return longitude;
  return readValue({ latitude: latitude.value, longitude: longitude.value });
}
