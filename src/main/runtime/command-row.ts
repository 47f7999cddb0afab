import type { Failure, Result } from '#shared/failure.ts';
import type { Status } from '#shared/status/status.ts';

/*
 * Each command-line option that sends a request to the running instance has a row in the code of its feature. The
 * parser, `--help`, the time limit and the printed words are derived from the row, also in the instance that sends the
 * request. The function that answers exists only in the running instance.
 */

/** An option that only some queries take. */
export type QueryOption = 'json' | 'watch' | 'days' | 'visible';

interface CommonRow {
  /** The option and its argument in `--help`. Default: the name of the row. */
  readonly usage?: string;
  /** The words for the row in `--help`. Rows with the same words share a line. */
  readonly help: () => string;
  /** How long the running instance may take to answer, in milliseconds. */
  readonly answerMs: number;
}

/** A row whose answer is a `Query`. The running instance changes nothing. */
export interface QueryRow extends CommonRow {
  readonly takes: readonly QueryOption[];
}

/** A row whose answer is the text of a file, which the asking instance writes. */
export interface FileRow extends CommonRow {
  /** The line that is printed when the file has been written. */
  words(file: string): string;
}

/** A row of a command that the running instance performs. */
export interface ActionRow extends CommonRow {
  /** Whether a day may follow the option. */
  readonly takesDate?: true;
  /** Whether the running instance ends after its answer. */
  readonly endsApp?: true;
  /** The line that is printed after success. */
  words(status: Status): string;
  /** The line that is printed after a failure; null: the usual words. `now`: milliseconds since the Unix epoch. */
  failureWords?(failure: Failure, date: string | null, now: number): string | null;
}

/** Performs the command of an `ActionRow`. `date`: the given day; null: no day was given. */
export type Action = (date: string | null) => Result<unknown> | Promise<Result<unknown>>;

/** The time limit for an answer that needs neither a search nor a download, in milliseconds. */
export const promptAnswerMs = 5_000;
