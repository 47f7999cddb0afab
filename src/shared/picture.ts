import { z } from 'zod';

/** A day of the picture service, `YYYY-MM-DD`, in US Eastern. */
export const pictureDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** What the picture service says of one day, in our words. */
export const pictureRecordSchema = z.object({
  date: pictureDateSchema,
  title: z.string(),
  /** Plain text. */
  explanation: z.string(),
  /** Who made it, on one line; null where the picture is in the public domain. */
  credit: z.string().nullable(),
  mediaType: z.enum(['image', 'video', 'other']),
  /** Standard resolution, or the video. */
  url: z.string().nullable(),
  /** High resolution. */
  hdUrl: z.string().nullable(),
  /** A still of the video. */
  thumbnailUrl: z.string().nullable(),
});
export type PictureRecord = z.infer<typeof pictureRecordSchema>;

export const imageFormatSchema = z.enum(['jpeg', 'png', 'gif', 'webp']);
export type ImageFormat = z.infer<typeof imageFormatSchema>;

/** A picture on disk. `name` is ours (date, part of the content's hash, extension), never the server's. */
export const pictureFileSchema = z.object({
  name: z.string().regex(/^[\w-]+\.(jpg|png|gif|webp)$/),
  format: imageFormatSchema,
  bytes: z.number().int().positive(),
  /** In pixels, as the file's own header says. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
export type PictureFile = z.infer<typeof pictureFileSchema>;

/** A day's record together with its file; `file` is null on days that have no picture. */
export const dayPictureSchema = z.object({
  record: pictureRecordSchema,
  file: pictureFileSchema.nullable(),
});
export type DayPicture = z.infer<typeof dayPictureSchema>;

/** What became of the wallpaper. */
export const wallpaperSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('untouched') }),
  z.object({ kind: z.literal('setting'), date: pictureDateSchema }),
  z.object({
    kind: z.literal('set'),
    date: pictureDateSchema,
    /** Absolute path of the picture that the desktop shows. */
    path: z.string(),
    backend: z.string(),
    /** True when the desktop's own setting was read back and holds our path. */
    verified: z.boolean(),
    at: z.number(),
  }),
  z.object({
    kind: z.literal('failed'),
    date: pictureDateSchema,
    backend: z.string().nullable(),
    detail: z.string(),
    at: z.number(),
  }),
]);
export type Wallpaper = z.infer<typeof wallpaperSchema>;
