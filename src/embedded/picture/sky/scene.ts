import { type Palette, palettes } from './palettes.ts';
import { between, hash32, pick, randomFrom } from './random.ts';

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

/**
 * The scene of a date (`YYYY-MM-DD`): always the same for the same date.
 * Landscape and palette go round in turn, so that no two days in a row look alike.
 */
export function sceneOf(date: string): Scene {
  const random = randomFrom(`${date} scene`);
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
  const week = Math.floor(day / palettes.length);
  const turn = (day * 3 + (hash32(`palettes ${week}`) % palettes.length)) % palettes.length;
  const landscapes = ['peaks', 'pines', 'lake'] as const;
  const landscape = landscapes[day % 3] ?? 'lake';
  const lean = pick(random, [-1, 1]);
  return {
    seed: date,
    palette: palettes[turn] ?? palettes[0],
    landscape,
    horizon: landscape === 'lake' ? between(random, 0.7, 0.76) : between(random, 0.82, 0.88),
    band: {
      x: between(random, 0.6, 1.18),
      y: between(random, 0.32, 0.48),
      angle: lean * between(random, 0.5, 1.25),
      bend: between(random, -0.12, 0.12),
      width: between(random, 0.085, 0.125),
      bulge: lean * between(random, 0.05, 0.4),
      light: between(random, 0.85, 1.2),
    },
    gas: between(random, 0.6, 1.15),
    otherGas: between(random, 0.45, 1),
  };
}
