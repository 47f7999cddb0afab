import { z } from 'zod';

/** Sampled positions of the station for the windows, which cannot compute positions from an orbit. */
export const sampledPathSchema = z.object({
  /** Unix seconds of the first point. */
  from: z.number(),
  /** Seconds between points. */
  step: z.number().positive(),
  /** Earth-fixed kilometres: x, y and z of the first point, then of the next, and so on. At least six points. */
  coordinates: z.array(z.number()).min(18),
});
