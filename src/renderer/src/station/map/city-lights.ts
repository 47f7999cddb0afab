import type { GeoProjection } from 'd3-geo';
import { radians, type Place } from '#shared/station/sky/earth.ts';
import { darkCircle } from '#shared/station/sky/sun.ts';
import { globeOfProjection, spotOnGlobe, type Globe } from './globe.ts';
import { pointOfPlace } from './projection.ts';
import { vectorOfPlace } from './sphere.ts';

/** Lights are on where the Sun is lower than this, degrees: at the end of civil twilight. */
const maxSunElevation = -6;
/**
 * The styles of the lights. Cities are sorted by population; `upTo` is the number of cities in this style and in all
 * styles before it. `size` is the side of the square in CSS pixels, `alpha` the opacity.
 */
const lightStyles = [
  { upTo: 120, size: 2.2, alpha: 0.95 },
  { upTo: 700, size: 1.5, alpha: 0.75 },
  { upTo: 3000, size: 1, alpha: 0.55 },
] as const;
export const maxLights = lightStyles[2].upTo;

/** A colour, each part from 0 to 255. */
export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];

export interface CityLight extends Place {
  readonly vector: ReturnType<typeof vectorOfPlace>;
}

/** Returns the lights of the `maxLights` most populous cities. `cities` must be sorted by population, largest first. */
export const cityLightsOf = (cities: readonly Place[]): readonly CityLight[] =>
  cities.slice(0, maxLights).map((city) => ({ ...city, vector: vectorOfPlace(city) }));

/**
 * Draws the lights of the cities where it is night. All lights with the same brightness and size form one path.
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
  const globe = globeOfProjection(projection);
  context.fillStyle = colour;
  for (const { size, alpha, inDark } of darkLights(lights, time)) {
    context.beginPath();
    for (const light of inDark) {
      const spot =
        globe === null ? pointOfPlace(projection, light) : spotOnGlobe(globe, light.vector);
      if (spot !== null) context.rect(spot[0] - size / 2, spot[1] - size / 2, size, size);
    }
    context.globalAlpha = alpha;
    context.fill();
  }
  context.globalAlpha = 1;
}

/**
 * Draws the lights into the pixels of a picture of the globe: each light is a square of whole pixels. This takes a
 * tenth of the time of `drawLights`.
 *
 * @param time Unix seconds
 */
export function stampLights(
  { pixels, across }: { readonly pixels: Uint32Array; readonly across: number },
  globe: Globe,
  lights: readonly CityLight[],
  {
    time,
    colour: [red, green, blue, opacity],
  }: {
    readonly time: number;
    readonly colour: Rgba;
  },
): void {
  const bytes = new Uint8Array(pixels.buffer);
  const picture = { ...globe, x: across / 2, y: across / 2, radius: across / 2 };
  for (const { size, alpha, inDark } of darkLights(lights, time)) {
    const exactSide = (size * across) / (2 * globe.radius);
    const side = Math.max(1, Math.round(exactSide));
    const share = alpha * (opacity / 255) * Math.min(1, (exactSide / side) ** 2);
    if (share === 0) continue;
    for (const { vector } of inDark) {
      const spot = spotOnGlobe(picture, vector);
      if (spot === null) continue;
      const [x, y] = [Math.round(spot[0] - side / 2), Math.round(spot[1] - side / 2)];
      for (let k = 0; k < side * side; k += 1) {
        const index = 4 * ((y + Math.floor(k / side)) * across + x + (k % side));
        const belowAlpha = ((bytes[index + 3] ?? NaN) / 255) * (1 - share);
        const mix = (over: number, under: number): number =>
          (over * share + under * belowAlpha) / (share + belowAlpha);
        bytes[index] = mix(red, bytes[index] ?? NaN);
        bytes[index + 1] = mix(green, bytes[index + 1] ?? NaN);
        bytes[index + 2] = mix(blue, bytes[index + 2] ?? NaN);
        bytes[index + 3] = 255 * (share + belowAlpha);
      }
    }
  }
}

interface LightsOfStyle {
  readonly size: number;
  readonly alpha: number;
  readonly inDark: readonly CityLight[];
}
let lastDarkLights: {
  readonly lights: readonly CityLight[];
  readonly time: number;
  readonly ranked: readonly LightsOfStyle[];
} | null = null;

/** The lights of each style that are in the dark; computed once while the globe turns. */
function darkLights(lights: readonly CityLight[], time: number): readonly LightsOfStyle[] {
  if (lastDarkLights?.lights === lights && lastDarkLights.time === time)
    return lastDarkLights.ranked;
  const { center, radius } = darkCircle(time, maxSunElevation);
  const [x, y, z] = vectorOfPlace(center);
  const minCosine = Math.cos(radius * radians);
  const rankedLights = lightStyles.map(({ upTo, size, alpha }, k) => ({
    ...{ size, alpha },
    inDark: lights
      .slice(lightStyles[k - 1]?.upTo ?? 0, upTo)
      .filter(({ vector: [cx, cy, cz] }) => cx * x + cy * y + cz * z >= minCosine),
  }));
  lastDarkLights = { lights, time, ranked: rankedLights };
  return rankedLights;
}
