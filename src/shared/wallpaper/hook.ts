import { z } from 'zod';

/** Why the command that runs after each change of the wallpaper failed. */
export const hookFailureSchema = z.discriminatedUnion('kind', [
  /** The system has no shell, or starts no more processes. */
  z.object({ kind: z.literal('not-started') }),
  /** The command was killed after this many seconds. */
  z.object({ kind: z.literal('too-long'), seconds: z.number() }),
  /** The exit code, or the name of the signal that ended the command. */
  z.object({ kind: z.literal('failed'), code: z.union([z.number(), z.string()]) }),
]);
export type HookFailure = z.infer<typeof hookFailureSchema>;
