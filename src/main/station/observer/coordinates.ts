import { fail, ok, type Result } from '#shared/failure.ts';
import { observerSchema, type Observer } from '#shared/station/sky/observer.ts';

/** One angle: a letter or a sign, degrees, minutes and seconds as far as given, a letter. */
const angle =
  /^([NSEW])?\s*([+-]?)(\d{1,3}(?:\.\d+)?)\s*°?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|''|′′)\s*)?([NSEW])?$/i;
const metres = /^([+-]?\d{1,5}(?:\.\d+)?)\s*m?$/i;

/**
 * Reads coordinates as people write them: latitude, longitude, and metres above sea level if given.
 * `52.52, 13.4`, `33.87 S 151.21 E`, `52°31′12″N 13°24′18″E`, `-0.18 -78.47 2850`, and with decimal commas
 * `52,52; 13,4`. With letters the order is free.
 *
 * @returns `invalid-input` with a sentence that says what is wrong
 */
export function parseCoordinates(text: string): Result<Observer> {
  const parts = split(text);
  const [first = '', second = '', third, ...rest] = parts;
  if (second === '' || rest.length > 0) {
    return refuse('A latitude and a longitude are needed, such as 52.52, 13.40.');
  }
  const a = parseAngle(first);
  const b = parseAngle(second);
  if (a === null || b === null) {
    return refuse(`${a === null ? first : second} is no angle in degrees.`);
  }
  const altitude = third === undefined ? 0 : Number(metres.exec(third)?.[1] ?? NaN);
  if (Number.isNaN(altitude)) return refuse(`${third ?? ''} is no altitude in metres.`);
  const isSwapped = a.axis === 'longitude' || b.axis === 'latitude';
  const [latitude, longitude] = isSwapped ? [b, a] : [a, b];
  if (latitude.axis === 'longitude' || longitude.axis === 'latitude') {
    return refuse('One of the two must be north or south, the other east or west.');
  }
  return validObserver({ latitude: latitude.degrees, longitude: longitude.degrees, altitude });
}

/** Checks the ranges: latitude ±90°, longitude ±180°, altitude −500 to 9000 m. */
export function validObserver(observer: Observer): Result<Observer> {
  const parsed = observerSchema.safeParse(observer);
  if (parsed.success) return ok(parsed.data);
  const field = parsed.error.issues[0]?.path[0];
  if (field === 'latitude') return refuse('The latitude must be between −90° and 90°.');
  if (field === 'longitude') return refuse('The longitude must be between −180° and 180°.');
  return refuse('The altitude must be between −500 and 9000 metres.');
}

const refuse = (detail: string) => fail({ kind: 'invalid-input', detail } as const);

function split(text: string): string[] {
  // A typed minus sign is U+2212 as often as not.
  const plain = text.trim().replaceAll('−', '-');
  if (plain.includes(';')) return trimmed(plain.replaceAll(',', '.').split(';'));
  const isDecimalComma = /^[+-]?\d+,\d+\s+[+-]?\d+,\d+$/.test(plain);
  if (isDecimalComma) return plain.replaceAll(',', '.').split(/\s+/);
  if (plain.includes(',')) return trimmed(plain.split(','));
  const lettered = plain.match(/[^NSEW]+[NSEW]|[NSEW][^NSEW]+/gi);
  if (/[NSEW]/i.test(plain) && lettered?.join('').length === plain.length) return trimmed(lettered);
  return plain.split(/\s+/);
}

const trimmed = (parts: readonly string[]): string[] => parts.map((part) => part.trim());

interface Angle {
  readonly degrees: number;
  readonly axis: 'latitude' | 'longitude' | null;
}

function parseAngle(text: string): Angle | null {
  const match = angle.exec(text);
  if (match === null) return null;
  const [, before, sign, degrees, minutes, seconds, after] = match;
  if (before !== undefined && after !== undefined) return null;
  const letter = (before ?? after)?.toUpperCase();
  if (letter !== undefined && sign !== '') return null;
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return null;
  const size = Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600;
  const isNegative = sign === '-' || letter === 'S' || letter === 'W';
  const axis =
    letter === undefined ? null : letter === 'N' || letter === 'S' ? 'latitude' : 'longitude';
  return { degrees: isNegative && size > 0 ? -size : size, axis };
}
