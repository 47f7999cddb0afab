import { z } from 'zod';

/**
 * Whether the app can set the picture of the lock screen. `offered`: yes. `follows`: the lock screen shows the
 * wallpaper automatically. `sandboxed`: a Flatpak or a Snap cannot set it. `none`: no way is known.
 */
const lockScreenOfferSchema = z.enum(['offered', 'follows', 'sandboxed', 'none']);
export type LockScreenOffer = z.infer<typeof lockScreenOfferSchema>;

/** The last failure of the lock screen: the picture was not set, or the user's own was not restored. */
export const lockScreenFailureSchema = z.enum(['not-set', 'not-restored']);
export type LockScreenFailure = z.infer<typeof lockScreenFailureSchema>;

export const lockScreenSchema = z.object({
  offer: lockScreenOfferSchema,
  /** Null: the last attempt succeeded, or there was none. The log has the desktop's own message. */
  failure: lockScreenFailureSchema.nullable(),
});
