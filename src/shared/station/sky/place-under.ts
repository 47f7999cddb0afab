import { m } from '#words';
import { countryPhrase } from './country-words.ts';
import { oceanAt, type SeaOutlines, seaWords } from './seas.ts';

/** A ring of [longitude, latitude, …] in degrees, as in GeoJSON. */
type Coordinates = readonly (readonly number[])[];

/** A country in the form that `topojson-client` returns for `world-atlas/countries-110m.json`. */
export interface CountryFeature {
  /** ISO 3166-1, three digits. */
  readonly id?: string;
  readonly properties: { readonly name: string };
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly Coordinates[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Coordinates[])[] };
}

/**
 * Names the country, sea or ocean at a place (geodetic degrees): "over Brazil", "over the South Pacific Ocean", in the
 * language of the app.
 */
export type PlaceUnder = (latitude: number, longitude: number) => string;

interface Outline {
  /** Longitude and latitude alternating; longitudes continue past ±180°, so that no edge jumps. */
  readonly flat: Float64Array;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/**
 * Returns a function that looks up countries first, then seas, then oceans. At the scale of 1 : 110 million, coasts are
 * accurate to about 20 km, and small islands count as sea. A call takes a few microseconds.
 */
export function createPlaceUnder(
  countries: readonly CountryFeature[],
  seas: SeaOutlines,
): PlaceUnder {
  const countryOutlines = countries.map(({ id, properties, geometry }) => ({
    id,
    name: properties.name,
    polygons: (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map(
      (rings) => rings.map(outlineOf),
    ),
  }));
  const seaOutlines = (Object.keys(seaWords) as (keyof SeaOutlines)[]).map((name) => ({
    words: seaWords[name],
    outline: outlineOf(pairsOf(seas[name])),
  }));
  return (latitude, longitude) => {
    // A point within a hole is within two rings.
    const isInRings = (rings: readonly Outline[]): boolean =>
      rings.reduce((isOdd, ring) => isOdd !== isInside(ring, latitude, longitude), false);
    const land = countryOutlines.find(({ polygons }) => polygons.some(isInRings));
    if (land !== undefined) return m.places_over({ place: countryPhrase(land.name, land.id) });
    const sea = seaOutlines.find(({ outline }) => isInside(outline, latitude, longitude));
    return m.places_over({ place: sea?.words() ?? oceanAt(latitude, longitude) });
  };
}

const pairsOf = (numbers: readonly number[]): Coordinates =>
  Array.from({ length: numbers.length / 2 }, (_, index) => numbers.slice(2 * index, 2 * index + 2));

function outlineOf(ring: Coordinates): Outline {
  const points: number[] = [];
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  function addPoint(longitude: number, latitude: number): void {
    points.push(longitude, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  let previousLongitude: number | null = null;
  for (const [longitude = 0, latitude = 0] of ring) {
    const unwrappedLongitude: number =
      previousLongitude === null
        ? longitude
        : previousLongitude + ((((longitude - previousLongitude + 180) % 360) + 360) % 360) - 180;
    addPoint(unwrappedLongitude, latitude);
    previousLongitude = unwrappedLongitude;
  }
  const firstLongitude = points[0] ?? 0;
  // A ring that goes around the Earth encloses a pole; only Antarctica does.
  if (previousLongitude !== null && Math.abs(previousLongitude - firstLongitude) > 180) {
    addPoint(previousLongitude, -90);
    addPoint(firstLongitude, -90);
  }
  return { flat: new Float64Array(points), west, east, south, north };
}

// The app calls these functions once a minute while it runs. They use plain loops, which reduces the allocated memory
// to a sixth.

function isInside(outline: Outline, latitude: number, longitude: number): boolean {
  if (latitude < outline.south || latitude > outline.north) return false;
  for (let x = longitude - 360; x <= longitude + 360; x += 360)
    if (x >= outline.west && x <= outline.east && crossesOddly(outline.flat, x, latitude))
      return true;
  return false;
}

/** Even-odd rule: a point is inside when a ray to the east crosses the outline an odd number of times. */
function crossesOddly(flat: Float64Array, x: number, y: number): boolean {
  let isOdd = false;
  let px = flat.at(-2) ?? 0;
  let py = flat.at(-1) ?? 0;
  for (let i = 0; i < flat.length; i += 2) {
    const qx = flat[i] ?? 0;
    const qy = flat[i + 1] ?? 0;
    if (qy > y !== py > y && x < qx + ((y - qy) / (py - qy)) * (px - qx)) isOdd = !isOdd;
    px = qx;
    py = qy;
  }
  return isOdd;
}
