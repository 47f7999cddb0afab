import { clouds } from './clouds.ts';
import { develop } from './develop.ts';
import { layLand } from './land.ts';
import { enlarge } from './light.ts';
import { sceneOf } from './scene.ts';
import { scatterStars } from './stars.ts';
import type { Steps } from '../steps.ts';

export interface Size {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * The night sky of a date (`YYYY-MM-DD`): RGB bytes, rows from the top. The same date and size give
 * the same bytes; another size shows the same scene.
 */
export function* renderSky(date: string, { width, height }: Size): Steps<Uint8Array> {
  const scene = sceneOf(date);
  // Clouds are smooth: half the resolution shows no less, in a quarter of the time.
  const smooth = yield* clouds(scene, Math.ceil(width / 2), Math.ceil(height / 2));
  const sky = yield* enlarge(smooth, width, height);
  yield* scatterStars(scene, sky);
  yield* layLand(scene, sky);
  return yield* develop(sky, scene.seed);
}
