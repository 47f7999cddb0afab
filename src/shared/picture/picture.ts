import { z } from 'zod';
import { failureSchema, wallpaperFailureReasonSchema } from '../failure.ts';
import { instantSchema } from '../instant.ts';
import type { Settings } from '../settings/table.ts';
import { providerNames } from './providers.ts';

/** A day of the picture service, `YYYY-MM-DD`, in US Eastern. */
export const pictureDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const providerNameSchema = z.enum(providerNames);

/** A link inside a plain text: the characters `from` up to `to` (exclusive) link to `href`. */
export const textLinkSchema = z
  .object({
    from: z.number().int().nonnegative(),
    to: z.number().int().positive(),
    href: z.url({ protocol: /^https$/ }),
  })
  .refine(({ from, to }) => from < to, 'a link has at least one character');
export type TextLink = z.infer<typeof textLinkSchema>;

/** The record of one day, in the same form for all sources. */
export const pictureRecordSchema = z.object({
  date: pictureDateSchema,
  title: z.string(),
  /** Plain text. */
  explanation: z.string(),
  /** The links of the explanation, in their order; no two overlap. */
  links: z.array(textLinkSchema).readonly(),
  /** The makers of the picture, on one line; null if it is in the public domain. */
  credit: z.string().nullable(),
  mediaType: z.enum(['image', 'video', 'other']),
  /** The address of the picture in standard resolution, or of the video. */
  url: z.string().nullable(),
  /** The address of the picture in high resolution. */
  hdUrl: z.string().nullable(),
  /** The address of a still of the video. */
  thumbnailUrl: z.string().nullable(),
  /** The alternative text of the picture; null if it has none. */
  alt: z.string().nullable(),
  /** The https page of the day; null if the service names none. */
  pageUrl: z.string().nullable(),
  servedBy: providerNameSchema,
  /** True if the embedded services drew the picture: it must always be labelled as simulated. */
  simulated: z.boolean().optional(),
});
export type PictureRecord = z.infer<typeof pictureRecordSchema>;

/** Whether the file of the day is the still of a film. */
export const isVideoStill = ({ mediaType }: PictureRecord): boolean => mediaType !== 'image';

const imageFormatSchema = z.enum(['jpeg', 'png', 'gif', 'webp']);
export type ImageFormat = z.infer<typeof imageFormatSchema>;

/** A picture on the disk. The app forms `name` (date, part of the content's hash, extension), never the server. */
export const pictureFileSchema = z.object({
  name: z.string().regex(/^[\w-]+\.(jpg|png|gif|webp)$/),
  format: imageFormatSchema,
  bytes: z.number().int().positive(),
  /** In pixels, from the header of the file. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** True if the file has several frames: the app shows one of them, and the page of the day plays them. */
  animated: z.literal(true).optional(),
});
export type PictureFile = z.infer<typeof pictureFileSchema>;

/**
 * A day's record together with its file. On the day of a video, `file` is the still; it is null on days without a
 * picture.
 */
export const dayPictureSchema = z.object({
  record: pictureRecordSchema,
  file: pictureFileSchema.nullable(),
});
export type DayPicture = z.infer<typeof dayPictureSchema>;

/** The state of the wallpaper. */
export const wallpaperSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('untouched') }),
  z.object({ kind: z.literal('setting'), date: pictureDateSchema }),
  z.object({
    kind: z.literal('set'),
    date: pictureDateSchema,
    /** Name of the picture file from which the wallpaper was composed. */
    picture: z.string().optional(),
    /** Absolute path of the file that the primary display shows. */
    path: z.string(),
    backend: z.string(),
    /** True if the desktop's own setting was read back and is the app's path. */
    verified: z.boolean(),
    /** True if only some displays were to change, but the desktop can set only all of them together. */
    everywhere: z.boolean().optional(),
    /** The days that the selection chose for displays other than the primary, by the display's id. */
    others: z.record(z.string(), pictureDateSchema).optional(),
    /** The picture of each display, the primary first; absolute paths. */
    displays: z
      .array(
        z.object({ id: z.int(), label: z.string(), date: pictureDateSchema, path: z.string() }),
      )
      .readonly()
      .optional(),
    /** True if the embedded services drew the picture: a run with other services must remove it. */
    simulated: z.boolean().optional(),
    at: instantSchema,
  }),
  z.object({
    kind: z.literal('failed'),
    date: pictureDateSchema,
    backend: z.string().nullable(),
    why: wallpaperFailureReasonSchema.optional(),
    /** The desktop's own message, for the log. */
    detail: z.string(),
    at: instantSchema,
    /** The time of the next automatic attempt; null if there is none. */
    retryAt: instantSchema.nullable(),
  }),
]);
export type Wallpaper = z.infer<typeof wallpaperSchema>;

/**
 * The wallpaper that the user had before the app's: `shown` on the desktop, `kept` so that it can be restored, or
 * `unknown` because the desktop did not report its wallpaper.
 */
export const ownWallpaperSchema = z.enum(['shown', 'kept', 'unknown']);
export type OwnWallpaper = z.infer<typeof ownWallpaperSchema>;

/** The desktop's picture on a day without a picture. */
export type WithoutPicture = Settings['picture']['withoutPicture'];

/** The last quota of the key that the service reported. */
export const quotaSchema = z.object({
  /** Requests per rolling hour; null if the service reports only the number of remaining requests. */
  limit: z.number().int().nullable(),
  remaining: z.number().int(),
  /** The time of the report, milliseconds since the Unix epoch. */
  at: instantSchema,
});
export type Quota = z.infer<typeof quotaSchema>;

/** The current state of the sources and of downloads. Times are milliseconds since the Unix epoch. */
export const pictureSupplySchema = z.object({
  /**
   * The configured sources in the order of requests, each with its last failure and the time before which no request is
   * sent to it (`notBefore`).
   */
  providers: z.array(
    z.object({
      name: providerNameSchema,
      failure: failureSchema.nullable(),
      /** The time of the failure; null if unknown. */
      failedAt: instantSchema.nullable(),
      notBefore: instantSchema.nullable(),
      /** The time of the last answer; null if there was none. */
      answeredAt: instantSchema.nullable(),
    }),
  ),
  quota: quotaSchema.nullable(),
  /** The download in progress. */
  download: z
    .object({
      date: pictureDateSchema,
      bytes: z.number().int(),
      /** Null if the service does not report the length. */
      total: z.number().int().nullable(),
    })
    .nullable(),
});
export type PictureSupply = z.infer<typeof pictureSupplySchema>;

export const noPictureSupply: PictureSupply = { providers: [], quota: null, download: null };

/** The user's decisions about the desktop's picture. Dates are days of the picture service. */
export const pictureChoiceSchema = z.object({
  /** The day that stays on the desktop although newer pictures come. */
  pinned: pictureDateSchema.nullable(),
  /** Days that are never shown automatically again; the newest last. */
  skipped: z.array(pictureDateSchema).readonly(),
  favourites: z.array(pictureDateSchema).readonly(),
  /**
   * The user went back to the day `to`, or restored their own wallpaper (`to` is null). Holds until a day later than
   * `since` is published.
   */
  back: z
    .object({
      to: pictureDateSchema.nullable(),
      since: pictureDateSchema,
      /** True if the rotation chose `to`, not the user. */
      rotated: z.boolean().optional(),
    })
    .nullable(),
});
export type PictureChoice = z.infer<typeof pictureChoiceSchema>;

export const noPictureChoice: PictureChoice = {
  pinned: null,
  skipped: [],
  favourites: [],
  back: null,
};
