import type { SubjectPath } from '#shared/journal/attached-subject.ts';
import { pointOnChart } from '#shared/station/sky/sky-arc.ts';

/**
 * The path of a pass on a chart of the sky (`pointOnChart`), as the data of an SVG path: a parabola through rise,
 * culmination and set.
 *
 * @param radius of the horizon
 */
export function passCurve({ rise, peak, height, set }: SubjectPath, radius: number): string {
  const from = pointOnChart({ azimuth: rise, elevation: 0 }, radius);
  const top = pointOnChart({ azimuth: peak, elevation: height }, radius);
  const to = pointOnChart({ azimuth: set, elevation: 0 }, radius);
  // The control point of a parabola whose middle is the culmination.
  const [x, y] = [2 * top[0] - (from[0] + to[0]) / 2, 2 * top[1] - (from[1] + to[1]) / 2];
  return `M${from.join(' ')}Q${x} ${y} ${to.join(' ')}`;
}
