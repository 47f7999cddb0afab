import { z } from 'zod';
import { failureSchema, wallpaperFailureReasonSchema } from '../failure.ts';
import { instantSchema } from '../instant.ts';

/** A day of the picture service, `YYYY-MM-DD`, in US Eastern. */
export const pictureDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/**
 * The sources that can say what the picture of a day is, in the order in which they are asked: the service at
 * science.nasa.gov, the legacy service that it succeeds, the feed of science.nasa.gov, and the editors' own site.
 */
export const providerNames = ['successor', 'legacy', 'feed', 'editors'] as const;
export type ProviderName = (typeof providerNames)[number];

export const providerNameSchema = z.enum(providerNames);

/** A link inside of a plain text: characters `from` up to `to` (exclusive) lead to `href`. */
export const textLinkSchema = z
  .object({
    from: z.number().int().nonnegative(),
    to: z.number().int().positive(),
    href: z.url({ protocol: /^https$/ }),
  })
  .refine(({ from, to }) => from < to, 'a link has at least one character');
export type TextLink = z.infer<typeof textLinkSchema>;

/** What the picture service says of one day, in our words. */
export const pictureRecordSchema = z.object({
  date: pictureDateSchema,
  title: z.string(),
  /** Plain text. */
  explanation: z.string(),
  /** The links of the explanation, in their order; none overlap. */
  links: z.array(textLinkSchema).readonly(),
  /** Who made it, on one line; null where the picture is in the public domain. */
  credit: z.string().nullable(),
  mediaType: z.enum(['image', 'video', 'other']),
  /** The picture in standard resolution or as another address gives it, or the video. */
  url: z.string().nullable(),
  /** The picture in high resolution, as the service names it. */
  hdUrl: z.string().nullable(),
  /** A still of the video. */
  thumbnailUrl: z.string().nullable(),
  /** What the picture shows, for those who do not see it; null where nobody described it. */
  alt: z.string().nullable(),
  /** The https page of the day, where the service names one. */
  pageUrl: z.string().nullable(),
  servedBy: providerNameSchema,
  /** True where the embedded services drew it: it must never pass for real. */
  simulated: z.boolean().optional(),
});
export type PictureRecord = z.infer<typeof pictureRecordSchema>;

const imageFormatSchema = z.enum(['jpeg', 'png', 'gif', 'webp']);
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

/**
 * A day's record together with its file. On the day of a video it is the still; `file` is null on days that
 * have nothing to show.
 */
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
    /** Name of the file that it was composed of. */
    picture: z.string().optional(),
    /** Absolute path of the file that the primary display shows. */
    path: z.string(),
    backend: z.string(),
    /** True when the desktop's own setting was read back and holds our path. */
    verified: z.boolean(),
    /** True where only some displays were meant, and the desktop cannot tell them apart. */
    everywhere: z.boolean().optional(),
    /** Which day's picture the selection wants on displays other than the primary, by the display's id. */
    others: z.record(z.string(), pictureDateSchema).optional(),
    /** What each display shows, the primary first; absolute paths. */
    displays: z
      .array(
        z.object({ id: z.int(), label: z.string(), date: pictureDateSchema, path: z.string() }),
      )
      .readonly()
      .optional(),
    /** True where the embedded services drew the picture: it must not stay when others are asked. */
    simulated: z.boolean().optional(),
    at: instantSchema,
  }),
  z.object({
    kind: z.literal('failed'),
    date: pictureDateSchema,
    backend: z.string().nullable(),
    why: wallpaperFailureReasonSchema.optional(),
    /** For the log: the desktop's own words. */
    detail: z.string(),
    at: instantSchema,
    /** When the app tries again by itself; null where it does not. */
    retryAt: instantSchema.nullable(),
  }),
]);
export type Wallpaper = z.infer<typeof wallpaperSchema>;

/**
 * The wallpaper that the person had before the app's: `shown` on the desktop, `kept` so that it can be restored, or
 * `unknown` because the desktop did not say what it showed.
 */
export const ownWallpaperSchema = z.enum(['shown', 'kept', 'unknown']);
export type OwnWallpaper = z.infer<typeof ownWallpaperSchema>;

/** Which source is asked for the picture of the day; automatic: all of them in their order. */
export const providerChoiceSchema = z.enum([...providerNames, 'automatic']);
export type ProviderChoice = z.infer<typeof providerChoiceSchema>;

/** What the desktop shows on a day that has no picture: the one before, the video's still, or a favourite. */
export const withoutPictureSchema = z.enum(['keep', 'still', 'favourite']);
export type WithoutPicture = z.infer<typeof withoutPictureSchema>;

/** What a service said last of its key's quota. */
export const quotaSchema = z.object({
  /** Requests per rolling hour; null where the service names only what is left. */
  limit: z.number().int().nullable(),
  remaining: z.number().int(),
  /** When it said so, milliseconds since the Unix epoch. */
  at: instantSchema,
});
export type Quota = z.infer<typeof quotaSchema>;

/** Where pictures come from at present. Times are milliseconds since the Unix epoch. */
export const pictureSupplySchema = z.object({
  /** The configured sources in the order of asking, each with what it failed with and when it may be asked again. */
  providers: z.array(
    z.object({
      name: providerNameSchema,
      failure: failureSchema.nullable(),
      /** When that was; null where it is not known. */
      failedAt: instantSchema.nullable(),
      notBefore: instantSchema.nullable(),
      /** When it answered last; null where it never did. */
      answeredAt: instantSchema.nullable(),
    }),
  ),
  quota: quotaSchema.nullable(),
  /** The download under way. */
  download: z
    .object({
      date: pictureDateSchema,
      bytes: z.number().int(),
      /** Null where the service does not say. */
      total: z.number().int().nullable(),
    })
    .nullable(),
});
export type PictureSupply = z.infer<typeof pictureSupplySchema>;

export const noSupply: PictureSupply = { providers: [], quota: null, download: null };

/** What the person decided about the desktop's picture. Dates are days of the picture service. */
export const pictureChoiceSchema = z.object({
  /** Stays, whatever comes. */
  pinned: pictureDateSchema.nullable(),
  /** Never shown by itself again; the newest last. */
  skipped: z.array(pictureDateSchema).readonly(),
  favourites: z.array(pictureDateSchema).readonly(),
  /**
   * The person went back to `to`, or restored their own wallpaper (`to` is null); it holds until a day after `since`
   * comes.
   */
  back: z
    .object({
      to: pictureDateSchema.nullable(),
      since: pictureDateSchema,
      /** True where the rotation chose `to`, not the person. */
      rotated: z.boolean().optional(),
    })
    .nullable(),
});
export type PictureChoice = z.infer<typeof pictureChoiceSchema>;

export const noChoice: PictureChoice = {
  pinned: null,
  skipped: [],
  favourites: [],
  back: null,
};
