import { relativeFormat } from '#shared/language/formats.ts';
import { quantityInWords } from '#shared/words.ts';
import { toUserUnits, kmPerMile, usesMiles } from '#shared/station/units.ts';

const format = (value: number, unit: string, digits: number): string =>
  quantityInWords(value, unit, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A distance, such as `422 km` or `262 mi`; below 10 with one decimal place. */
export function distanceInWords(km: number): string {
  const [value, unit] = toUserUnits(km);
  return format(value, unit, value < 9.95 ? 1 : 0);
}

/** A speed, such as `27,580 km/h` or `17,140 mph`. Rounded to tens: the figure changes slowly enough to be read. */
export function speedInWords(kmPerSecond: number): string {
  const kmPerHour = kmPerSecond * 3600;
  const [value, unit] = usesMiles()
    ? [kmPerHour / kmPerMile, 'mile-per-hour']
    : [kmPerHour, 'kilometer-per-hour'];
  return format(Math.round(value / 10) * 10, unit, 0);
}

/** Returns a duration as a whole number of its largest suitable unit. The number is never negative. */
function largestUnit(ms: number): readonly [number, 'second' | 'minute' | 'hour' | 'day'] {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return [seconds, 'second'];
  if (seconds < 3600) return [Math.floor(seconds / 60), 'minute'];
  if (seconds < 48 * 3600) return [Math.floor(seconds / 3600), 'hour'];
  return [Math.floor(seconds / 86_400), 'day'];
}

/** The time since an event, such as `12 sec. ago`. */
export function ageInWords(ms: number): string {
  const [count, unit] = largestUnit(ms);
  return relativeFormat({ numeric: 'always', style: 'short' }).format(-count, unit);
}
