import { z } from 'zod';

/** Mean elements at the epoch, true equator and mean equinox of date (the frame of element sets). */
export const elementsSchema = z.object({
  /** Degrees. */
  inclination: z.number().min(0).max(180),
  /** Right ascension of the ascending node, degrees. */
  node: z.number(),
  /** Mean argument of latitude (argument of perigee + mean anomaly), degrees. */
  argumentOfLatitude: z.number(),
  /** Mean motion as in published element sets (Kozai's definition), rev/day. */
  meanMotion: z.number().positive(),
  /** e cos ω and e sin ω without the part forced by J3 (about 0.0009 of e sin ω). */
  eccentricityX: z.number().min(-0.2).max(0.2),
  eccentricityY: z.number().min(-0.2).max(0.2),
  /** Growth of the mean motion by drag, rev/day². Twice the field of published element sets. */
  meanMotionRate: z.number(),
});
export type Elements = z.infer<typeof elementsSchema>;

const vectorSchema = z.array(z.number()).length(7);
const matrixSchema = z.array(z.number()).length(49);

/**
 * An element set of the service, estimated from its fixes: a normal likelihood of its elements. The service computes
 * with one set for hours and then steps to a newer set.
 */
const elementSetSchema = z.object({
  /**
   * The reference time of the elements, and the time in seconds from the end of the set's tracking data to the
   * reference time.
   */
  reference: z.number(),
  age: z.number().min(0),
  elements: elementsSchema,
  /**
   * Information matrix: the inverse of the covariance by the fixes alone, 7 × 7, row by row, in the order and units of
   * the elements.
   */
  information: matrixSchema,
  /** The information matrix times the most likely correction of the elements. */
  right: vectorSchema,
  /**
   * Times of the fixes of the set, oldest first. After the set is out of use, only the first and the last of them are
   * kept.
   */
  times: z.array(z.number()).min(1),
  /** Accepted and rejected fixes. */
  count: z.int().min(0),
  rejected: z.int().min(0),
  /** Sum of the squares of the horizontal residuals of the accepted fixes, km². */
  squares: z.number().min(0),
  /** Standard deviation across the track, km. In this direction, rounding the time down to the second has no effect. */
  crossKm: z.number().min(0),
  /**
   * `floored`: the service computes at any moment of the second that it names, so that a fix may be half a second off
   * along the track. `even`: it computes at the same part of each second.
   */
  timing: z.enum(['floored', 'even']),
});
export type ElementSet = z.infer<typeof elementSetSchema>;

const sampleSchema = z.object({ elements: elementsSchema, covariance: matrixSchema });
const sideSchema = sampleSchema.extend({
  /** The elements of the published set from which the service computed its positions. */
  set: elementsSchema,
});

/** A stored orbit, fitted to polled fixes. All times are Unix seconds. */
export const fittedOrbitSchema = z.object({
  /** The time of the newest fix that agrees with the orbit. */
  epoch: z.number(),
  elements: elementsSchema,
  /** Covariance of the elements in their order and units, 7 × 7, row by row. */
  covariance: matrixSchema,
  /** Which latitude the service sends, as the residuals show. */
  reading: z.enum(['geocentric', 'geodetic']),
  timing: elementSetSchema.shape.timing,
  /** Accepted and rejected fixes. */
  count: z.int().min(0),
  rejected: z.int().min(0),
  /** The oldest fix in the fit. */
  from: z.number(),
  /** The last change of the orbit, confirmed by two element sets or by one set in long use; null if there is none. */
  burn: z
    .object({
      /** The change lies between the last fix of the old orbit and the first fix of the new one. */
      from: z.number(),
      to: z.number(),
      /** The orbit before and after the change, both at the time `to`. */
      before: sideSchema,
      after: sideSchema,
      /**
       * The orbit after the change by the later sets alone, at the time `to`; null if the first set after the change is
       * still in use.
       */
      second: sampleSchema.nullable(),
    })
    .nullable(),
  /**
   * Unexplained distance of the newest fixes from the orbit along the track, km; mostly 0. Part of the stated
   * uncertainty.
   */
  doubtKm: z.number().min(0),
  /**
   * Root mean square of the horizontal residuals of the accepted fixes, km. Most of it comes from times that the
   * service rounds down to the second.
   */
  rmsKm: z.number().min(0),
  /**
   * Standard deviation across the track, km: how well the model follows the service. In this direction, rounding the
   * time down to the second has no effect.
   */
  crossKm: z.number().min(0),
  /**
   * One standard deviation along the track, km, of the position that the service computes, estimated from the fixes. It
   * does not contain the error of the service itself.
   */
  fitKm: z.number().min(0),
  /** The state of the estimator, from which the orbit is computed. */
  memory: z.object({
    /** The estimated orbit before the first of the sets. */
    start: z.object({ epoch: z.number(), elements: elementsSchema, covariance: matrixSchema }),
    /** The element sets of the last days, oldest first; `changed`: the orbit changed before this one. */
    sets: z.array(elementSetSchema.extend({ changed: z.boolean() })).min(1),
    /** Times of the newest fixes that fit no set, oldest first. */
    unexplained: z.array(z.number()),
    /** Time of the newest fix that was processed. */
    until: z.number(),
    /** Time of the oldest fix, and the number of accepted fixes, including those of dropped sets. */
    from: z.number(),
    count: z.int().min(0),
    rejected: z.int().min(0),
  }),
});
export type FittedOrbit = z.infer<typeof fittedOrbitSchema>;
