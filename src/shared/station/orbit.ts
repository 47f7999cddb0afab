import { z } from 'zod';

/** Mean elements at the epoch, true equator and mean equinox of date (the frame of element sets). */
export const elementsSchema = z.object({
  /** Degrees. */
  inclination: z.number().min(0).max(180),
  /** Right ascension of the ascending node, degrees. */
  node: z.number(),
  /** Mean argument of latitude (argument of perigee + mean anomaly), degrees. */
  argumentOfLatitude: z.number(),
  /** Mean motion as Kozai defines it and element sets publish it, rev/day. */
  meanMotion: z.number().positive(),
  /** e cos ω and e sin ω without the part that J3 forces (about 0.0009 of e sin ω). */
  eccentricityX: z.number().min(-0.2).max(0.2),
  eccentricityY: z.number().min(-0.2).max(0.2),
  /** Growth of the mean motion by drag, rev/day². Twice the field of published element sets. */
  meanMotionRate: z.number(),
});
export type Elements = z.infer<typeof elementsSchema>;

/** An orbit fitted to polled fixes, as it is stored. All times are Unix seconds. */
export const fittedOrbitSchema = z.object({
  /** The time of the newest fix in the fit. */
  epoch: z.number(),
  elements: elementsSchema,
  /** Covariance of the elements in their order and units, 7 × 7, row by row. */
  covariance: z.array(z.number()).length(49),
  /** Which latitude the service sends, as the residuals show. */
  reading: z.enum(['geocentric', 'geodetic']),
  /**
   * `floored`: the service computes at any moment of the second that it names, so that a fix may lie
   * half a second off along the track. `even`: it computes at the same part of each second.
   */
  timing: z.enum(['floored', 'even']),
  /** Accepted and rejected fixes. */
  count: z.int().min(0),
  rejected: z.int().min(0),
  /** The oldest fix in the fit. */
  from: z.number(),
  /**
   * The orbit changed at `at` and older fixes no longer count: by a `reboost`, or, much less, because the service took new
   * elements (`refresh`). `before` are the elements before the change, at that time.
   */
  manoeuvre: z
    .object({ at: z.number(), kind: z.enum(['refresh', 'reboost']), before: elementsSchema })
    .nullable(),
  /**
   * Distance of the newest fixes from the orbit along the track, if it is not explained yet; mostly 0. Part of the stated
   * uncertainty.
   */
  doubtKm: z.number().min(0),
  /** Root mean square of the horizontal residuals of the accepted fixes. Mostly the floored second. */
  rmsKm: z.number().min(0),
  /** Standard deviation across the track, where the floored second has no effect: how well the model follows the service. */
  crossKm: z.number().min(0),
});
export type FittedOrbit = z.infer<typeof fittedOrbitSchema>;
