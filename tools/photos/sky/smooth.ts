import type { DrawRow } from './clouds.ts';
import type { Light } from './light.ts';

/** What is smooth, drawn at half the size and enlarged: it shows no less, in a quarter of the time. */
export interface Smooth {
  /** Fills one row of the band with it. `y` counts from the top of the picture. */
  readonly fill: (band: Light, y: number) => void;
  /** Green light at a pixel of the picture, near the rows that were filled last. */
  readonly green: (x: number, y: number) => number;
}

/** @param draw draws rows of `half` the size; each is drawn once when rows are asked for in their order */
export function smoothed(
  draw: DrawRow,
  half: { readonly width: number; readonly height: number },
  /** How many rows of half the size are kept. */
  kept: number,
): Smooth {
  const buffers = Array.from({ length: kept }, () => new Float32Array(half.width * 3));
  const held = new Int32Array(kept).fill(-1);
  const none = new Float32Array(0);

  const row = (n: number): Float32Array => {
    const slot = n % kept;
    const buffer = buffers[slot] ?? none;
    if (held[slot] !== n) {
      draw(n, buffer);
      held[slot] = n;
    }
    return buffer;
  };

  return {
    fill: (band, y) => {
      const { width, height, rgb } = band;
      const sy = Math.min(half.height - 1, Math.max(0, ((y + 0.5) * half.height) / height - 0.5));
      const upperRow = row(Math.floor(sy));
      const lowerRow = row(Math.min(half.height - 1, Math.floor(sy) + 1));
      const fy = sy - Math.floor(sy);
      const last = half.width - 1;
      let i = (y - band.top) * width * 3;
      for (let x = 0; x < width; x++) {
        const sx = Math.min(last, Math.max(0, ((x + 0.5) * half.width) / width - 0.5));
        const left = Math.floor(sx);
        const right = Math.min(last, left + 1);
        const fx = sx - left;
        for (let c = 0; c < 3; c++) {
          const a = upperRow[left * 3 + c] ?? 0;
          const d = lowerRow[left * 3 + c] ?? 0;
          const upper = a + ((upperRow[right * 3 + c] ?? 0) - a) * fx;
          const lower = d + ((lowerRow[right * 3 + c] ?? 0) - d) * fx;
          rgb[i++] = upper + (lower - upper) * fy;
        }
      }
    },
    green: (x, y) => {
      const column = Math.min(half.width - 1, Math.floor(x / 2));
      return row(Math.min(half.height - 1, Math.floor(y / 2)))[column * 3 + 1] ?? 0;
    },
  };
}
