import { z } from 'zod';
import { managedKeys } from './table.ts';

/**
 * Why managed settings are not used as they were written. `unreadable`: they could not be read, or are not in the
 * expected format. `untrusted`: a user other than root could have written the file. `invalid`: some values are wrong;
 * the others are used.
 */
const managedProblemSchema = z.object({
  reason: z.enum(['unreadable', 'untrusted', 'invalid']),
  /** The keys with wrong values. */
  keys: z.array(z.string()),
});
export type ManagedProblem = z.infer<typeof managedProblemSchema>;

/** The settings of the administrator in this run. */
export const managedStateSchema = z.object({
  /** The place of these settings: a path or a key of the registry. */
  place: z.string(),
  /** Settings that have the administrator's value, and that no user can change. */
  locked: z.array(z.enum(managedKeys)),
  problem: managedProblemSchema.nullable(),
});
export type ManagedState = z.infer<typeof managedStateSchema>;

/** No setting is managed. */
export const noManagedState: ManagedState = { place: '', locked: [], problem: null };
