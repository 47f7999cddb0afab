import { feature } from 'topojson-client';
import type { GeometryCollection, MultiPolygon, Polygon, Topology } from 'topojson-specification';
import { inOwnTurn } from '#runtime/clock.ts';
import {
  createPlaceUnder,
  type CountryFeature,
  type PlaceUnder,
} from '#shared/station/sky/place-under.ts';

type Countries = Topology<{
  countries: GeometryCollection<{ name: string }> & {
    geometries: (Polygon<{ name: string }> | MultiPolygon<{ name: string }>)[];
  };
}>;

/** Loads the bundled map of countries (Natural Earth, public domain; 100 KB). */
export async function loadPlaceUnder(): Promise<PlaceUnder> {
  const [atlas, seas] = await inOwnTurn(() =>
    Promise.all([
      import('world-atlas/countries-110m.json', { with: { type: 'json' } }),
      import('#shared/station/sky/seas.json', { with: { type: 'json' } }),
    ]),
  );
  const topology = atlas.default as unknown as Countries;
  const { features } = feature(topology, topology.objects.countries);
  return inOwnTurn(() => createPlaceUnder(features as CountryFeature[], seas.default));
}
