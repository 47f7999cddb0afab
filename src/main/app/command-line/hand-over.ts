import { z } from 'zod';
import { failureSchema } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { maxReportBytes } from '#shared/report/report-parts.ts';
import { statusSchema } from '#shared/status/status-schema.ts';
import { listenForLines, type LineTimeouts } from '#platform/process/answer-socket.ts';
import { parseCommandLine, type CommandLine } from './arguments.ts';

/*
 * A second instance asks the running instance over a socket. Electron passes data with the single-instance lock in one
 * direction only, so the second instance listens on a socket and passes the address of the socket with its arguments.
 * The running instance connects to that socket and sends the answer as one line of JSON, or with `--watch` a line after
 * each change.
 */

/** The data that a second instance passes with the lock. */
const handOverSchema = z.object({
  overhead: z.literal(1),
  // No program can be started with an argument that contains NUL.
  args: z
    .array(
      z
        .string()
        .max(4096)
        .regex(/^[^\0]*$/),
    )
    .max(64),
  /** The address on which the second instance listens; null: the second instance needs no answer. */
  answerAt: z.string().max(512).nullable(),
});
export type HandOver = z.infer<typeof handOverSchema>;

/**
 * Parses the data that another process passed with the lock; null: the data are not from this app. Any process of the
 * same user can pass anything, so the arguments are parsed again.
 */
export function readHandOver(
  data: unknown,
): (Pick<HandOver, 'args' | 'answerAt'> & { readonly line: CommandLine }) | null {
  const { data: handOver } = handOverSchema.safeParse(data);
  if (handOver === undefined) return null;
  const { args, answerAt } = handOver;
  return { line: parseCommandLine(args), args, answerAt };
}

export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), status: statusSchema }),
  // The running instance writes `text`, because the asking instance may have another time zone or language.
  z.object({
    kind: z.literal('answer'),
    content: z.record(z.string(), z.unknown()),
    text: z.string(),
  }),
  /** A text for the file that the asking instance writes. */
  z.object({ kind: z.literal('file'), text: z.string() }),
  z.object({ kind: z.literal('failed'), failure: failureSchema }),
]);
export type Answer = z.infer<typeof answerSchema>;

const parseAnswer = (line: string): Answer | null =>
  answerSchema.safeParse(parseJson(line)).data ?? null;

/**
 * Starts to listen for one answer before the function returns.
 *
 * @param untilClosed whether to wait until the running instance has ended
 */
export function listenForAnswer(timeouts: LineTimeouts, untilClosed: boolean) {
  let answer: Answer | null = null;
  const { address, finished, close } = listenForLines(timeouts, maxReportBytes, (line) => {
    answer = parseAnswer(line);
    if (answer === null) return 'wrong';
    return untilClosed ? 'until-closed' : 'enough';
  });
  return {
    address,
    /**
     * Resolves with the answer when the listener has ended; null: no answer came in time, or an invalid answer came.
     */
    answer: () => finished.then((end) => (end === 'ended' ? answer : null)),
    close,
  };
}

/** Calls `onAnswer` for each answer, until the running instance closes the connection at its end. */
export const listenForAnswers = (timeouts: LineTimeouts, onAnswer: (answer: Answer) => void) =>
  listenForLines(timeouts, maxReportBytes, (line) => {
    const answer = parseAnswer(line);
    if (answer === null) return 'wrong';
    onAnswer(answer);
    return 'more';
  });
