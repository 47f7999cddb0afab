import { z } from 'zod';

/**
 * One polled position of the station, corrected to what a map needs.
 * The service sends a geocentric latitude and a timestamp rounded down to the second.
 */
export const fixSchema = z.object({
  /** Unix seconds; the middle of the second that the service named. Good to ± 0.5 s. */
  time: z.number(),
  /** Geodetic (WGS 84), degrees, north positive. */
  latitude: z.number().min(-90).max(90),
  /** Degrees, east positive, in [-180, 180]. */
  longitude: z.number().min(-180).max(180),
  /** When the answer came, milliseconds since the Unix epoch. */
  receivedAt: z.number(),
});
export type Fix = z.infer<typeof fixSchema>;
