/**
 * How far the wall clock can be trusted with deleting something for good. A clock that runs ahead by years makes
 * everything look old; so nothing is deleted by age until the clock has gone on without a jump for a week.
 * Milliseconds since the Unix epoch.
 */
export interface ClockRecord {
  /** The first reading since the last jump. */
  readonly since: number;
  readonly last: number;
}

const weekMs = 7 * 24 * 3600_000;
/** A clock that is corrected, and a machine that was off, are no jumps. */
const backMs = 60 * 60_000;

/** The record with one more reading, `elapsedMs` after the last one, as far as that is known. */
export function noteReading(
  record: ClockRecord | null,
  now: number,
  elapsedMs: number,
): ClockRecord {
  if (record === null) return { since: now, last: now };
  const gained = now - record.last - elapsedMs;
  return gained < -backMs || gained > weekMs
    ? { since: now, last: now }
    : { since: record.since, last: now };
}

export const isTrusted = ({ since, last }: ClockRecord): boolean => last - since >= weekMs;
