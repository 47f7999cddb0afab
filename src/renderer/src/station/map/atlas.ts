import type { GeoPermissibleObjects } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import atlasUrl from 'world-atlas/countries-110m.json?url';
import seasUrl from '#shared/station/sky/seas.json?url';
import {
  createPlaceUnder,
  type CountryFeature,
  type PlaceUnder,
} from '#shared/station/sky/place-under.ts';
import type { SeaOutlines } from '#shared/station/sky/seas.ts';

type Country = Polygon<{ name: string }> | MultiPolygon<{ name: string }>;
type World = Topology<{
  land: GeometryCollection;
  countries: GeometryCollection<{ name: string }> & { geometries: Country[] };
}>;

export interface Atlas {
  readonly land: GeoPermissibleObjects;
  /** Borders between countries, without coasts. */
  readonly borders: GeoPermissibleObjects;
  readonly placeUnder: PlaceUnder;
}

let atlasPromise: Promise<Atlas> | null = null;

/** Reads the bundled map of the world (Natural Earth) once. Rejects when its file cannot be read. */
export function loadAtlas(): Promise<Atlas> {
  atlasPromise ??= readAtlas().catch((error: unknown) => {
    // Let the next call try again.
    atlasPromise = null;
    throw error;
  });
  return atlasPromise;
}

async function readAtlas(): Promise<Atlas> {
  const readJson = async (url: string): Promise<unknown> => (await fetch(url)).json();
  const [world, seas] = await Promise.all([readJson(atlasUrl), readJson(seasUrl)]);
  const topology = world as World;
  const { land, countries } = topology.objects;
  return {
    land: feature(topology, land),
    borders: mesh(topology, countries, (one, other) => one !== other),
    placeUnder: createPlaceUnder(
      feature(topology, countries).features as CountryFeature[],
      seas as SeaOutlines,
    ),
  };
}
