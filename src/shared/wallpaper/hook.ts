import { z } from 'zod';

/** Why the command that runs after each change of the wallpaper did not do its work. */
export const hookFailureSchema = z.discriminatedUnion('kind', [
  /** The system has no shell, or takes no more processes. */
  z.object({ kind: z.literal('not-started') }),
  /** It was killed after that many seconds. */
  z.object({ kind: z.literal('too-long'), seconds: z.number() }),
  /** Its exit code, or the name of the signal that ended it. */
  z.object({ kind: z.literal('failed'), code: z.union([z.number(), z.string()]) }),
]);
export type HookFailure = z.infer<typeof hookFailureSchema>;
