import {
  crossProduct,
  dotProduct,
  type EarthFixed,
  eccentricitySquared,
  equatorialRadius,
  flattening,
  type Place,
  radians,
} from './earth.ts';

/**
 * The places at which the elevation of the station is 0°: a closed ring, its first point repeated at the end. The ring
 * runs clockwise as seen from above: d3-geo derives its inside from this direction. Derived here: scaling z turns the
 * ellipsoid into a sphere, and tangency survives linear maps, so that the ring is exact. Empty for a point on or below
 * the ground.
 */
export function footprintOf(point: EarthFixed, points = 72): readonly Place[] {
  const axisRatio = 1 - flattening;
  const station: EarthFixed = [point[0], point[1], point[2] / axisRatio];
  const height = Math.hypot(...station);
  if (!(height > equatorialRadius)) return [];
  const up = weightedSum([1 / height, station]);
  // An axis that is not nearly parallel to `up`, made perpendicular to `up` and normalised.
  const axis: EarthFixed = Math.abs(up[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const cosine = dotProduct(axis, up);
  const sine = Math.sqrt(1 - cosine * cosine);
  const north = weightedSum([1 / sine, axis], [-cosine / sine, up]);
  const east = crossProduct(north, up);
  const cosRadius = equatorialRadius / height;
  const sinRadius = Math.sqrt(1 - cosRadius * cosRadius);
  return Array.from({ length: points + 1 }, (_, index) => {
    const angle = ((index % points) / points) * 2 * Math.PI;
    const [x, y, z] = weightedSum(
      [cosRadius, up],
      [sinRadius * Math.cos(angle), north],
      [sinRadius * Math.sin(angle), east],
    );
    return {
      latitude: Math.atan2(z * axisRatio, Math.hypot(x, y) * (1 - eccentricitySquared)) / radians,
      longitude: Math.atan2(y, x) / radians,
    };
  });
}

function weightedSum(
  ...terms: readonly (readonly [factor: number, vector: EarthFixed])[]
): EarthFixed {
  let [x, y, z] = [0, 0, 0];
  for (const [factor, vector] of terms) {
    x += factor * vector[0];
    y += factor * vector[1];
    z += factor * vector[2];
  }
  return [x, y, z];
}
