import { type Light, shine } from './light.ts';
import { between, type Random, randomFrom } from './random.ts';
import type { Colour } from './palettes.ts';
import type { Scene } from './scene.ts';
import type { Steps } from '../steps.ts';

const starsPerSky = 60_000;
/** The faintest star, and how steeply their number falls with brightness: N(>F) ~ F^-1.15. */
const faintest = 0.008;
const slope = 1.15;
const brightest = 60;

/** Colour of a black body of 2,500 to 25,000 K, normed to equal green (a fit by hand, softened). */
function blackBody(kelvin: number): Colour {
  const t = Math.log(kelvin / 6600);
  return [Math.exp(-0.5 * t), 1, Math.exp(0.75 * t - 0.12 * t * t)];
}

const temperature = (random: Random): number =>
  random() < 0.25 ? between(random, 3000, 5200) : 5200 * (1 + 2.4 * random() ** 1.6);

/**
 * Stars over the whole sky: more where the Milky Way is bright, fainter towards the horizon.
 * The few brightest get a soft halo and the four rays of a telescope's vanes.
 */
export function* scatterStars(scene: Scene, sky: Light): Steps<void> {
  const random = randomFrom(`${scene.seed} stars`);
  const scale = sky.height / 1080;
  const turn = between(random, -0.15, 0.15);
  for (let n = 0; n < starsPerSky; n++) {
    if (n % 1000 === 0) yield;
    const x = random() * sky.width;
    const y = random() ** 0.9 * scene.horizon * sky.height;
    const chance = random();
    const flux = Math.min(brightest, faintest * (1 - random()) ** (-1 / slope));
    const kelvin = temperature(random);
    const at = (Math.floor(y) * sky.width + Math.floor(x)) * 3;
    const behind = (sky.rgb[at + 1] ?? 0) * 9;
    // Bright stars are near ones, and stand everywhere.
    if (flux < 1 && chance > 0.2 + behind) continue;
    const height = 1 - y / (scene.horizon * sky.height);
    const seen = flux * Math.min(1, 0.18 + 1.6 * height);
    drawStar(sky, x, y, seen, blackBody(kelvin), scale, turn);
  }
}

function drawStar(
  sky: Light,
  x: number,
  y: number,
  flux: number,
  [r, g, b]: Colour,
  scale: number,
  turn: number,
): void {
  const sigma = Math.max(0.55, (0.62 + 0.16 * Math.log1p(flux)) * scale);
  // The same light on fewer pixels is brighter: keep the total with the size of the picture.
  const peak = (flux * scale * scale * 0.5) / (sigma * sigma);
  const reach = Math.ceil(sigma * 3.5);
  splat(sky, x, y, reach, (d2) => peak * Math.exp(-d2 / (2 * sigma * sigma)), r, g, b);
  if (flux < 2.5) return;
  const glowRadius = (5 + 7 * Math.log1p(flux)) * scale;
  const strength = 0.01 * Math.min(flux, 30) ** 0.8;
  splat(
    sky,
    x,
    y,
    Math.ceil(glowRadius * 2.5),
    (d2) => {
      const edge = Math.max(0, 1 - d2 / (6.25 * glowRadius * glowRadius));
      return (strength * edge * edge) / (1 + (d2 * 9) / (glowRadius * glowRadius));
    },
    r * r,
    g,
    b * b,
  );
  if (flux < 12) return;
  const length = (9 + 13 * Math.log1p(flux - 10)) * scale;
  for (let ray = 0; ray < 4; ray++) {
    const angle = turn + (ray * Math.PI) / 2;
    drawRay(sky, x, y, angle, length, 0.2 * Math.min(1.8, flux / 16), scale, [r, g, b]);
  }
}

function splat(
  sky: Light,
  x: number,
  y: number,
  reach: number,
  profile: (squaredDistance: number) => number,
  r: number,
  g: number,
  b: number,
): void {
  const cx = Math.floor(x);
  const cy = Math.floor(y);
  for (let py = cy - reach; py <= cy + reach; py++) {
    for (let px = cx - reach; px <= cx + reach; px++) {
      const dx = px + 0.5 - x;
      const dy = py + 0.5 - y;
      const value = profile(dx * dx + dy * dy);
      shine(sky, px, py, r * value, g * value, b * value);
    }
  }
}

/** A ray fades with the square of what is left of it; drawn as small dots half a pixel apart. */
function drawRay(
  sky: Light,
  x: number,
  y: number,
  angle: number,
  length: number,
  strength: number,
  scale: number,
  [r, g, b]: Colour,
): void {
  const sigma = Math.max(0.5, 0.6 * scale);
  for (let s = 1; s < length; s += 0.5) {
    const value = strength * 0.5 * (1 - s / length) ** 2.4;
    const dot = (d2: number): number => value * Math.exp(-d2 / (2 * sigma * sigma));
    splat(sky, x + Math.cos(angle) * s, y + Math.sin(angle) * s, 2, dot, r, g, b);
  }
}
