import { m } from '#words';
import { foldText } from './fold.ts';

/** A town of GeoNames. */
export interface Town {
  readonly name: string;
  /** ISO 3166-1, two letters. */
  readonly country: string;
  /** Letters of the region in countries that use them, such as `IL`; else empty. */
  readonly region: string;
  /** Degrees, north positive. */
  readonly latitude: number;
  /** Degrees, east positive. */
  readonly longitude: number;
}

export interface Towns {
  /**
   * The towns whose name begins with the query, then towns that contain it elsewhere; the most populous first. Text
   * after a comma limits the result to a country or region: `Springfield, IL`. Empty for an empty query.
   */
  search(query: string, limit: number): readonly Town[];
  /** The places of the most populous towns, in order. */
  largest(count: number): readonly Coordinates[];
  /** The towns within a distance, the most populous first. */
  around(place: Coordinates, withinKm: number, limit: number): readonly Town[];
  /**
   * The large city within 10 km, else the town at a place, else the most populous within 10 km, else the nearest. Null
   * if none is within `withinKm`.
   */
  nearest(place: { latitude: number; longitude: number }, withinKm: number): Town | null;
}

/**
 * Creates a search over the text that `compactPlaces` writes.
 *
 * @param countryName the name of a country in the user's language, by its two letters
 */
export function readTowns(text: string, countryName: (code: string) => string): Towns {
  const lines = text.split('\n');
  // Folded at the first search. A space marks the start of a name.
  let foldedNames: readonly string[] | null = null;
  const foldNames = (): readonly string[] =>
    lines.map((line) => {
      const [name = '', , , , , others = ''] = line.split('\t');
      return ` ${foldText(name)}, ${others.replaceAll(',', ', ')}`;
    });
  const townAt = (index: number): Town => {
    const [name = '', country = '', region = '', latitude, longitude] = (lines[index] ?? '').split(
      '\t',
    );
    return { name, country, region, latitude: Number(latitude), longitude: Number(longitude) };
  };
  /** Latitude and longitude of each line in turn, read at the first call. */
  let coordinateList: Float64Array | null = null;
  const coordinatesOf = (index: number): Coordinates => {
    coordinateList ??= Float64Array.from(
      lines.flatMap((line) => line.split('\t', 5).slice(3).map(Number)),
    );
    return {
      latitude: coordinateList[2 * index] ?? 0,
      longitude: coordinateList[2 * index + 1] ?? 0,
    };
  };
  const isInArea = ({ country, region }: Town, where: string): boolean =>
    [country, region, countryName(country)].some((name) => foldText(name).startsWith(where));

  return {
    search(query, limit) {
      const [first = '', ...rest] = query.split(/[,，、]/);
      const foldedQuery = foldText(first);
      const areaQuery = foldText(rest.join(' '));
      if (foldedQuery === '') return [];
      foldedNames ??= foldNames();
      const indicesByRank: number[][] = [[], [], []];
      for (const [index, name] of foldedNames.entries()) {
        if (!name.includes(foldedQuery)) continue;
        const rank = name.startsWith(` ${foldedQuery}`)
          ? 0
          : name.includes(` ${foldedQuery}`)
            ? 1
            : 2;
        // Latin letters match only at the beginning of a word. Other scripts, some without spaces, match anywhere.
        if (rank === 2 && /^[\p{Script=Latin} ]+$/u.test(foldedQuery)) continue;
        indicesByRank[rank]?.push(index);
      }
      const foundTowns: Town[] = [];
      for (const index of indicesByRank.flat()) {
        const town = townAt(index);
        if (areaQuery === '' || isInArea(town, areaQuery)) foundTowns.push(town);
        if (foundTowns.length === limit) break;
      }
      return foundTowns;
    },

    largest: (count) =>
      Array.from({ length: Math.min(count, lines.length) }, (_, index) => coordinatesOf(index)),

    around(place, withinKm, limit) {
      const foundTowns: Town[] = [];
      const maxDegrees = withinKm / kmPerDegree;
      for (let index = 0; index < lines.length && foundTowns.length < limit; index++) {
        const townPlace = coordinatesOf(index);
        if (Math.abs(townPlace.latitude - place.latitude) > maxDegrees) continue;
        if (distanceKm(townPlace, place) <= withinKm) foundTowns.push(townAt(index));
      }
      return foundTowns;
    },

    nearest(place, withinKm) {
      let city: Town | null = null;
      let nearestTown: Town | null = null;
      let nearestKm = withinKm;
      const maxDegrees = withinKm / kmPerDegree;
      for (const index of lines.keys()) {
        const { latitude } = coordinatesOf(index);
        if (Math.abs(latitude - place.latitude) > maxDegrees) continue;
        const town = townAt(index);
        const km = distanceKm(town, place);
        // Lines are sorted by population. A large city is better known than its districts.
        if (km <= cityRadiusKm && index < largeCityCount) return town;
        // The user chose the place by the name of this town.
        if (km <= samePlaceKm) return town;
        if (km <= cityRadiusKm) city ??= town;
        if (km <= nearestKm) [nearestTown, nearestKm] = [town, km];
      }
      return city ?? nearestTown;
    },
  };
}

const kmPerDegree = 111.2;
/**
 * A town that is nearer than this, in kilometres, is at the place itself. The list rounds coordinates more coarsely.
 */
const samePlaceKm = 0.05;
/** Number of cities with about a million inhabitants or more. */
const largeCityCount = 500;
/** The assumed radius of a city, kilometres. */
const cityRadiusKm = 10;
const radians = Math.PI / 180;

type Coordinates = Pick<Town, 'latitude' | 'longitude'>;

/** Great-circle distance on a sphere of the Earth's mean radius (haversine formula), accurate to 0.5 %. */
function distanceKm(a: Coordinates, b: Coordinates): number {
  const haversine = (degrees: number): number => Math.sin((degrees * radians) / 2) ** 2;
  const h =
    haversine(a.latitude - b.latitude) +
    Math.cos(a.latitude * radians) *
      Math.cos(b.latitude * radians) *
      haversine(a.longitude - b.longitude);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The region, where it is known, and the country of a town, such as `IL, United States`. */
export function areaInWords(
  { region, country }: Town,
  countryName: (code: string) => string,
): string {
  const name = countryName(country);
  return region === '' ? name : m.places_area({ region, country: name });
}

/** A town with its region and country, such as `Springfield, IL, United States`. */
export const townInWords = (town: Town, countryName: (code: string) => string): string =>
  m.places_town({ town: town.name, area: areaInWords(town, countryName) });
