import { writeFile } from 'node:fs/promises';
import type { Size } from '#embedded/picture/size.ts';
import { renderSky } from './sky/render.ts';

/** Draws the sky of a seed, such as `2026-11-20`, and writes it as a PPM file. */
export async function writeSky(path: string, seed: string, size: Size): Promise<void> {
  const rows: Uint8Array[] = [Buffer.from(`P6\n${size.width} ${size.height}\n255\n`)];
  // Copy each piece: renderSky reuses its buffer for the next rows.
  for (const piece of renderSky(seed, size)) if (piece !== undefined) rows.push(piece.slice());
  await writeFile(path, rows);
}
