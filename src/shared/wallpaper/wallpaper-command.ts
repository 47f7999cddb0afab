import { z } from 'zod';

/** A line for the system's shell, which cannot contain NUL; null: none. */
export const wallpaperCommandSchema = z
  .string()
  .min(1)
  .max(4096)
  .refine((line) => !line.includes('\0'))
  .nullable();

/** Why the last run of the wallpaper command failed. */
export const wallpaperCommandFailureSchema = z.discriminatedUnion('kind', [
  /** The system has no shell, or cannot start another process. */
  z.object({ kind: z.literal('not-started') }),
  /** The command was killed after this many seconds. */
  z.object({ kind: z.literal('too-long'), seconds: z.number() }),
  /** The exit code, or the name of the signal that ended the command. */
  z.object({ kind: z.literal('failed'), code: z.union([z.number(), z.string()]) }),
]);
export type WallpaperCommandFailure = z.infer<typeof wallpaperCommandFailureSchema>;
