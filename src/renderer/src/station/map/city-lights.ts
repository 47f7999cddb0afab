import type { GeoProjection } from 'd3-geo';
import { radians, type Place } from '#shared/station/sky/earth.ts';
import { darkCircle } from '#shared/station/sky/sun.ts';
import { globeOf, spotOnGlobe } from './globe.ts';
import { spotOf } from './projection.ts';
import { vectorOf } from './sphere.ts';

/** Lights are on where the Sun is lower than this, degrees: at the end of civil twilight. */
const litBelow = -6;
/** The population ranks up to which cities are drawn in each style: radius in CSS pixels, and opacity. */
const ranks = [
  { upTo: 120, size: 2.2, alpha: 0.95 },
  { upTo: 700, size: 1.5, alpha: 0.75 },
  { upTo: 3000, size: 1, alpha: 0.55 },
] as const;
export const mostLights = ranks[2].upTo;

export interface CityLight extends Place {
  readonly vector: ReturnType<typeof vectorOf>;
}

/** The lights of these cities, which must be sorted by population. */
export const lightsOf = (cities: readonly Place[]): readonly CityLight[] =>
  cities.slice(0, mostLights).map((city) => ({ ...city, vector: vectorOf(city) }));

/**
 * Draws the lights of the cities that are in the dark, each rank as one path.
 *
 * @param time Unix seconds
 */
export function drawLights(
  context: Pick<
    CanvasRenderingContext2D,
    'beginPath' | 'rect' | 'fill' | 'globalAlpha' | 'fillStyle'
  >,
  projection: GeoProjection,
  lights: readonly CityLight[],
  { time, colour }: { readonly time: number; readonly colour: string },
): void {
  const globe = globeOf(projection);
  context.fillStyle = colour;
  for (const [rank, inDark] of darkLights(lights, time).entries()) {
    const { size, alpha } = ranks[rank] ?? ranks[2];
    context.beginPath();
    for (const light of inDark) {
      const spot = globe === null ? spotOf(projection, light) : spotOnGlobe(globe, light.vector);
      if (spot !== null) context.rect(spot[0] - size / 2, spot[1] - size / 2, size, size);
    }
    context.globalAlpha = alpha;
    context.fill();
  }
  context.globalAlpha = 1;
}

let lastDark: {
  readonly lights: readonly CityLight[];
  readonly time: number;
  readonly ranked: readonly (readonly CityLight[])[];
} | null = null;

/** The lights of each rank that are in the dark; computed once while the globe turns. */
function darkLights(lights: readonly CityLight[], time: number): readonly (readonly CityLight[])[] {
  if (lastDark?.lights === lights && lastDark.time === time) return lastDark.ranked;
  const { center, radius } = darkCircle(time, litBelow);
  const [x, y, z] = vectorOf(center);
  const least = Math.cos(radius * radians);
  const ranked = ranks.map(({ upTo }, k) =>
    lights
      .slice(ranks[k - 1]?.upTo ?? 0, upTo)
      .filter(({ vector: [cx, cy, cz] }) => cx * x + cy * y + cz * z >= least),
  );
  lastDark = { lights, time, ranked };
  return ranked;
}
