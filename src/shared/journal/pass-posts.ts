import { z } from 'zod';
import { instantSchema } from '../instant.ts';

const degreesSchema = z.number().int().min(0);

/** A post about a pass that has begun: the subject as in `AttachedSubject`, and the beginning of the title. */
const passPostSchema = z.object({
  id: z.uuid(),
  createdAt: instantSchema.int(),
  titleStart: z.string(),
  /** When the pass begins, in milliseconds since the Unix epoch: any time that a text can name. */
  at: z.number().int(),
  path: z.object({
    rise: degreesSchema,
    peak: degreesSchema,
    height: degreesSchema,
    set: degreesSchema,
  }),
});
export type PassPost = z.infer<typeof passPostSchema>;

/** The posts about passes. `hasMore`: the journal has earlier ones, which are left out. */
export const passPostsSchema = z.object({ posts: z.array(passPostSchema), hasMore: z.boolean() });
export type PassPosts = z.infer<typeof passPostsSchema>;
