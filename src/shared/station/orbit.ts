import { z } from 'zod';

/** Mean elements at the epoch, true equator and mean equinox of date (the frame of element sets). */
export const elementsSchema = z.object({
  /** Degrees. */
  inclination: z.number().min(0).max(180),
  /** Right ascension of the ascending node, degrees. */
  node: z.number(),
  /** Mean argument of latitude (argument of perigee + mean anomaly), degrees. */
  argumentOfLatitude: z.number(),
  /** Kozai's, as in published element sets, rev/day. */
  meanMotion: z.number().positive(),
  /** e cos ω and e sin ω; the part that J3 forces (about 0.0009 of e sin ω) is not in it. */
  eccentricityX: z.number().min(-0.2).max(0.2),
  eccentricityY: z.number().min(-0.2).max(0.2),
  /** Growth of the mean motion by drag, rev/day². Twice the field of published element sets. */
  meanMotionRate: z.number(),
});
export type Elements = z.infer<typeof elementsSchema>;

/** An orbit learned from polled fixes, as it is kept on disk. All times are Unix seconds. */
export const fittedOrbitSchema = z.object({
  /** The time of the newest fix in the fit. */
  epoch: z.number(),
  elements: elementsSchema,
  /** Of the elements, in their order and units: 7 rows of 7, one after the other. */
  covariance: z.array(z.number()).length(49),
  /** What the service means by latitude, as the residuals show. */
  reading: z.enum(['geocentric', 'geodetic']),
  /**
   * `floored`: the service computes at any moment of the second that it names, so that a fix may lie
   * half a second off along the track. `even`: it computes at the same part of each second.
   */
  timing: z.enum(['floored', 'even']),
  /** Fixes that the orbit rests on, and those that were left out as wrong. */
  count: z.int().min(0),
  rejected: z.int().min(0),
  /** The oldest fix in the fit. */
  from: z.number(),
  /**
   * Fixes before `at` no longer count, for the orbit has changed: by a `reboost`, or, much less, because
   * the service took new elements (`refresh`). `before` are the elements that it had, at that time.
   */
  manoeuvre: z
    .object({ at: z.number(), kind: z.enum(['refresh', 'reboost']), before: elementsSchema })
    .nullable(),
  /**
   * The newest fixes lie off by so much along the track, and are too few to tell why; in most orbits 0.
   * Part of the stated uncertainty.
   */
  doubtKm: z.number().min(0),
  /** Root mean square of the residuals of the fixes in use, horizontally. Mostly the floored second. */
  rmsKm: z.number().min(0),
  /** Scatter across the track, where no floored second hides: how well the model follows the service. */
  crossKm: z.number().min(0),
});
export type FittedOrbit = z.infer<typeof fittedOrbitSchema>;
