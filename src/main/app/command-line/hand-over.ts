import { z } from 'zod';
import { failureSchema } from '#shared/failure.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import { parseCommandLine, type CommandLine } from './parse.ts';

/** What a second instance hands to the first with the lock: its own arguments as they were, and where it listens. */
export const handOverSchema = z.object({
  overhead: z.literal(1),
  args: z.array(z.string().max(4096)).max(64),
  /** Null: it wants no answer. */
  answerAt: z.string().max(512).nullable(),
});
export type HandOver = z.infer<typeof handOverSchema>;

/** What another instance wants, whatever `data` is: its arguments are read like those of this one. Null: nothing. */
export function readHandOver(
  data: unknown,
): { readonly line: CommandLine; readonly answerAt: string | null } | null {
  const { data: handOver } = handOverSchema.safeParse(data);
  if (handOver === undefined) return null;
  return { line: parseCommandLine(handOver.args), answerAt: handOver.answerAt };
}

/** What the first instance says of a command. One line of JSON. */
export const answerSchema = z.discriminatedUnion('kind', [
  // The text by the clock and in the locale of the instance that runs: the one that asks may have others.
  z.object({ kind: z.literal('done'), status: statusSchema, text: z.string() }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type Answer = z.infer<typeof answerSchema>;

/** Most characters of an answer. */
export const answerLimit = 256 * 1024;
