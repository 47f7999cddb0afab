import { type Palette, palettes } from './palettes.ts';
import { between, hash32, pick, randomFrom } from '#embedded/picture/random.ts';

export type Landscape = 'peaks' | 'pines' | 'lake';

/**
 * What one date looks like, at any size. Lengths are in picture heights, from the top left corner;
 * angles are radians.
 */
export interface Scene {
  readonly seed: string;
  readonly palette: Palette;
  readonly landscape: Landscape;
  /** Where the ground begins, measured from the top. */
  readonly horizon: number;
  /** The Milky Way: a bent band through `x`, `y`, widest and warmest at `bulge` along it. */
  readonly band: {
    readonly x: number;
    readonly y: number;
    readonly angle: number;
    readonly bend: number;
    readonly width: number;
    readonly bulge: number;
    readonly light: number;
  };
  /** How much gas glows, of each kind. */
  readonly gas: number;
  readonly otherGas: number;
}

const dayMs = 86_400_000;

/** Wider than this is a panorama: the Milky Way arches over it. Lower than 1 is a portrait: it rises steeply. */
const panorama = 2.5;

/** Palette and landscape of a date, which go round in turn, so that no two days in a row look alike. */
export function motifOf(date: string): Pick<Scene, 'palette' | 'landscape'> {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
  const week = Math.floor(day / palettes.length);
  const turn = (day * 3 + (hash32(`palettes ${week}`) % palettes.length)) % palettes.length;
  const landscapes = ['peaks', 'pines', 'lake'] as const;
  return { palette: palettes[turn] ?? palettes[0], landscape: landscapes[day % 3] ?? 'lake' };
}

/**
 * The scene of a date (`YYYY-MM-DD`), composed for the shape of a picture: always the same for the same two.
 *
 * @param aspect width by height
 */
export function sceneOf(date: string, aspect: number): Scene {
  const random = randomFrom(`${date} scene`);
  const { palette, landscape } = motifOf(date);
  const lean = pick(random, [-1, 1]);
  const horizon = landscape === 'lake' ? between(random, 0.7, 0.76) : between(random, 0.82, 0.88);
  const band = {
    x: aspect * between(random, 0.3375, 0.66375),
    y: between(random, 0.32, 0.48),
    angle: lean * between(random, 0.5, 1.25),
    bend: between(random, -0.12, 0.12),
    width: between(random, 0.085, 0.125),
    bulge: lean * between(random, 0.05, 0.4),
    light: between(random, 0.85, 1.2),
  };
  return {
    seed: date,
    palette,
    landscape,
    horizon,
    band: { ...band, ...reshaped(band, aspect) },
    gas: between(random, 0.6, 1.15),
    otherGas: between(random, 0.45, 1),
  };
}

function reshaped(
  { y, angle, bend, width }: Scene['band'],
  aspect: number,
): Partial<Scene['band']> {
  if (aspect > panorama) {
    // From one edge to the other, highest near the middle.
    const half = aspect / 2;
    return { y: y - 0.16, angle: angle * 0.06, bend: (bend * 0.5 - 0.42) / (half * half) };
  }
  const isPortrait = aspect < 1;
  // Narrower, so that dark sky is left beside it.
  return isPortrait ? { angle: angle * 0.5 + Math.sign(angle) * 0.75, width: width * 0.8 } : {};
}
