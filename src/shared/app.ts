import { z } from 'zod';
import { instantSchema } from './instant.ts';

/** The views of the main window. */
const viewSchema = z.enum(['today', 'archive', 'station', 'journal', 'settings', 'why']);
export type View = z.infer<typeof viewSchema>;

/** Where the main window can be sent: a view, the journal with a post begun, or what the settings say of the app. */
export const destinationSchema = z.enum([...viewSchema.options, 'journal/new', 'settings/about']);
export type Destination = z.infer<typeof destinationSchema>;

/** Why the app asks nothing of any service at present; it asks when `paused` is null and `power` is `awake`. */
export const suspensionSchema = z.object({
  /** The person paused it: until then (milliseconds since the Unix epoch), or until the person resumes. */
  paused: z.union([instantSchema, z.literal('indefinite')]).nullable(),
  power: z.enum(['awake', 'asleep', 'locked']),
});
export type SuspensionState = z.infer<typeof suspensionSchema>;
export const noSuspension: SuspensionState = { paused: null, power: 'awake' };

/**
 * Whether the app starts with the session. `switched-off`: the person asked for it, and has switched it off in the
 * settings of the desktop since. `unsupported`: this system has no such thing, or the app may not use it.
 */
export const loginItemSchema = z.enum(['on', 'off', 'switched-off', 'unsupported']);
export type LoginItemState = z.infer<typeof loginItemSchema>;

/** The last lines of the log, the oldest first, without secrets. */
export const logLinesSchema = z.array(z.string());
