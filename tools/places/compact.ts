import { foldText } from '#renderer/station/places/fold.ts';

/** Columns of GeoNames' table (https://download.geonames.org/export/dump/readme.txt). */
const columns = {
  name: 1,
  ascii: 2,
  alternates: 3,
  latitude: 4,
  longitude: 5,
  country: 8,
  region: 10,
};
const population = 14;
const leastPopulation = 15_000;
/** Longer names are descriptions; they only cost room. */
const longestName = 40;

/**
 * Reduces GeoNames' table to a line for each place, the most populous first:
 * `name, country, region, latitude, longitude, other names`, with tabs between. Degrees have three decimals (100 m);
 * the other names are folded, with commas between.
 */
export function compactPlaces(table: string): string {
  return table
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((row) => Number(row[population]) >= leastPopulation)
    .sort((a, b) => Number(b[population]) - Number(a[population]))
    .map(compactRow)
    .join('\n');
}

function compactRow(row: readonly string[]): string {
  const column = (key: keyof typeof columns): string => row[columns[key]] ?? '';
  const degrees = (key: 'latitude' | 'longitude'): string =>
    String(Math.round(Number(column(key)) * 1000) / 1000);
  const own = foldText(column('name'));
  const others = new Set([column('ascii'), ...column('alternates').split(',')].map(foldText));
  others.delete(own);
  const kept = [...others].filter(
    (name) => name.length > 1 && name.length <= longestName && !/[\d:]/.test(name),
  );
  // Letters stand for a region only in some countries, as in "Springfield, IL"; elsewhere they are numbers.
  const region = /^[A-Z]{2}$/.test(column('region')) ? column('region') : '';
  return [
    column('name'),
    column('country'),
    region,
    degrees('latitude'),
    degrees('longitude'),
    kept.join(','),
  ].join('\t');
}
