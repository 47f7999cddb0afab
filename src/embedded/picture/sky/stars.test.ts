import { expect, test } from 'vitest';
import type { Light } from './light.ts';
import { sceneOf } from './scene.ts';
import { scatterStars } from './stars.ts';
import type { Steps } from '../steps.ts';

const size = { width: 320, height: 180 };
const scene = sceneOf('2026-11-20', 16 / 9);

function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The whole picture's stars, drawn in bands of so many rows. */
function starsIn(bandRows: number): Float32Array {
  const draw = finish(scatterStars(scene, size, bandRows, () => 0.05));
  const whole = new Float32Array(size.width * size.height * 3);
  for (let top = 0; top < size.height; top += bandRows) {
    const rows = Math.min(bandRows, size.height - top);
    const rgb = whole.subarray(top * size.width * 3, (top + rows) * size.width * 3);
    const band: Light = { ...size, top, rows, rgb };
    finish(draw(band));
  }
  return whole;
}

test('where one band ends and the next begins is not to be seen', () => {
  const whole = starsIn(size.height);
  expect(whole.some((value) => value > 1)).toBe(true);
  for (const bandRows of [7, 32]) {
    const banded = starsIn(bandRows);
    let worst = 0;
    for (const [i, value] of whole.entries()) {
      worst = Math.max(worst, Math.abs(value - (banded[i] ?? NaN)));
    }
    expect(worst).toBeLessThan(1e-4);
  }
});

test('there are more where the sky is bright', () => {
  const lit = (green: number): number => {
    const draw = finish(scatterStars(scene, size, size.height, () => green));
    const rgb = new Float32Array(size.width * size.height * 3);
    finish(draw({ ...size, top: 0, rows: size.height, rgb }));
    return rgb.reduce((sum, value) => sum + value, 0);
  };
  expect(lit(0.1)).toBeGreaterThan(1.2 * lit(0));
});
