/** Kilometres in the Earth-fixed frame: x to 0° N 0° E, y to 0° N 90° E, z to the north pole. */
export type EarthFixed = readonly [x: number, y: number, z: number];

/** A position in the Earth-fixed frame as a function of time (Unix seconds). */
export type PositionAt = (t: number) => EarthFixed;

/** A place on the Earth: degrees, geodetic (WGS 84), east and north positive. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** WGS 84 (NIMA TR8350.2): equatorial radius in km, flattening, first eccentricity squared. */
export const equatorialRadius = 6378.137;
export const flattening = 1 / 298.257223563;
export const eccentricitySquared = flattening * (2 - flattening);

export const radians = Math.PI / 180;
/** One revolution, radians. */
export const fullTurn = 2 * Math.PI;

/** Dot product. */
export const dotProduct = (a: EarthFixed, b: EarthFixed): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const subtractVectors = (a: EarthFixed, b: EarthFixed): EarthFixed => [
  a[0] - b[0],
  a[1] - b[1],
  a[2] - b[2],
];
/** Cross product. */
export const crossProduct = (a: EarthFixed, b: EarthFixed): EarthFixed => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** The vector scaled to length 1. */
export function toUnitVector(v: EarthFixed): EarthFixed {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** Distance of two points, km. */
export const distanceBetween = (a: EarthFixed, b: EarthFixed): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Converts an angle to the range [-180, 180). */
export const wrapDegrees = (degrees: number): number =>
  ((((degrees + 180) % 360) + 360) % 360) - 180;

/** The point `altitudeKm` above a place (Vallado, 4th ed., chapter 3; Meeus, 2nd ed., chapter 11). */
export function earthFixedOf({ latitude, longitude }: Place, altitudeKm = 0): EarthFixed {
  const [phi, lambda] = [latitude * radians, longitude * radians];
  const normalRadius = equatorialRadius / Math.sqrt(1 - eccentricitySquared * Math.sin(phi) ** 2);
  const axisDistance = (normalRadius + altitudeKm) * Math.cos(phi);
  return [
    axisDistance * Math.cos(lambda),
    axisDistance * Math.sin(lambda),
    (normalRadius * (1 - eccentricitySquared) + altitudeKm) * Math.sin(phi),
  ];
}

export interface PlaceAndAltitude extends Place {
  /** Altitude above the ellipsoid. */
  readonly altitudeKm: number;
}

/**
 * The sub-satellite point of a position, and its altitude, by Bowring's method ("Transformation from spatial to
 * geographical coordinates", Survey Review 23, 1976). The error is below 3 mm up to 500 km.
 */
export function placeBelow([x, y, z]: EarthFixed): PlaceAndAltitude {
  const polarRadius = equatorialRadius * (1 - flattening);
  const axisDistance = Math.hypot(x, y);
  const reducedLatitude = Math.atan2(z * equatorialRadius, axisDistance * polarRadius);
  const secondEccentricitySquared = eccentricitySquared / (1 - eccentricitySquared);
  const phi = Math.atan2(
    z + secondEccentricitySquared * polarRadius * Math.sin(reducedLatitude) ** 3,
    axisDistance - eccentricitySquared * equatorialRadius * Math.cos(reducedLatitude) ** 3,
  );
  // The altitude is measured along the normal. This is also valid at the poles, where the distance from the axis is
  // zero.
  const tangentPlaneDistance =
    equatorialRadius * Math.sqrt(1 - eccentricitySquared * Math.sin(phi) ** 2);
  return {
    latitude: phi / radians,
    longitude: wrapDegrees(Math.atan2(y, x) / radians),
    altitudeKm: axisDistance * Math.cos(phi) + z * Math.sin(phi) - tangentPlaneDistance,
  };
}
