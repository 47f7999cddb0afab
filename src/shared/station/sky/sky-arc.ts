import type { LookAngles } from './observer.ts';
import type { Moment, Pass } from './pass.ts';

const radiansPerDegree = Math.PI / 180;
/** Angular rate of the orbital motion, radians per second. An error of 1 % is not visible in a pass. */
const orbitalRate = (2 * Math.PI) / 5570;

/** A direction in the sky: degrees from true north through east, degrees above the horizon. */
export type SkyPoint = Omit<LookAngles, 'rangeKm'>;

/**
 * The path of a pass across the sky, computed from its rise, culmination and set alone. The station moves nearly on a
 * circle around the Earth's centre at a constant rate, and one such motion goes through three positions at three times
 * (Gauss's trigonometric interpolation). Accuracy: 0.1° for a low orbit.
 *
 * @returns the direction at `t`, Unix seconds
 */
export function skyArc({ rise, peak, set }: Pick<Pass, 'rise' | 'peak' | 'set'>) {
  const knownPoints = [rise, peak, set].map((moment) => ({
    angle: moment.t * orbitalRate,
    offset: offsetOf(moment),
  }));
  return (t: number): SkyPoint => {
    let [east, north, up] = [0, 0, 0];
    for (const { angle, offset } of knownPoints) {
      let weight = 1;
      for (const other of knownPoints) {
        if (other.angle === angle) continue;
        weight *=
          Math.sin((t * orbitalRate - other.angle) / 2) / Math.sin((angle - other.angle) / 2);
      }
      east += weight * offset[0];
      north += weight * offset[1];
      up += weight * offset[2];
    }
    return {
      azimuth: (Math.atan2(east, north) / radiansPerDegree + 360) % 360,
      elevation: Math.atan2(up, Math.hypot(east, north)) / radiansPerDegree,
    };
  };
}

/** East, north and up from the observer, km. */
function offsetOf({ azimuth, elevation, rangeKm }: Moment): readonly [number, number, number] {
  const horizontalKm = rangeKm * Math.cos(elevation * radiansPerDegree);
  return [
    horizontalKm * Math.sin(azimuth * radiansPerDegree),
    horizontalKm * Math.cos(azimuth * radiansPerDegree),
    rangeKm * Math.sin(elevation * radiansPerDegree),
  ];
}

/** Points of the path between two times (Unix seconds), both included, at most 10 s apart. */
export function pointsBetween(
  arc: (t: number) => SkyPoint,
  from: number,
  to: number,
): readonly SkyPoint[] {
  const count = Math.max(1, Math.ceil((to - from) / 10));
  return Array.from({ length: count + 1 }, (_, k) => arc(from + ((to - from) * k) / count));
}

/**
 * Position on a chart of the sky as seen when looking up: zenith at 0, 0, horizon at `radius`, north at the top, east
 * at the left. y grows downwards.
 */
export function pointOnChart(
  { azimuth, elevation }: SkyPoint,
  radius: number,
): readonly [x: number, y: number] {
  const distance = radius * (1 - elevation / 90);
  return [
    -distance * Math.sin(azimuth * radiansPerDegree),
    -distance * Math.cos(azimuth * radiansPerDegree),
  ];
}
