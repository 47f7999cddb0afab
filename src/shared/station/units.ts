import { formatLocale } from '../language/language.ts';
import { quantityInWords } from '../words.ts';

/** Countries whose road signs use miles: the United States, the United Kingdom, Liberia and Myanmar. */
const mileRegions: ReadonlySet<string> = new Set(['US', 'GB', 'LR', 'MM']);

/**
 * Whether distances are in miles: the user's choice, else that of the region. A language without a region uses
 * kilometres.
 */
export function usesMiles(): boolean {
  const locale = formatLocale();
  const chosenSystem = /-ms-(\w+)/.exec(locale)?.[1];
  return chosenSystem === undefined
    ? mileRegions.has(new Intl.Locale(locale).region ?? '')
    : chosenSystem !== 'metric';
}

export const kmPerMile = 1.609344;

/** The kilometres of one unit of the user: a mile or a kilometre. */
export const kmPerUserUnit = (): number => (usesMiles() ? kmPerMile : 1);

/** A distance in the user's unit. */
export const toUserUnits = (km: number): readonly [value: number, unit: string] =>
  usesMiles() ? [km / kmPerMile, 'mile'] : [km, 'kilometer'];

const feetPerMetre = 1 / 0.3048;

/** The unit for heights of places, and conversions from and to metres. */
export const heightUnit = (): 'foot' | 'meter' => (usesMiles() ? 'foot' : 'meter');
export const toHeightUnit = (metres: number): number =>
  Math.round(usesMiles() ? metres * feetPerMetre : metres);
export const fromHeightUnit = (value: number): number =>
  usesMiles() ? value / feetPerMetre : value;

/** The height of a place above sea level, such as `524 m` or `1,719 ft`. */
export const placeHeightInWords = (metres: number): string =>
  quantityInWords(toHeightUnit(metres), heightUnit());

/** A height or a change of height to one decimal place, such as `417.3 km` or `259.3 mi`. */
export function heightInWords(km: number): string {
  const [value, unit] = toUserUnits(km);
  return quantityInWords(value, unit, { maximumFractionDigits: 1 });
}
