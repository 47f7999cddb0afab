import type { SubjectPath } from '#shared/journal/attached-subject.ts';
import { pointOnChart } from '#shared/station/sky/sky-arc.ts';

/**
 * The path of a pass on a chart of the sky (`pointOnChart`), as the data of an SVG path: a parabola through rise,
 * culmination and set.
 *
 * @param radius of the horizon
 */
export function passCurve({ rise, peak, height, set }: SubjectPath, radius: number): string {
  const [from, top, to] = [
    pointOnChart({ azimuth: rise, elevation: 0 }, radius),
    pointOnChart({ azimuth: peak, elevation: height }, radius),
    pointOnChart({ azimuth: set, elevation: 0 }, radius),
  ];
  // The control point of a parabola whose middle is the culmination.
  const controlPoint = [0, 1].map((k) => 2 * (top[k] ?? 0) - ((from[k] ?? 0) + (to[k] ?? 0)) / 2);
  return `M${from.join(' ')}Q${controlPoint.join(' ')} ${to.join(' ')}`;
}
