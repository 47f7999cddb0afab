import { foldText } from '#renderer/station/places/fold.ts';
import { minPopulation, readRows } from './table.ts';

/**
 * The length of the longest other name that is included, in UTF-16 units. Longer names are descriptions and take too
 * much space.
 */
const maxNameLength = 40;

/**
 * Reduces GeoNames' table to one line for each place, the most populous first: `name, country, region, latitude,
 * longitude, other names`, separated by tabs. Degrees have three decimals (100 m). The other names are folded, and
 * separated by commas. The main process has the heights (heights.ts).
 */
export const compactPlaces = (table: string): string =>
  readRows(table)
    .filter(({ population }) => population >= minPopulation)
    .sort((a, b) => b.population - a.population)
    .map(compactRow)
    .join('\n');

function compactRow(row: ReturnType<typeof readRows>[number]): string {
  const degrees = (value: number): string => String(Math.round(value * 1000) / 1000);
  const own = foldText(row.name);
  const others = new Set([row.ascii, ...row.alternates.split(',')].map(foldText));
  others.delete(own);
  const keptNames = [...others].filter(
    (name) => name.length > 1 && name.length <= maxNameLength && !/[\d:]/.test(name),
  );
  // Only in some countries the code of a region consists of letters, as in "Springfield, IL"; in others it is a number.
  const region = /^[A-Z]{2}$/.test(row.region) ? row.region : '';
  return [
    row.name,
    row.country,
    region,
    degrees(row.latitude),
    degrees(row.longitude),
    keptNames.join(','),
  ].join('\t');
}
