import { z } from 'zod';
import { bodyNameSchema } from './sky.ts';

/** The coming or current night over the user's place. Times in Unix seconds. */
export const eveningSchema = z.object({
  /**
   * The time at which the Sun's upper limb is on the horizon, with the mean refraction. Null if the Sun does not pass
   * the horizon; then `isSunUp` tells whether the Sun is up all day.
   */
  sunset: z.number().nullable(),
  sunrise: z.number().nullable(),
  isSunUp: z.boolean(),
  /** Ends of the civil and of the astronomical twilight in the evening; null: the Sun does not pass −6° or −18°. */
  nightfall: z.number().nullable(),
  darkness: z.number().nullable(),
  /** Solar noon after this night: a pass before it belongs to the night. */
  end: z.number(),
  /**
   * The Moon at nightfall, or at solar midnight if there is no nightfall. `phase` in degrees: 0 new, 90 first quarter,
   * 180 full. `lit`: the lit part of the disc.
   */
  moon: z.object({ phase: z.number(), lit: z.number() }),
  /** Whether the observer faces north, so that the waxing Moon is lit on its left. */
  isSouthern: z.boolean(),
  /** Bright planets well above the horizon at nightfall, the brightest first; none without a nightfall. */
  planets: z.array(z.object({ body: bodyNameSchema, azimuth: z.number() })),
});
export type Evening = z.infer<typeof eveningSchema>;
