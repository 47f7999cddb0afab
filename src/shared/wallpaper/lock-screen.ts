import { z } from 'zod';

/**
 * Whether the app can set the picture of the lock screen. `offered`: it can. `follows`: the lock screen shows the
 * wallpaper by itself. `sandboxed`: the app runs as a Flatpak or a Snap, which cannot set it. `none`: no way is known.
 */
export const lockScreenOfferSchema = z.enum(['offered', 'follows', 'sandboxed', 'none']);
export type LockScreenOffer = z.infer<typeof lockScreenOfferSchema>;

/** What went wrong with the lock screen last: it did not take a picture, or kept the app's. */
export const lockScreenFailureSchema = z.enum(['not-set', 'not-restored']);
export type LockScreenFailure = z.infer<typeof lockScreenFailureSchema>;

export const lockScreenSchema = z.object({
  offer: lockScreenOfferSchema,
  /** Null: it worked, or nothing was tried. The log has the desktop's own words. */
  failure: lockScreenFailureSchema.nullable(),
});
