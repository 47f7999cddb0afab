/**
 * WGS 72, in which published element sets and therefore the answers of position services are computed
 * (Hoots and Roehrich, Spacetrack Report 3, 1980; Vallado, "Revisiting Spacetrack Report 3", 2006).
 */
export const gravity = {
  /** km³/s². */
  mu: 398_600.8,
  /** Equatorial radius, km. */
  radius: 6378.135,
  j2: 0.001_082_616,
  j3: -0.000_002_538_81,
  j4: -0.000_001_655_97,
} as const;

/** Rotation of the Earth against the equinox of date, rad/s. */
export const earthRate = 7.292_115_855_3e-5;

export const daySeconds = 86_400;
export const radians = Math.PI / 180;
export const turn = 2 * Math.PI;

/** Mean motion from rev/day to rad/s, and its rate from rev/day² to rad/s². */
export const revPerDay = turn / daySeconds;
export const revPerDay2 = turn / daySeconds ** 2;

/** The angle in [0, 360), degrees. */
export const wrapDegrees = (angle: number): number => ((angle % 360) + 360) % 360;
