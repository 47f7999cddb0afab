/** Columns of GeoNames' table (https://download.geonames.org/export/dump/readme.txt). */
const columns = {
  id: 0,
  name: 1,
  ascii: 2,
  alternates: 3,
  latitude: 4,
  longitude: 5,
  country: 8,
  region: 10,
  population: 14,
  dem: 16,
};

/** The least number of inhabitants. Smaller towns are not in the app. */
export const minPopulation = 15_000;

interface Row {
  /** The id in GeoNames. */
  readonly id: string;
  readonly name: string;
  readonly ascii: string;
  readonly alternates: string;
  /** The latitude and longitude, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly country: string;
  readonly region: string;
  readonly population: number;
  /** Metres above sea level, by a model of the terrain; −9999: the height is not known. */
  readonly height: number;
}

export const readRows = (table: string): Row[] =>
  table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      const cell = (key: keyof typeof columns): string => cells[columns[key]] ?? '';
      return {
        id: cell('id'),
        name: cell('name'),
        ascii: cell('ascii'),
        alternates: cell('alternates'),
        latitude: Number(cell('latitude')),
        longitude: Number(cell('longitude')),
        country: cell('country'),
        region: cell('region'),
        population: Number(cell('population')),
        height: Number(cell('dem')),
      };
    });
