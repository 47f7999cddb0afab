import type { LookAngles } from '#shared/station/sky/observer.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';

const rad = Math.PI / 180;
/** Of the motion along the orbit, radians per second. 1 % more or less does not show in a pass. */
const rate = (2 * Math.PI) / 5570;

/** A point on the dome of the sky: degrees from true north by east, degrees above the horizon. */
export type SkyPoint = Omit<LookAngles, 'rangeKm'>;

/**
 * The way of a pass over the sky from its rise, peak and set alone: they lie nearly on a circle around the
 * Earth's centre, run through evenly, and there is one such circle through three places at three times
 * (Gauss's trigonometric interpolation). Good to 0.1° for a low orbit.
 *
 * @returns where it stands at `t`, Unix seconds
 */
export function skyArc({ rise, peak, set }: Pick<Pass, 'rise' | 'peak' | 'set'>) {
  const known = [rise, peak, set].map((moment) => ({
    angle: moment.t * rate,
    offset: offsetOf(moment),
  }));
  return (t: number): SkyPoint => {
    let [east, north, up] = [0, 0, 0];
    for (const { angle, offset } of known) {
      let weight = 1;
      for (const other of known) {
        if (other.angle === angle) continue;
        weight *= Math.sin((t * rate - other.angle) / 2) / Math.sin((angle - other.angle) / 2);
      }
      east += weight * offset[0];
      north += weight * offset[1];
      up += weight * offset[2];
    }
    return {
      azimuth: (Math.atan2(east, north) / rad + 360) % 360,
      elevation: Math.atan2(up, Math.hypot(east, north)) / rad,
    };
  };
}

/** East, north and up from the observer, km. */
function offsetOf({ azimuth, elevation, rangeKm }: Moment): readonly [number, number, number] {
  const level = rangeKm * Math.cos(elevation * rad);
  return [
    level * Math.sin(azimuth * rad),
    level * Math.cos(azimuth * rad),
    rangeKm * Math.sin(elevation * rad),
  ];
}

/** The arc between two instants (Unix seconds) as points, both ends included. */
export function pointsBetween(
  arc: (t: number) => SkyPoint,
  from: number,
  to: number,
): readonly SkyPoint[] {
  const count = Math.max(1, Math.ceil((to - from) / 10));
  return Array.from({ length: count + 1 }, (_, k) => arc(from + ((to - from) * k) / count));
}

/**
 * On a chart of the sky as one looks up, zenith in the middle at 0, 0 and the horizon at `radius`: north is
 * at the top and east at the left. y grows downwards.
 */
export function onChart(
  { azimuth, elevation }: SkyPoint,
  radius: number,
): readonly [x: number, y: number] {
  const distance = radius * (1 - elevation / 90);
  return [-distance * Math.sin(azimuth * rad), -distance * Math.cos(azimuth * rad)];
}
