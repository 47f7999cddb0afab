import type { AppState } from '#shared/state.ts';

/** The options of a query about the state. */
export interface QueryOptions {
  /** Includes only events that begin within this number of days; null: all known events. */
  readonly days: number | null;
  /** Whether only visible events are included. */
  readonly visible: boolean;
}

/** A part of the state for other programs. */
export interface QueryAnswer {
  /** The answer for programs: JSON that is the same in every language. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The answer for a terminal, in the user's language. */
  readonly text: string;
  /** The most important part of the text, for one line of a status bar. */
  readonly line: string;
}

/** Answers one option of the command line. Each feature has the queries about its data. */
export interface Query {
  /** Called before each answer; the answer waits for the returned promise. */
  prepare?(): Promise<void>;
  /** The part of the state that the answer is made from. The answer can change only if this part is replaced. */
  follows(state: AppState): unknown;
  /** @param now milliseconds since the Unix epoch */
  answer(state: AppState, now: number, options: QueryOptions): QueryAnswer;
}

/**
 * A time in the format of the answers: ISO 8601 in UTC, to the second.
 *
 * @param at milliseconds since the Unix epoch
 */
export const isoTime = (at: number): string =>
  `${new Date(Math.round(at / 1000) * 1000).toISOString().slice(0, -5)}Z`;
