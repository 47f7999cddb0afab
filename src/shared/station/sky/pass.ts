import { z } from 'zod';

const momentSchema = z.object({
  /** Unix seconds. */
  t: z.number(),
  /** Degrees from true north by east. */
  azimuth: z.number(),
  /** Degrees above the geometric horizon, without refraction. */
  elevation: z.number(),
  rangeKm: z.number(),
});
export type Moment = z.infer<typeof momentSchema>;

/** Time and azimuth at which an observer sees the station appear or disappear. */
const seenSchema = momentSchema.pick({ t: true, azimuth: true });

/** Why a pass is not visible. */
const hiddenReasonSchema = z.enum([
  /** The sky is dark, but the station is in the Earth's shadow. */
  'in-shadow',
  /** The Sun is above −6° at the observer. */
  'daylight',
  /** Sunlit in a dark sky for 20 s or longer, but not above 10°. The culmination may be higher, in shadow. */
  'too-low',
]);
export type HiddenReason = z.infer<typeof hiddenReasonSchema>;

/** From bright to dim, by the object of about this brightness; `dipper`: the stars of the Big Dipper. */
export const brightnessBandSchema = z.enum([
  'venus',
  'jupiter',
  'sirius',
  'vega',
  'dipper',
  'faint',
]);
export type BrightnessBand = z.infer<typeof brightnessBandSchema>;

/** One pass of the station over the observer. Times are Unix seconds. */
export const passSchema = z.object({
  /**
   * The moment at which the geometric elevation rises above 0°; with a local horizon, the moment at which the station
   * appears above this horizon.
   */
  rise: momentSchema,
  /** Culmination: the highest elevation between rise and set. */
  peak: momentSchema,
  /**
   * The moment at which the geometric elevation falls below 0°; with a local horizon, the moment at which the station
   * disappears behind this horizon.
   */
  set: momentSchema,
  /**
   * Rise and set as seen: at 0° of apparent elevation, or at the local horizon, with refraction. Over a flat horizon
   * some 8 s before `rise` and after `set`.
   */
  seen: z.object({ rise: seenSchema, set: seenSchema }),
  visible: z.boolean(),
  /** Why the pass is not visible; null if the pass is visible. */
  reason: hiddenReasonSchema.nullable(),
  /**
   * The (longest) stretch of at least 20 s with the station sunlit and at least 10° high, and the Sun at −6° or lower.
   */
  visibleFrom: z.number().nullable(),
  visibleTo: z.number().nullable(),
  /** The greatest brightness in the visible stretch; null when not visible. */
  brightness: z.object({ magnitude: z.number(), band: brightnessBandSchema }).nullable(),
  /** One standard deviation of the times, seconds. Absent if the searched positions have no stated uncertainty. */
  timeSigma: z.number().optional(),
});
export type Pass = z.infer<typeof passSchema>;
