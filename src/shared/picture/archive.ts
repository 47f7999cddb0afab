import { z } from 'zod';
import { pictureDateSchema } from './picture.ts';

export { firstPictureDate } from './archive-dates.ts';

/** A saved day in a calendar or a grid. */
export const archiveDaySchema = z.object({
  date: pictureDateSchema,
  title: z.string(),
  credit: z.string().nullable(),
  mediaType: z.enum(['image', 'video', 'other']),
  /** Whether the picture's file is on the disk. If it was evicted, opening the day downloads it again. */
  hasFile: z.boolean(),
  /** Name of the thumbnail below `overhead://app/thumbnails/`; null until it exists. */
  thumbnail: z
    .string()
    .regex(/^[\w-]+\.jpg$/)
    .nullable(),
});
export type ArchiveDay = z.infer<typeof archiveDaySchema>;

export const archiveQuerySchema = z.object({
  /** The words to search in titles, explanations and credits, as typed; empty: all days. */
  words: z.string().max(200),
  favourites: z.boolean(),
  /** Only days before this one; null: from the newest day on. */
  before: pictureDateSchema.nullable(),
  limit: z.int().min(1).max(100),
});
export type ArchiveQuery = z.infer<typeof archiveQuerySchema>;

export const archivePageSchema = z.object({
  /** Newest first. */
  days: z.array(archiveDaySchema),
  /** The `before` of the next page; null for the last page. */
  next: pictureDateSchema.nullable(),
});
export type ArchivePage = z.infer<typeof archivePageSchema>;

/** `YYYY-MM`. */
export const archiveMonthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** The counts of all saved days and of their files, and the size of these files in bytes. */
export const archiveStatusSchema = z.object({
  days: z.int(),
  files: z.int(),
  bytes: z.int(),
});
export type ArchiveStatus = z.infer<typeof archiveStatusSchema>;
export const emptyArchive: ArchiveStatus = { days: 0, files: 0, bytes: 0 };
