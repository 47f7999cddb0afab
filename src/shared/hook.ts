import { z } from 'zod';
import { hookEvents } from './hook-events.ts';

/** A line for the system's shell; null: none. */
export const hookLineSchema = z.string().min(1).max(4096).nullable();

/** Why the command of an event failed. */
export const hookFailureSchema = z.discriminatedUnion('kind', [
  /** The system has no shell, or cannot start another process. */
  z.object({ kind: z.literal('not-started') }),
  /** The command was killed after this many seconds. */
  z.object({ kind: z.literal('too-long'), seconds: z.number() }),
  /** The exit code, or the name of the signal that ended the command. */
  z.object({ kind: z.literal('failed'), code: z.union([z.number(), z.string()]) }),
]);
export type HookFailure = z.infer<typeof hookFailureSchema>;

/** Why the last run for each event failed; null: it succeeded, or there was none. */
export const hookFailuresSchema = z.record(z.enum(hookEvents), hookFailureSchema.nullable());
export type HookFailures = z.infer<typeof hookFailuresSchema>;

export const noHookFailures: HookFailures = {
  wallpaper: null,
  picture: null,
  passSoon: null,
  passBegins: null,
  postRefused: null,
};
