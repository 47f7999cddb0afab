import type { Failure, Result } from '#shared/failure.ts';
import type { Status } from '#shared/status/status.ts';

/*
 * An option of the command line that asks the running instance is a row of its feature. The parser, `--help`, the time
 * limit and the printed words derive from it, also in the instance that asks; the function that answers is in the
 * running one.
 */

/** An option that only some queries take. */
export type Extra = 'json' | 'watch' | 'days' | 'visible';

interface CommonRow {
  /** The option and its argument in `--help`; default: the name. */
  readonly usage?: string;
  /** Consecutive rows with the same words share a line of `--help`. */
  readonly help: () => string;
  /** How long the running instance may take to answer, in milliseconds. */
  readonly answerMs: number;
}

/** The running instance answers with a `Query`, and nothing changes. */
export interface QueryRow extends CommonRow {
  readonly takes: readonly Extra[];
}

/** The running instance answers with the text of a file, which the asking instance writes. */
export interface FileRow extends CommonRow {
  /** The printed line once the file is there. */
  words(file: string): string;
}

/** The running instance does something. */
export interface ActionRow extends CommonRow {
  /** Whether a day may follow the option. */
  readonly takesDate?: true;
  /** Whether the running instance ends after its answer. */
  readonly endsApp?: true;
  /** The printed line. */
  words(status: Status): string;
  /** The printed line of a failure; null: the usual words. `now`: milliseconds since the Unix epoch. */
  failureWords?(failure: Failure, date: string | null, now: number): string | null;
}

/** Performs the command of an `ActionRow`. Null: no day was given. */
export type Action = (date: string | null) => Result<unknown> | Promise<Result<unknown>>;

/** The time for an answer that needs neither a search nor a download, in milliseconds. */
export const promptMs = 5_000;
