import {
  dot,
  eccentricitySquared,
  equatorialRadius,
  flattening,
  radians,
  type EarthFixed,
  type Place,
} from './earth.ts';

/**
 * The places that see the station exactly on their horizon: a closed ring, its first point repeated at the
 * end, clockwise as seen from above (which is how d3-geo knows inside from outside). Exact on the ellipsoid:
 * stretched along z it is a sphere, and tangents stay tangents. Empty for a point on or below the ground.
 */
export function footprint(point: EarthFixed, points = 72): readonly Place[] {
  const flat = 1 - flattening;
  const station: EarthFixed = [point[0], point[1], point[2] / flat];
  const height = Math.hypot(...station);
  if (!(height > equatorialRadius)) return [];
  const up = sum([1 / height, station]);
  // Any axis that is not nearly parallel to `up`; made perpendicular to it, and of length 1.
  const axis: EarthFixed = Math.abs(up[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const along = dot(axis, up);
  const sine = Math.sqrt(1 - along * along);
  const north = sum([1 / sine, axis], [-along / sine, up]);
  const east = cross(north, up);
  const cosRadius = equatorialRadius / height;
  const sinRadius = Math.sqrt(1 - cosRadius * cosRadius);
  return Array.from({ length: points + 1 }, (_, index) => {
    const angle = ((index % points) / points) * 2 * Math.PI;
    const [x, y, z] = sum(
      [cosRadius, up],
      [sinRadius * Math.cos(angle), north],
      [sinRadius * Math.sin(angle), east],
    );
    return {
      latitude: Math.atan2(z * flat, Math.hypot(x, y) * (1 - eccentricitySquared)) / radians,
      longitude: Math.atan2(y, x) / radians,
    };
  });
}

function sum(...terms: readonly (readonly [factor: number, vector: EarthFixed])[]): EarthFixed {
  let [x, y, z] = [0, 0, 0];
  for (const [factor, vector] of terms) {
    x += factor * vector[0];
    y += factor * vector[1];
    z += factor * vector[2];
  }
  return [x, y, z];
}

const cross = (a: EarthFixed, b: EarthFixed): EarthFixed => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
