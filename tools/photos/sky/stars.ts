import type { Light } from './light.ts';
import { between, type Random, randomFrom } from '#embedded/picture/random.ts';
import type { Scene } from './scene.ts';
import type { Size } from '#embedded/picture/size.ts';
import { drawStar, reachOf } from './star.ts';
import type { Steps } from '../steps.ts';

/** Per square picture height: 60,000 on 16:9. */
const starDensity = 33_750;
/** The faintest star, and how steeply their number falls with brightness: N(>F) ~ F^-1.15. */
const faintest = 0.008;
const slope = 1.15;
const brightest = 60;

const temperature = (random: Random): number =>
  random() < 0.25 ? between(random, 3000, 5200) : 5200 * (1 + 2.4 * random() ** 1.6);

/** What is kept of a star, in this order: place (pixels of the picture), brightness, temperature, chance. */
const fields = 5;

/** Draws what belongs to a band; bands come from the top of the picture to its bottom. */
export type DrawStars = (band: Light) => Steps<void>;

/**
 * Stars over the whole sky: more where the Milky Way is bright, fainter towards the horizon.
 * The few brightest get a soft halo and the four rays of a telescope's vanes.
 *
 * @param bandRows rows of each band
 * @param green green light of the sky behind a pixel of the band or a few rows below it
 */
export function* scatterStars(
  scene: Scene,
  { width, height }: Size,
  bandRows: number,
  green: (x: number, y: number) => number,
): Steps<DrawStars> {
  const random = randomFrom(`${scene.seed} stars`);
  const scale = height / 1080;
  const depth = scene.horizon * height;
  const turn = between(random, -0.15, 0.15);
  const count = Math.round((starDensity * width) / height);
  const stars = new Float32Array(count * fields);
  const appearing = Array.from({ length: Math.ceil(height / bandRows) }, (): number[] => []);
  for (let n = 0; n < count; n++) {
    const x = random() * width;
    const y = random() ** 0.9 * depth;
    const chance = random();
    const flux = Math.min(brightest, faintest * (1 - random()) ** (-1 / slope));
    stars.set([x, y, flux, temperature(random), chance], n * fields);
    const band = Math.floor((y - reachOf(flux, scale)) / bandRows);
    appearing[Math.max(0, band)]?.push(n * fields);
    if (n % 4096 === 4095) yield;
  }

  let shown: number[] = [];
  return function* (band) {
    for (const at of appearing[Math.floor(band.top / bandRows)] ?? []) {
      const x = stars[at] ?? 0;
      const y = stars[at + 1] ?? 0;
      const flux = stars[at + 2] ?? 0;
      const chance = stars[at + 4] ?? 0;
      // Bright stars are near ones, and stand everywhere.
      if (flux < 1 && chance > 0.2 + green(x, y) * 9) continue;
      stars[at + 2] = flux * Math.min(1, 0.18 + 1.6 * (1 - y / depth));
      shown.push(at);
    }
    let drawn = 0;
    for (const at of shown) {
      const x = stars[at] ?? 0;
      const y = stars[at + 1] ?? 0;
      drawStar(band, x, y, stars[at + 2] ?? 0, stars[at + 3] ?? 0, scale, turn);
      if (drawn++ % 256 === 255) yield;
    }
    const end = band.top + band.rows;
    shown = shown.filter((at) => (stars[at + 1] ?? 0) + reachOf(stars[at + 2] ?? 0, scale) >= end);
  };
}
