import { z } from 'zod';
import { viewChoicesSchema, type ViewChoices } from '#shared/view-choices.ts';
import type { StoreDatabase } from '#platform/database/kept-database.ts';
import { openStoredValues } from '#platform/database/values.ts';
import { noStoredPause, storedPauseSchema } from '#runtime/suspension.ts';

/** The stored values of a database, and some of those that the app opens. */
export function storedValuesOf(source: StoreDatabase) {
  const stored = openStoredValues(source);
  const { value } = stored;
  return {
    ...stored,
    notices: value('notices', z.array(z.string()).readonly(), []),
    seenPictureDate: value<string | null>('seen-picture-date', z.string().nullable(), null),
    views: value<ViewChoices>('views', viewChoicesSchema, {}),
    closeHint: value('close-hint', z.boolean(), false),
    pause: value('pause', storedPauseSchema, noStoredPause),
  };
}
