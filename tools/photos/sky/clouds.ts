import { fbm, gradientNoise, ridges, smoothstep } from './noise.ts';
import type { Scene } from './scene.ts';

/** Draws one row, counted from the top, into three floats per pixel (linear light). */
export type DrawRow = (row: number, rgb: Float32Array) => void;

const bell = (x: number): number => Math.exp(-0.5 * x * x);

/**
 * Everything in the sky that is smooth: the night's own glow, the Milky Way with its dust, and gas.
 * Dust takes more blue than red, as between the stars.
 */
export function cloudsOf(scene: Scene, width: number, height: number): DrawRow {
  const { palette, band } = scene;
  const bends = gradientNoise(`${scene.seed} bends`);
  const texture = gradientNoise(`${scene.seed} texture`);
  const dustField = gradientNoise(`${scene.seed} dust`);
  const gasField = gradientNoise(`${scene.seed} gas`);
  const cos = Math.cos(band.angle);
  const sin = Math.sin(band.angle);
  return (row, rgb) => {
    let i = 0;
    const v = (row + 0.5) / height;
    const up = Math.max(0, scene.horizon - v) / scene.horizon;
    const lowSky = (1 - up) ** 2.2;
    const glow = 0.26 * Math.exp(-up * 12) + 0.03 * Math.exp(-up * 3.6);
    for (let column = 0; column < width; column++) {
      const u = (column + 0.5) / height;
      const wx = fbm(bends, u * 1.5, v * 1.5, 3);
      const wy = fbm(bends, u * 1.5 + 5.2, v * 1.5 + 11.3, 3);
      const pu = u + 0.24 * wx;
      const pv = v + 0.24 * wy;

      const along = (u - band.x) * cos + (v - band.y) * sin;
      const across =
        (v - band.y) * cos - (u - band.x) * sin + 0.11 * wx + band.bend * along * along;
      const core = bell((along - band.bulge) / 0.33);
      const spread = across / (band.width * (1 + 0.55 * core));
      const inBand = bell(spread);
      const halo = bell(spread / 2.3);

      const grain = fbm(texture, pu * 4.2, pv * 4.2, 6);
      const stars =
        band.light *
        Math.max(0, inBand * (0.42 + 1.5 * grain) + 0.6 * core * inBand + 0.06 * halo) ** 1.25;
      const filaments = ridges(dustField, pu * 2.3, pv * 2.3, 6);
      const lane = bell((spread + 0.25 * wy) / 0.42);
      const dust =
        smoothstep(0.52, 0.86, filaments) * 2.1 * bell(spread / 0.95) +
        lane * (0.55 + 1.2 * Math.max(0, grain + 0.25)) * 0.9;

      const here = 0.22 + 0.78 * halo;
      const patches = fbm(gasField, u * 1.15 + 3.1, v * 1.15, 2);
      const gas =
        scene.gas *
        here *
        smoothstep(-0.05, 0.75, fbm(gasField, pu * 1.9, pv * 1.9, 6) + 0.5 * patches) ** 1.6;
      const otherGas =
        scene.otherGas *
        here *
        smoothstep(-0.05, 0.7, fbm(texture, pu * 1.5 + 40.2, pv * 1.5, 6) - 0.45 * patches) ** 1.6;

      const haze = 1 - 0.75 * lowSky;
      for (let c = 0; c < 3; c++) {
        const zenith = palette.zenith[c] ?? 0;
        const low = palette.low[c] ?? 0;
        // Starlight: warm in the bulge, cooler further out.
        const starlight = c === 0 ? 0.86 + 0.36 * core : c === 1 ? 0.86 : 1.16 - 0.5 * core;
        const through = Math.exp(-dust * (c === 0 ? 0.8 : c === 1 ? 1.08 : 1.38));
        rgb[i++] =
          zenith * 0.5 +
          (low - zenith) * lowSky * 0.42 +
          (palette.glow[c] ?? 0) * glow +
          haze *
            (stars * starlight * 0.2 * through +
              (palette.gas[c] ?? 0) * gas * 0.4 * (0.45 + 0.55 * through) +
              (palette.otherGas[c] ?? 0) * otherGas * 0.36 * (0.5 + 0.5 * through));
      }
    }
  };
}
