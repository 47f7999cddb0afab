import type { Light } from './light.ts';
import { fbm, gradientNoise } from './noise.ts';
import type { Scene } from './scene.ts';
import type { Size } from '#embedded/picture/size.ts';

/** Light above this is white on the screen anyway. */
const brightest = 9;
const steps = 65_535;
/** How far down a row of water looks up: the view above is pressed together. */
const stretch = 1.25;

export interface Water {
  /** The first row of it. */
  readonly shore: number;
  /** Remembers a finished row above the shore, for its mirror image. */
  readonly remember: (band: Light, y: number) => void;
  /** Fills a row from the shore on. */
  readonly flood: (band: Light, y: number) => void;
}

/** Water below the horizon: the picture above, upside down, darker and drawn out by small waves. */
export function waterOf(scene: Scene, { width, height }: Size): Water {
  const waves = gradientNoise(`${scene.seed} waves`);
  const shore = Math.round(scene.horizon * height);
  const swellAt = (depth: number): number => 0.0015 + depth * 0.03;
  const deepest = (height - shore) / height;
  const reach = Math.ceil((deepest * stretch + swellAt(deepest) * 1.1) * height) + 1;
  const first = Math.max(0, shore - reach);
  /** The square root of the light, in two bytes: half of what floats would take. */
  const mirror = new Uint16Array((shore - first) * width * 3);

  return {
    shore,
    remember: ({ top, rgb }, y) => {
      if (y < first || y >= shore) return;
      const from = (y - top) * width * 3;
      const to = (y - first) * width * 3;
      for (let i = 0; i < width * 3; i++) {
        const light = Math.min(brightest, Math.max(0, rgb[from + i] ?? 0));
        mirror[to + i] = Math.round(Math.sqrt(light / brightest) * steps);
      }
    },
    flood: ({ top, rgb }, y) => {
      const depth = (y - shore) / height;
      const swell = swellAt(depth);
      const clear = 0.62 - 0.9 * depth;
      for (let x = 0; x < width; x++) {
        const u = x / height;
        const wave = fbm(waves, u * (5 - 8 * depth), (depth * 420) / (1 + 9 * depth), 2);
        const seen = shore - 1 - Math.round((depth * stretch + wave * swell) * height);
        const from = (Math.min(shore - 1, Math.max(first, seen)) - first) * width * 3 + x * 3;
        const to = ((y - top) * width + x) * 3;
        for (let c = 0; c < 3; c++) {
          const root = (mirror[from + c] ?? 0) / steps;
          rgb[to + c] = root * root * brightest * clear + (scene.palette.low[c] ?? 0) * 0.05;
        }
      }
    },
  };
}
