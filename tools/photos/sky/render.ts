import { cloudsOf } from './clouds.ts';
import { createDevelop } from './develop.ts';
import { landOf } from './land.ts';
import type { Light } from './light.ts';
import { sceneOf } from './scene.ts';
import type { Size } from '#embedded/picture/size.ts';
import { smoothed } from './smooth.ts';
import { scatterStars } from './stars.ts';
import { waterOf } from './water.ts';
import type { Pieces } from '../steps.ts';

const bandRows = 32;
/** Half of a band's rows, and those that faint stars below it want to know. */
const keptSmoothRows = 40;

/**
 * The night sky of a date (`YYYY-MM-DD`): RGB bytes, some rows at a time, from the top. The same date and
 * size give the same bytes; another size of the same shape shows the same scene.
 */
export function* renderSky(date: string, size: Size): Pieces<Uint8Array> {
  const { width, height } = size;
  const scene = sceneOf(date, width / height);
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const smooth = smoothed(cloudsOf(scene, half.width, half.height), half, keptSmoothRows);
  const drawStars = yield* scatterStars(scene, size, bandRows, smooth.green);
  yield;
  const land = landOf(scene, size);
  const water = scene.landscape === 'lake' ? waterOf(scene, size) : undefined;
  const skyEnds = Math.min(land.coversFrom, water?.shore ?? height);
  const develop = createDevelop(scene.seed);
  const light = new Float32Array(bandRows * width * 3);
  const bytes = new Uint8Array(bandRows * width * 3);

  for (let top = 0; top < height; top += bandRows) {
    yield;
    const rows = Math.min(bandRows, height - top);
    const band: Light = { width, height, top, rows, rgb: light.fill(0) };
    for (let y = top; y < Math.min(top + rows, skyEnds); y++) {
      smooth.fill(band, y);
      yield;
    }
    if (top < skyEnds) yield* drawStars(band);
    for (let y = top; y < top + rows; y++) {
      if (water === undefined || y < water.shore) {
        land.cover(band, y);
        water?.remember(band, y);
      } else {
        water.flood(band, y);
      }
      yield;
    }
    const developed = bytes.subarray(0, rows * width * 3);
    yield* develop(band, developed);
    yield developed;
  }
}
