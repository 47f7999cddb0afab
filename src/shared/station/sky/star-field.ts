import { z } from 'zod';
import { directionSchema } from './sky.ts';

/** The bundled stars over a place in the evening: what a page draws while it has no picture. */
export const starFieldSchema = z.object({
  /** The brightest first; above the horizon only. */
  stars: z.array(z.object({ direction: directionSchema, magnitude: z.number() })),
  /** The north pole of the Milky Way, and its centre, 90° from the pole. */
  galaxy: z.object({ pole: directionSchema, center: directionSchema }),
  /** Whether the Sun, Moon and planets culminate in the north. */
  isSouthern: z.boolean(),
});
export type StarField = z.infer<typeof starFieldSchema>;
