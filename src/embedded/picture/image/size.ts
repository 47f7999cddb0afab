import { z } from 'zod';
import type { Size } from '../sky/size.ts';

const side = z.coerce
  .number({ error: 'must be a number of pixels' })
  .int({ error: 'must be a whole number of pixels' })
  .min(16, { error: 'must be at least 16' })
  .max(4096, { error: 'must be at most 4096' });

/** How the successor's addresses ask for another size; all of it may be left out. */
export const resizeSchema = z.object({
  w: side.optional().describe('Width, pixels.'),
  h: side.optional().describe('Height, pixels.'),
  fit: z
    .enum(['clip', 'crop'], { error: 'must be clip or crop' })
    .default('clip')
    .describe('clip: within w and h, in its own shape; crop: exactly w and h.'),
  crop: z.string().optional().describe('What to keep in sight when cropping; not used here.'),
});
export type Resize = z.infer<typeof resizeSchema>;

/** The size that is wanted of a picture that has another one. */
export function resized(own: Size, { w, h, fit }: Resize): Size {
  if (w === undefined && h === undefined) return own;
  if (fit === 'crop' && w !== undefined && h !== undefined) return { width: w, height: h };
  const scale = Math.min((w ?? Infinity) / own.width, (h ?? Infinity) / own.height);
  const scaled = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: scaled(own.width), height: scaled(own.height) };
}
