/**
 * Light on some rows of a picture: three floats per pixel in linear light, rows from the top. A picture is
 * drawn in such bands, so that one of any height needs little memory.
 */
export interface Light {
  /** Of the whole picture, pixels. */
  readonly width: number;
  readonly height: number;
  /** The rows that are here: from `top`, `rows` of them. */
  readonly top: number;
  readonly rows: number;
  readonly rgb: Float32Array;
}

/** Adds light to one pixel; outside the band it is lost. */
export function shine(light: Light, x: number, y: number, r: number, g: number, b: number): void {
  const row = y - light.top;
  if (x < 0 || row < 0 || x >= light.width || row >= light.rows) return;
  const { rgb } = light;
  const i = (row * light.width + x) * 3;
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
  const row = y - light.top;
  if (cover <= 0 || x < 0 || row < 0 || x >= light.width || row >= light.rows) return;
  const { rgb } = light;
  const i = (row * light.width + x) * 3;
  const keep = 1 - Math.min(1, cover);
  rgb[i] = (rgb[i] ?? 0) * keep + r * (1 - keep);
  rgb[i + 1] = (rgb[i + 1] ?? 0) * keep + g * (1 - keep);
  rgb[i + 2] = (rgb[i + 2] ?? 0) * keep + b * (1 - keep);
}
