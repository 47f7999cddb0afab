import { foldWords } from '#shared/fold-text.ts';
import { otherNames } from './other-names.ts';
import { regionTable } from './regions.ts';
import { minPopulation, readRows } from './table.ts';

/**
 * The length of the longest other name that is included, in UTF-16 units. Longer names are descriptions and take too
 * much space.
 */
const maxNameLength = 40;

interface Region {
  readonly country: string;
  readonly code: string;
  readonly letters: string;
  readonly names: string;
}

const regions = regionTable.match(/\S.*/g)?.map((line): Region => {
  const [, country = '', code = '', letters = '', names = ''] =
    /^(\S+) (\S+) (\S+) (.*)$/.exec(line) ?? [];
  return { country, code, letters: letters === '-' ? '' : letters, names };
});

/** Countries in whose addresses the letters of the region are usual, as in "Springfield, IL". */
const lettersAreUsual = new Set(['US', 'CA', 'AU', 'CH']);

/** The key of a region in the text: its letters where the app shows them; else in lower case or a number. */
const keyOf = ({ country, code, letters }: Region): string =>
  lettersAreUsual.has(country) ? letters : (letters || code).toLowerCase();

const otherNamesById = new Map(
  otherNames.match(/\S.*/g)?.map((line): [string, string] => {
    const [, id = '', names = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
    return [id, names];
  }),
);

const regionsByCode = new Map(regions?.map((each) => [`${each.country} ${each.code}`, each]));

/**
 * Reduces GeoNames' table to two parts with an empty line between them. The first has a line for each region of
 * `regionTable`: `country, key, names`. The second has a line for each place, the most populous first: `name, country,
 * key of the region, latitude, longitude, thousands of inhabitants, other names`. Fields are separated by tabs, names
 * by commas, and names are folded. Degrees have three decimals (100 m). The main process has the heights (heights.ts).
 */
export function compactPlaces(table: string): string {
  const regionLines = [...regionsByCode.values()].map((region) =>
    [region.country, keyOf(region), region.names.split(', ').map(foldWords).join(',')].join('\t'),
  );
  const townLines = readRows(table)
    .filter(({ population }) => population >= minPopulation)
    .sort((a, b) => b.population - a.population)
    .map(compactRow);
  return [...regionLines, '', ...townLines].join('\n');
}

function compactRow(row: ReturnType<typeof readRows>[number]): string {
  const degrees = (value: number): string => String(Math.round(value * 1000) / 1000);
  const own = foldWords(row.name);
  const added = otherNamesById.get(row.id)?.split(', ') ?? [];
  const others = new Set([row.ascii, ...row.alternates.split(','), ...added].map(foldWords));
  others.delete(own);
  const keptNames = [...others].filter(
    (name) => name.length > 1 && name.length <= maxNameLength && !/\d/.test(name),
  );
  const region = regionsByCode.get(`${row.country} ${row.region}`);
  return [
    row.name,
    row.country,
    region === undefined ? '' : keyOf(region),
    degrees(row.latitude),
    degrees(row.longitude),
    Math.round(row.population / 1000),
    keptNames.join(','),
  ].join('\t');
}
