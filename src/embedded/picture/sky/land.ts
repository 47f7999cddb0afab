import { type Light, paint } from './light.ts';
import { fbm, gradientNoise, ridges, smoothstep } from './noise.ts';
import type { Colour } from './palettes.ts';
import { between, randomFrom } from './random.ts';
import type { Scene } from './scene.ts';
import type { Steps } from '../steps.ts';

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

const mix = (a: Colour, b: Colour, part: number): Colour => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
const times = (a: Colour, k: number): Colour => [a[0] * k, a[1] * k, a[2] * k];
const night: Colour = [0.0012, 0.0016, 0.0028];

/** The land below the sky: folds that grow darker as they come closer, with trees or water in front. */
export function* layLand(scene: Scene, sky: Light): Steps<void> {
  const ground = 1 - scene.horizon;
  const air = mix(scene.palette.low, scene.palette.glow, 0.1);
  const field = gradientNoise(`${scene.seed} land`);
  const pines = scene.landscape === 'pines';
  const relief = pines ? 0.5 : 1;
  const fold = (n: number, base: number, height: number, across: number, part: number): Fold => ({
    outline: (u) =>
      base +
      height *
        (relief === 1
          ? ridges(field, u * across + n * 7.7, n * 3.3, 6) - 0.45
          : 0.7 * fbm(field, u * across * 0.8 + n * 7.7, n * 3.3, 4) + 0.12),
    foot: base - 0.02,
    colour: mix(night, times(air, 0.22), part),
    mist: mix(night, times(air, 0.75), part),
  });
  const folds =
    scene.landscape === 'lake'
      ? [fold(1, ground + 0.035, 0.2, 1.3, 0.6), fold(2, ground + 0.008, 0.11, 2.1, 0.3)]
      : [
          fold(1, ground + 0.02, 0.24, 1.2, 0.62),
          fold(2, ground - 0.035, 0.18, 1.6, 0.34),
          fold(3, ground - 0.085, 0.13, 2.1, 0),
        ];
  for (const each of folds) yield* layFold(each, sky);
  if (pines) yield* plant(scene, sky, folds.at(-1));
  if (scene.landscape === 'lake') yield* flood(scene, sky);
}

function* layFold(fold: Fold, sky: Light): Steps<void> {
  for (let x = 0; x < sky.width; x++) {
    const top = (1 - fold.outline((x + 0.5) / sky.height)) * sky.height;
    for (let y = Math.max(0, Math.floor(top)); y < sky.height; y++) {
      const above = 1 - y / sky.height - fold.foot;
      const [r, g, b] = mix(fold.mist, fold.colour, smoothstep(-0.02, 0.15, above));
      paint(sky, x, y, y + 1 - top, r, g, b);
    }
    if (x % 32 === 0) yield;
  }
}

/** Conifers along the nearest fold, taller towards the edges, so that they frame the view. */
function* plant(scene: Scene, sky: Light, fold: Fold | undefined): Steps<void> {
  const random = randomFrom(`${scene.seed} trees`);
  const aspect = sky.width / sky.height;
  const clearing = between(random, 0.35, 0.65);
  const count = 210;
  for (let n = 0; n < count; n++) {
    const u = aspect * ((n + random()) / count);
    const edge = Math.abs(u / aspect - clearing) * 2;
    const tall = (0.022 + 0.1 * edge ** 1.8) * between(random, 0.5, 1.25);
    const foot = 1 - (fold?.outline(u) ?? 0) + 0.012;
    conifer(sky, u * sky.height, foot * sky.height, tall * sky.height, random);
    if (n % 8 === 0) yield;
  }
}

function conifer(sky: Light, x: number, foot: number, tall: number, random: () => number): void {
  const half = tall * between(random, 0.15, 0.22);
  const tiers = Math.round(between(random, 7, 11));
  const lean = between(random, -0.02, 0.02);
  const top = foot - tall;
  for (let y = Math.floor(top); y < foot + tall * 0.2; y++) {
    const t = Math.max(0, (y + 0.5 - top) / tall);
    const tier = (t * tiers) % 1;
    const reach = t < 0.06 ? 0.4 : half * Math.min(1, t) * (0.5 + 0.5 * tier) + 0.4;
    const left = x + lean * (foot - y) - reach * (0.88 + 0.24 * random());
    const right = x + lean * (foot - y) + reach * (0.88 + 0.24 * random());
    for (let px = Math.floor(left); px <= right; px++) {
      const cover = Math.min(px + 1, right) - Math.max(px, left);
      paint(sky, px, y, cover, night[0], night[1], night[2]);
    }
  }
}

/** Water below the horizon: the picture above, upside down, darker and drawn out by small waves. */
function* flood(scene: Scene, sky: Light): Steps<void> {
  const waves = gradientNoise(`${scene.seed} waves`);
  const shore = Math.round(scene.horizon * sky.height);
  const { width, rgb } = sky;
  for (let y = shore; y < sky.height; y++) {
    const depth = (y - shore) / sky.height;
    const swell = 0.0015 + depth * 0.03;
    const clear = 0.62 - 0.9 * depth;
    for (let x = 0; x < width; x++) {
      const u = x / sky.height;
      const wave = fbm(waves, u * (5 - 8 * depth), (depth * 420) / (1 + 9 * depth), 2);
      const fromY = shore - 1 - Math.round((depth * 1.25 + wave * swell) * sky.height);
      const from = Math.min(shore - 1, Math.max(0, fromY)) * width * 3 + x * 3;
      const to = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const own = (scene.palette.low[c] ?? 0) * 0.05;
        rgb[to + c] = (rgb[from + c] ?? 0) * clear + own;
      }
    }
    yield;
  }
}
