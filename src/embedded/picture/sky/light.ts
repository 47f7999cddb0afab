import type { Steps } from '../steps.ts';
/** Light on a plane: three floats per pixel in linear light, rows from the top. */
export interface Light {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
}

export const darkness = (width: number, height: number): Light => ({
  width,
  height,
  rgb: new Float32Array(width * height * 3),
});

/** Adds light to one pixel; outside the plane it is lost. */
export function shine(light: Light, x: number, y: number, r: number, g: number, b: number): void {
  if (x < 0 || y < 0 || x >= light.width || y >= light.height) return;
  const { rgb } = light;
  const i = (y * light.width + x) * 3;
  rgb[i] = (rgb[i] ?? 0) + r;
  rgb[i + 1] = (rgb[i + 1] ?? 0) + g;
  rgb[i + 2] = (rgb[i + 2] ?? 0) + b;
}

/** Covers one pixel with a colour; `cover` in [0, 1] is how much of the pixel is covered. */
export function paint(
  light: Light,
  x: number,
  y: number,
  cover: number,
  r: number,
  g: number,
  b: number,
): void {
  if (cover <= 0 || x < 0 || y < 0 || x >= light.width || y >= light.height) return;
  const { rgb } = light;
  const i = (y * light.width + x) * 3;
  const keep = 1 - Math.min(1, cover);
  rgb[i] = (rgb[i] ?? 0) * keep + r * (1 - keep);
  rgb[i + 1] = (rgb[i + 1] ?? 0) * keep + g * (1 - keep);
  rgb[i + 2] = (rgb[i + 2] ?? 0) * keep + b * (1 - keep);
}

/** A larger copy, smooth between the pixels. */
export function* enlarge(small: Light, width: number, height: number): Steps<Light> {
  const large = darkness(width, height);
  const { rgb } = small;
  const last = small.width - 1;
  let i = 0;
  for (let y = 0; y < height; y++) {
    const sy = Math.min(small.height - 1, Math.max(0, ((y + 0.5) * small.height) / height - 0.5));
    const top = Math.floor(sy) * small.width;
    const below = Math.min(small.height - 1, Math.floor(sy) + 1) * small.width;
    const fy = sy - Math.floor(sy);
    for (let x = 0; x < width; x++) {
      const sx = Math.min(last, Math.max(0, ((x + 0.5) * small.width) / width - 0.5));
      const left = Math.floor(sx);
      const right = Math.min(last, left + 1);
      const fx = sx - left;
      for (let c = 0; c < 3; c++) {
        const a = rgb[(top + left) * 3 + c] ?? 0;
        const b = rgb[(top + right) * 3 + c] ?? 0;
        const d = rgb[(below + left) * 3 + c] ?? 0;
        const e = rgb[(below + right) * 3 + c] ?? 0;
        const upper = a + (b - a) * fx;
        large.rgb[i++] = upper + (d + (e - d) * fx - upper) * fy;
      }
    }
    yield;
  }
  return large;
}
