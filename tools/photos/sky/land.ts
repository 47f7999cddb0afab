import { type Light, paint } from './light.ts';
import { fbm, gradientNoise, ridges, smoothstep } from './noise.ts';
import type { Colour } from './palettes.ts';
import type { Scene } from './scene.ts';
import type { Size } from '#embedded/picture/size.ts';
import { plantTrees } from './trees.ts';

/** One fold of the land, as seen from afar. Lengths in picture heights. */
interface Fold {
  /** Height of its outline above the bottom of the picture, at `u` from the left. */
  readonly outline: (u: number) => number;
  /** Height of its foot, where mist gathers. */
  readonly foot: number;
  /** Its own colour, and the mist's. */
  readonly colour: Colour;
  readonly mist: Colour;
}

export interface Land {
  /** Covers the land's part of a row with it. `y` counts from the top of the picture. */
  readonly cover: (band: Light, y: number) => void;
  /** From this row on, nothing of the sky is to be seen. */
  readonly coversFrom: number;
}

const mix = (a: Colour, b: Colour, part: number): Colour => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
const times = (a: Colour, k: number): Colour => [a[0] * k, a[1] * k, a[2] * k];
const night: Colour = [0.0012, 0.0016, 0.0028];

/** The land below the sky: folds that grow darker as they come closer, with trees on the nearest. */
export function landOf(scene: Scene, size: Size): Land {
  const { width, height } = size;
  const folds = foldsOf(scene);
  /** Where each fold begins, by column: pixels from the top. */
  const tops = folds.map(({ outline }) =>
    Float32Array.from({ length: width }, (_, x) => (1 - outline((x + 0.5) / height)) * height),
  );
  const nearest = folds.at(-1);
  const trees =
    scene.landscape === 'pines' && nearest !== undefined
      ? plantTrees(scene, size, nearest.outline, night)
      : undefined;
  let coversFrom = 0;
  for (let x = 0; x < width; x++) {
    coversFrom = Math.max(coversFrom, 1 + Math.min(...tops.map((top) => top[x] ?? height)));
  }

  return {
    coversFrom: Math.min(height, Math.ceil(coversFrom)),
    cover: (band, y) => {
      for (const [n, { foot, mist, colour }] of folds.entries()) {
        const above = 1 - y / height - foot;
        const [r, g, b] = mix(mist, colour, smoothstep(-0.02, 0.15, above));
        const top = tops[n] ?? [];
        for (let x = 0; x < width; x++) paint(band, x, y, y + 1 - (top[x] ?? height), r, g, b);
      }
      trees?.(band, y);
    },
  };
}

function foldsOf(scene: Scene): readonly Fold[] {
  const ground = 1 - scene.horizon;
  const air = mix(scene.palette.low, scene.palette.glow, 0.1);
  const field = gradientNoise(`${scene.seed} land`);
  const isGentle = scene.landscape === 'pines';
  const fold = (n: number, base: number, height: number, across: number, part: number): Fold => ({
    outline: (u) =>
      base +
      height *
        (isGentle
          ? 0.7 * fbm(field, u * across * 0.8 + n * 7.7, n * 3.3, 4) + 0.12
          : ridges(field, u * across + n * 7.7, n * 3.3, 6) - 0.45),
    foot: base - 0.02,
    colour: mix(night, times(air, 0.22), part),
    mist: mix(night, times(air, 0.75), part),
  });
  return scene.landscape === 'lake'
    ? [fold(1, ground + 0.035, 0.2, 1.3, 0.6), fold(2, ground + 0.008, 0.11, 2.1, 0.3)]
    : [
        fold(1, ground + 0.02, 0.24, 1.2, 0.62),
        fold(2, ground - 0.035, 0.18, 1.6, 0.34),
        fold(3, ground - 0.085, 0.13, 2.1, 0),
      ];
}
