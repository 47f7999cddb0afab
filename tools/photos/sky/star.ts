import { type Light, shine } from './light.ts';
import type { Colour } from './palettes.ts';

/** Colour of a black body of 2,500 to 25,000 K, normed to equal green (a fit by hand, softened). */
function blackBody(kelvin: number): Colour {
  const t = Math.log(kelvin / 6600);
  return [Math.exp(-0.5 * t), 1, Math.exp(0.75 * t - 0.12 * t * t)];
}

const sigmaOf = (flux: number, scale: number): number =>
  Math.max(0.55, (0.62 + 0.16 * Math.log1p(flux)) * scale);
const glowRadiusOf = (flux: number, scale: number): number => (5 + 7 * Math.log1p(flux)) * scale;
/** How far a star reaches, whole pixels; its rays never go beyond its halo. */
export const reachOf = (flux: number, scale: number): number =>
  1 + Math.ceil(flux < 2.5 ? sigmaOf(flux, scale) * 3.5 : glowRadiusOf(flux, scale) * 2.5);

/**
 * Draws what of a star lies in the band.
 *
 * @param flux brightness; from 2.5 on there is a halo, from 12 on there are rays
 * @param kelvin its temperature, which gives its colour
 * @param scale height of the picture by 1080
 * @param turn of the rays, radians
 */
export function drawStar(
  sky: Light,
  x: number,
  y: number,
  flux: number,
  kelvin: number,
  scale: number,
  turn: number,
): void {
  const [r, g, b] = blackBody(kelvin);
  const sigma = sigmaOf(flux, scale);
  // The same light on fewer pixels is brighter: keep the total with the size of the picture.
  const peak = (flux * scale * scale * 0.5) / (sigma * sigma);
  const reach = Math.ceil(sigma * 3.5);
  splat(sky, x, y, reach, (d2) => peak * Math.exp(-d2 / (2 * sigma * sigma)), r, g, b);
  if (flux < 2.5) return;
  const glowRadius = glowRadiusOf(flux, scale);
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
  const last = Math.min(sky.top + sky.rows - 1, cy + reach);
  for (let py = Math.max(sky.top, cy - reach); py <= last; py++) {
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
