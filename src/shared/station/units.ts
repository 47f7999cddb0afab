import { formatLocale } from '../language/language.ts';

/** Countries whose road signs give miles: the United States, the United Kingdom, Liberia and Myanmar. */
const mileRegions: ReadonlySet<string> = new Set(['US', 'GB', 'LR', 'MM']);

/** Whether the person's region measures in miles. A language without a region measures in kilometres. */
export const usesMiles = (): boolean =>
  mileRegions.has(new Intl.Locale(formatLocale()).region ?? '');

export const kmPerMile = 1.609344;

/** A distance in the unit of the person's region. */
export const inUnitsOfRegion = (km: number): readonly [value: number, unit: string] =>
  usesMiles() ? [km / kmPerMile, 'mile'] : [km, 'kilometer'];

const feetPerMetre = 1 / 0.3048;

/** Heights of places, in metres: in the unit of the person's region, and back. */
export const heightUnit = (): 'foot' | 'meter' => (usesMiles() ? 'foot' : 'meter');
export const inHeightUnit = (metres: number): number =>
  Math.round(usesMiles() ? metres * feetPerMetre : metres);
export const fromHeightUnit = (value: number): number =>
  usesMiles() ? value / feetPerMetre : value;

/** The height of a place above sea level: such as `524 m` or `1,719 ft`. */
export const placeHeightInWords = (metres: number): string =>
  new Intl.NumberFormat(formatLocale(), { style: 'unit', unit: heightUnit() }).format(
    inHeightUnit(metres),
  );

/** A height, or how much it changed, to a tenth: such as `417.3 km` or `259.3 mi`. */
export function heightInWords(km: number): string {
  const [value, unit] = inUnitsOfRegion(km);
  return new Intl.NumberFormat(formatLocale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(value);
}
