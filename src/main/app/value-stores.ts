import { z } from 'zod';
import { pictureDateSchema } from '#shared/picture/picture.ts';
import { viewChoicesSchema, type ViewChoices } from '#shared/view-choices.ts';
import { windowPlaceSchema } from '#platform/windows/bounds.ts';
import { noStoredPause, storedPauseSchema } from '#runtime/suspension.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { openStoredValues } from '#platform/database/values.ts';

/** Creates the stores of the small values that are kept between runs. */
export function createValueStores(source: StoreDatabase) {
  const { value, reload, flush } = openStoredValues(source);
  return {
    value,
    reload,
    flush,
    /** The keys of the notices that were shown, the oldest first. */
    notices: value('notices', z.array(z.string()).readonly(), []),
    /** The day of the newest picture that the user has seen. */
    seenPictureDate: value('seen-picture-date', pictureDateSchema.nullable(), null),
    windows: value('windows', windowPlaceSchema.nullable(), null),
    /** The user's choices in the views of the main window. */
    views: value<ViewChoices>('views', viewChoicesSchema, {}),
    /** Whether the hint was shown that the app continues after its window is closed. */
    closeHint: value('close-hint', z.boolean(), false),
    pause: value('pause', storedPauseSchema, noStoredPause),
  };
}
