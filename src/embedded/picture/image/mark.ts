import { encodePng } from '../png/encode.ts';
import { smoothstep } from '../sky/noise.ts';

const side = 400;
const colours = {
  paper: [236, 238, 242],
  disc: [38, 62, 128],
  orbit: [214, 74, 62],
  dot: [250, 250, 252],
} as const;

/** A flat mark such as an agency's: no picture of the sky, and easily told from one. PNG, 400 × 400. */
export function drawMark(): Promise<Buffer<ArrayBuffer>> {
  const rgb = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const u = (x + 0.5) / side - 0.5;
      const v = (y + 0.5) / side - 0.5;
      let colour: readonly number[] = colours.paper;
      const cover = (over: readonly number[], distance: number): void => {
        const part = 1 - smoothstep(-0.5 / side, 0.5 / side, distance);
        colour = colour.map((value, c) => value + ((over[c] ?? 0) - value) * part);
      };
      cover(colours.disc, Math.hypot(u, v) - 0.34);
      // A ring seen from the side, turned by 30°.
      const along = u * 0.866 - v * 0.5;
      const across = (u * 0.5 + v * 0.866) * 3.2;
      cover(colours.orbit, Math.abs(Math.hypot(along, across) - 0.43) - 0.022);
      cover(colours.dot, Math.hypot(u + 0.1, v + 0.13) - 0.045);
      rgb.set(colour.map(Math.round), (y * side + x) * 3);
    }
  }
  return encodePng([rgb], side, side);
}
