import type { Light } from './light.ts';
import { hash32 } from '#embedded/picture/random.ts';
import type { Steps } from '../steps.ts';

const entries = 4096;
const brightest = 9;
/** Screen values (0 to 255) by the square root of the light, which spends the entries on the dark. */
const curve = Float32Array.from({ length: entries + 2 }, (_, i) => {
  const light = (i / entries) ** 2 * brightest;
  const film = 1 - Math.exp(-1.9 * light);
  return 255 * (film <= 0.0031308 ? 12.92 * film : 1.055 * film ** (1 / 2.4) - 0.055);
});

/** Light to bytes, three per pixel (sRGB). */
export type Develop = (band: Light, bytes: Uint8Array) => Steps<void>;

/**
 * What lies between two values is decided by chance, pixel by pixel: dark gradients would show bands
 * otherwise. Chance goes on from band to band.
 */
export function createDevelop(seed: string): Develop {
  let chance = hash32(`${seed} dither`) | 1;
  return function* ({ width, rows, rgb }, bytes) {
    for (let y = 0; y < rows; y++) {
      const end = (y + 1) * width * 3;
      for (let i = y * width * 3; i < end; i++) {
        const place =
          Math.sqrt(Math.min(brightest, Math.max(0, rgb[i] ?? 0)) / brightest) * entries;
        const low = Math.floor(place);
        const from = curve[low] ?? 0;
        const value = from + ((curve[low + 1] ?? 0) - from) * (place - low);
        // xorshift32
        chance ^= chance << 13;
        chance ^= chance >>> 17;
        chance ^= chance << 5;
        bytes[i] = Math.min(255, Math.floor(value + (chance >>> 0) / 2 ** 32));
      }
      yield;
    }
  };
}
