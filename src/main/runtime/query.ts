import type { AppState } from '#shared/state.ts';

/** What the caller wants of a answer. */
export interface QueryOptions {
  /** Only what begins within this many days; null: all that is known. */
  readonly days: number | null;
  /** Only what can be seen. */
  readonly visible: boolean;
}

/** A part of the state for other programs. */
export interface QueryAnswer {
  /** For programs: JSON, the same in every language. */
  readonly content: Readonly<Record<string, unknown>>;
  /** For a terminal, in the user's language. */
  readonly text: string;
  /** The most important part of the text, for one line of a status bar. */
  readonly line: string;
}

/** Answers one option of the command line. The feature that knows the answer has it. */
export interface Query {
  /** Called, and awaited, before each answer. */
  prepare?(): Promise<void>;
  /** The part of the state that the answer is made of: while it has the same identity, the answer is the same. */
  follows(state: AppState): unknown;
  /** @param now milliseconds since the Unix epoch */
  answer(state: AppState, now: number, options: QueryOptions): QueryAnswer;
}

/** A time as answers write it: ISO 8601 in UTC, to the second. @param at milliseconds since the Unix epoch */
export const isoTime = (at: number): string =>
  `${new Date(Math.round(at / 1000) * 1000).toISOString().slice(0, -5)}Z`;

/** Rounded to this many decimal places, so that a answer changes only when its meaning does. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
