import { type Light, paint } from './light.ts';
import type { Colour } from './palettes.ts';
import { between, type Random, randomFrom } from '#embedded/picture/random.ts';
import type { Scene } from './scene.ts';
import type { Size } from '#embedded/picture/size.ts';

/** Per picture height of the picture's width: 210 on 16:9. */
const density = 118;

/** Lengths in pixels of the picture. */
interface Conifer {
  readonly x: number;
  readonly top: number;
  readonly foot: number;
  readonly half: number;
  readonly tiers: number;
  readonly lean: number;
  /** Its ragged edge, row by row. */
  readonly edge: Random;
}

/**
 * Conifers along a fold of the land, taller towards the edges, so that they frame the view.
 *
 * @param outline height of the fold above the picture's bottom, in picture heights, at `u` from the left
 * @returns draws their part of a row; rows come from the top
 */
export function plantTrees(
  scene: Scene,
  { width, height }: Size,
  outline: (u: number) => number,
  [r, g, b]: Colour,
): (band: Light, y: number) => void {
  const random = randomFrom(`${scene.seed} trees`);
  const aspect = width / height;
  const clearing = between(random, 0.35, 0.65);
  const count = Math.round(density * aspect);
  const trees = Array.from({ length: count }, (_, n): Conifer => {
    const u = aspect * ((n + random()) / count);
    const edge = Math.abs(u / aspect - clearing) * 2;
    const tall = (0.022 + 0.1 * edge ** 1.8) * between(random, 0.5, 1.25) * height;
    const foot = (1 - outline(u) + 0.012) * height;
    return {
      x: u * height,
      top: foot - tall,
      foot,
      half: tall * between(random, 0.15, 0.22),
      tiers: Math.round(between(random, 7, 11)),
      lean: between(random, -0.02, 0.02),
      edge: randomFrom(`${scene.seed} tree ${n}`),
    };
  });

  return (band, y) => {
    for (const { x, top, foot, half, tiers, lean, edge } of trees) {
      const tall = foot - top;
      if (y < Math.floor(top) || y >= foot + tall * 0.2) continue;
      const t = Math.max(0, (y + 0.5 - top) / tall);
      const reach = t < 0.06 ? 0.4 : half * Math.min(1, t) * (0.5 + 0.5 * ((t * tiers) % 1)) + 0.4;
      const left = x + lean * (foot - y) - reach * (0.88 + 0.24 * edge());
      const right = x + lean * (foot - y) + reach * (0.88 + 0.24 * edge());
      for (let px = Math.floor(left); px <= right; px++) {
        paint(band, px, y, Math.min(px + 1, right) - Math.max(px, left), r, g, b);
      }
    }
  };
}
